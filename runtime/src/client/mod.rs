//! Driving rounds.
