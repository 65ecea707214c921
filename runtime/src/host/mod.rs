//! Serving tools.
