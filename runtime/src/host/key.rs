//! Which keys a host seals with.

use std::env::{self, VarError};

use super::error::{StartError, StartProblem};
use crate::engine::OsEntropy;
use crate::seal::{KeyRing, SealKey};

const VARIABLE: &str = "MRTR_KEY";

/// The keys that were given, else the one of the environment, else a random one.
pub(super) fn resolve(given: Option<KeyRing>) -> Result<KeyRing, StartError> {
    let keys = match given {
        Some(keys) => keys,
        None => match from_environment(env::var(VARIABLE))? {
            Some(key) => KeyRing::new(&key),
            None => KeyRing::new(&random()?),
        },
    };
    Ok(keys)
}

/// The key in `MRTR_KEY`. A value that is no key stops the server: a random key in its place
/// would look right until a second instance takes a retry.
fn from_environment(variable: Result<String, VarError>) -> Result<Option<SealKey>, StartError> {
    let reason = match variable {
        Err(VarError::NotPresent) => return Ok(None),
        Err(error @ VarError::NotUnicode(_)) => error.to_string(),
        Ok(text) => match SealKey::from_base64url(&text) {
            Ok(key) => return Ok(Some(key)),
            Err(error) => error.to_string(),
        },
    };
    Err(StartProblem::Key(format!("the variable `{VARIABLE}` is not a key: {reason}")).into())
}

fn random() -> Result<SealKey, StartError> {
    let key = SealKey::random(&OsEntropy)
        .map_err(|error| StartProblem::Key(format!("no key can be made: {error}")))?;
    tracing::warn!(
        "no key is configured, so a random one is used: a call that waits for an answer is lost \
         when this process ends, and no other instance can continue it; set `{VARIABLE}`"
    );
    Ok(key)
}
