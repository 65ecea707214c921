//! State that a client carries and cannot change: what is in it, and the envelope around it.

/// Seals state, and opens it.
#[derive(Debug)]
pub struct Sealer {}
