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

#[cfg(test)]
mod tests {
    use super::*;

    // 32 bytes in base64url.
    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    #[test]
    fn a_key_of_the_environment_is_taken() {
        let key = from_environment(Ok(KEY.to_owned())).expect("a key");
        let same = SealKey::from_base64url(KEY).expect("a key");
        assert_eq!(key.map(|key| key.id()), Some(same.id()));
    }

    #[test]
    fn no_variable_is_no_key() {
        assert!(matches!(
            from_environment(Err(VarError::NotPresent)),
            Ok(None)
        ));
    }

    #[test]
    fn a_value_that_is_no_key_stops_the_server() {
        let not_unicode = VarError::NotUnicode("x".into());
        for variable in [
            Ok(String::new()),
            Ok("too short".to_owned()),
            Ok(KEY[1..].to_owned()),
            Ok(format!("{KEY}=")),
            Err(not_unicode),
        ] {
            let error = from_environment(variable).expect_err("no key");
            assert!(matches!(error.problems(), [StartProblem::Key(_)]));
            let told = error.to_string();
            assert!(told.contains("`MRTR_KEY` is not a key"), "{told}");
            assert!(!told.contains(&KEY[1..]), "{told}");
        }
    }

    #[test]
    fn keys_that_were_given_come_first() {
        let key = SealKey::from_base64url(KEY).expect("a key");
        let resolved = resolve(Some(KeyRing::new(&key))).expect("keys");
        assert_eq!(resolved.active(), key.id());
    }
}
