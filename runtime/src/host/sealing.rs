//! What a host seals its state with: the keys, and the envelope.

use std::env;
use std::ffi::OsString;

use super::HostBuilder;
use super::error::{StartError, StartProblem};
use crate::engine::OsEntropy;
use crate::seal::{Encrypted, Envelope, KeyRing, RingError, SealKey, Signed};

/// The variable with the keys themselves.
const KEYS: &str = "MRTR_KEY";
/// The variable with the name of a file that has them.
const KEY_FILE: &str = "MRTR_KEY_FILE";

/// What was configured.
#[derive(Debug, Default)]
pub(super) struct Sealing {
    keys: Option<KeyRing>,
    is_readable: bool,
    envelope: Option<Box<dyn Envelope>>,
}

impl HostBuilder {
    /// Seals with this key. Without one, the keys in the environment variable `MRTR_KEY` are used,
    /// or those in the file that `MRTR_KEY_FILE` names, in the form of [`KeyRing::from_text`]; and
    /// without either a random key, with a warning.
    pub fn key(self, key: &SealKey) -> Self {
        self.keys(KeyRing::new(key))
    }

    /// Seals with the active key of the ring, and opens with each of its keys: keys can then be
    /// changed without ending the flows that are under way.
    ///
    /// ```no_run
    /// use mrtr::host::Host;
    /// use mrtr::seal::KeyRing;
    ///
    /// # fn start() -> Result<(), Box<dyn std::error::Error>> {
    /// let keys = KeyRing::from_file("/run/secrets/mrtr")?;
    /// let host = Host::builder("deployer").keys(keys).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn keys(mut self, keys: KeyRing) -> Self {
        self.sealing.keys = Some(keys);
        self
    }

    /// Signs state instead of encrypting it: it is shorter, and whoever holds it can read what a
    /// flow carries. A flow that carries a [`Secret`](crate::Secret) then keeps the server from
    /// starting. See [`Signed`].
    pub fn signed(mut self) -> Self {
        self.sealing.is_readable = true;
        self
    }

    /// Seals in an envelope of your own, which has its keys elsewhere, in a key management service
    /// for example; or in one of ours, changed: `Signed::new(keys).accepting_encrypted()`.
    pub fn envelope(mut self, envelope: impl Envelope + 'static) -> Self {
        self.sealing.envelope = Some(Box::new(envelope));
        self
    }
}

impl Sealing {
    /// Whether what is sealed can be read by nobody else.
    pub(super) fn hides(&self) -> bool {
        self.envelope
            .as_ref()
            .map_or(!self.is_readable, Envelope::hides)
    }

    /// The envelope: the one that was given, or ours with the keys that were given, else with those
    /// of the environment, else with a random one.
    pub(super) fn resolve(self) -> Result<Box<dyn Envelope>, StartError> {
        let keys = match (self.envelope, self.keys) {
            (Some(_), _) if self.is_readable => {
                let both =
                    "both `.envelope(…)` and `.signed()` are set, and state has one envelope";
                return Err(StartProblem::Key(both.to_owned()).into());
            }
            (Some(_), Some(_)) => {
                let both = "both `.envelope(…)` and keys are set, and an envelope has its own keys: \
                            give them to it, or leave them out";
                return Err(StartProblem::Key(both.to_owned()).into());
            }
            (Some(envelope), None) => return Ok(envelope),
            (None, Some(keys)) => keys,
            (None, None) => from_environment(KeyRing::from_env(KEYS), env::var_os(KEY_FILE))?,
        };
        Ok(if self.is_readable {
            Box::new(Signed::new(keys))
        } else {
            Box::new(Encrypted::new(keys))
        })
    }
}

/// The keys of the environment. What is no key stops the server: a random key in its place would
/// look right until a second instance takes a retry.
fn from_environment(
    keys: Result<Option<KeyRing>, RingError>,
    file: Option<OsString>,
) -> Result<KeyRing, StartError> {
    let wrong = |text: String| StartError::from(StartProblem::Key(text));
    match (keys.map_err(|error| wrong(error.to_string()))?, file) {
        (Some(_), Some(_)) => Err(wrong(format!(
            "both `{KEYS}` and `{KEY_FILE}` are set: unset one of them"
        ))),
        (Some(keys), None) => Ok(keys),
        (None, Some(file)) => {
            KeyRing::from_file(file).map_err(|error| wrong(format!("`{KEY_FILE}`: {error}")))
        }
        (None, None) => random(),
    }
}

fn random() -> Result<KeyRing, StartError> {
    let key = SealKey::random(&OsEntropy)
        .map_err(|error| StartProblem::Key(format!("no key can be made: {error}")))?;
    tracing::warn!(
        "no key is configured, so a random one is used: a call that waits for an answer is lost \
         when this process ends, and no other instance can continue it; set `{KEYS}`"
    );
    Ok(KeyRing::new(&key))
}

#[cfg(test)]
mod tests {
    use super::*;

    // 32 bytes in base64url.
    const ONE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    const TWO: &str = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8";

    fn ring(text: &str) -> KeyRing {
        KeyRing::from_text(text).expect("keys")
    }

    fn told(error: &StartError) -> String {
        assert!(matches!(error.problems(), [StartProblem::Key(_)]));
        error.to_string()
    }

    #[test]
    fn keys_come_from_the_variable_or_from_the_file() {
        let both = format!("{ONE} {TWO}");
        let taken = from_environment(Ok(Some(ring(&both))), None).expect("keys");
        assert_eq!(taken.active(), ring(ONE).active());

        let path = env::temp_dir().join(format!("mrtr-host-keys-{}", std::process::id()));
        std::fs::write(&path, both).expect("written");
        let taken = from_environment(Ok(None), Some(path.clone().into()));
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(taken.expect("keys").active(), ring(ONE).active());
    }

    #[test]
    fn what_is_no_key_stops_the_server() {
        for (text, says) in [
            (String::new(), "there is no key"),
            ("short-as-can".to_owned(), "a key has at least 32 bytes"),
            (format!("{ONE}="), "leave the padding out"),
            (format!("{ONE},{ONE}"), "is in the ring twice"),
        ] {
            let error = from_environment(KeyRing::from_text(&text).map(Some), None);
            let told = told(&error.expect_err("no key"));
            assert!(told.contains(says) && !told.contains(&ONE[..8]), "{told}");
        }
        let missing = from_environment(Ok(None), Some("/nowhere/keys".into()));
        let told_missing = told(&missing.expect_err("no file"));
        assert!(
            told_missing
                .contains("`MRTR_KEY_FILE`: the file `/nowhere/keys`: the keys cannot be read"),
            "{told_missing}"
        );
        let both = from_environment(Ok(Some(ring(ONE))), Some("/keys".into()));
        let told_both = told(&both.expect_err("two places"));
        assert!(
            told_both.contains("both `MRTR_KEY` and `MRTR_KEY_FILE`"),
            "{told_both}"
        );
    }

    #[test]
    fn state_is_sealed_in_one_way() {
        let given = || Some(ring(ONE));
        let own = || -> Option<Box<dyn Envelope>> { Some(Box::new(Signed::new(ring(TWO)))) };
        for (keys, is_readable, envelope, hides) in [
            (given(), false, None, true),
            (given(), true, None, false),
            (None, false, own(), false),
        ] {
            let sealing = Sealing {
                keys,
                is_readable,
                envelope,
            };
            assert_eq!(sealing.hides(), hides);
            assert_eq!(sealing.resolve().expect("an envelope").hides(), hides);
        }
        for (keys, is_readable) in [(given(), false), (None, true)] {
            let sealing = Sealing {
                keys,
                is_readable,
                envelope: own(),
            };
            let told = told(&sealing.resolve().expect_err("two ways"));
            assert!(told.contains("both `.envelope(…)` and"), "{told}");
        }
    }
}
