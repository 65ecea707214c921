//! The keys of a server as an operator configures them: a text, from the environment or a file.

use std::env::{self, VarError};
use std::fmt;
use std::path::Path;

use zeroize::Zeroizing;

use super::{DuplicateKey, KeyError, KeyRing, SealKey};

/// Why a configuration gives no keys. No key is part of the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RingError {
    /// Where the text came from, in words.
    place: Option<String>,
    problem: RingProblem,
}

/// What is wrong with a configuration of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RingProblem {
    /// It cannot be read.
    NotRead(String),
    /// There is no key in it.
    Empty,
    /// One of its words is no key.
    Key {
        /// Which one, from 1.
        number: usize,
        /// Why not.
        error: KeyError,
    },
    /// Two of its words are one key.
    Duplicate {
        /// The later one, from 1.
        number: usize,
        /// Its id.
        error: DuplicateKey,
    },
}

impl KeyRing {
    /// The keys of a text: each in base64url, apart by white space or commas; the first one seals.
    /// What follows a `#` on its line is a comment.
    ///
    /// ```
    /// use mrtr::seal::KeyRing;
    ///
    /// let ring = KeyRing::from_text(
    ///     "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8  # since May
    ///      ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8  # until the last state has expired",
    /// )?;
    /// # Ok::<_, mrtr::seal::RingError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, RingError> {
        from_text(text).map_err(|problem| RingError {
            place: None,
            problem,
        })
    }

    /// The keys in an environment variable; `None` where it is not set. One that is set and empty
    /// is an error: a random key in its place would look right until a second instance takes a
    /// retry.
    pub fn from_env(variable: &str) -> Result<Option<Self>, RingError> {
        from_variable(env::var(variable)).map_err(|problem| RingError {
            place: Some(format!("the environment variable `{variable}`")),
            problem,
        })
    }

    /// The keys in a file, as a secret is often mounted.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, RingError> {
        let path = path.as_ref();
        std::fs::read_to_string(path)
            .map_err(|error| RingProblem::NotRead(error.to_string()))
            .and_then(|text| from_text(&Zeroizing::new(text)))
            .map_err(|problem| RingError {
                place: Some(format!("the file `{}`", path.display())),
                problem,
            })
    }
}

fn from_variable(variable: Result<String, VarError>) -> Result<Option<KeyRing>, RingProblem> {
    match variable {
        Ok(text) => from_text(&Zeroizing::new(text)).map(Some),
        Err(VarError::NotPresent) => Ok(None),
        // Its error would quote the value.
        Err(VarError::NotUnicode(_)) => Err(RingProblem::NotRead("it is not text".to_owned())),
    }
}

fn from_text(text: &str) -> Result<KeyRing, RingProblem> {
    let words = text
        .lines()
        .filter_map(|line| line.split('#').next())
        .flat_map(|line| line.split([' ', '\t', ',']))
        .filter(|word| !word.is_empty());
    let mut ring: Option<KeyRing> = None;
    for (number, word) in (1..).zip(words) {
        let key =
            SealKey::from_base64url(word).map_err(|error| RingProblem::Key { number, error })?;
        ring = Some(match ring {
            None => KeyRing::new(&key),
            Some(ring) => ring
                .accept(&key)
                .map_err(|error| RingProblem::Duplicate { number, error })?,
        });
    }
    ring.ok_or(RingProblem::Empty)
}

impl RingError {
    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &RingProblem {
        &self.problem
    }
}

impl fmt::Display for RingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.problem),
            None => self.problem.fmt(f),
        }
    }
}

impl fmt::Display for RingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRead(reason) => write!(f, "the keys cannot be read: {reason}"),
            Self::Empty => f.write_str("there is no key"),
            Self::Key { number, error } => write!(f, "key {number}: {error}"),
            Self::Duplicate { number, error } => write!(f, "key {number}: {error}"),
        }
    }
}

impl std::error::Error for RingError {}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    const TWO: &str = "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8";

    fn ids(ring: &KeyRing) -> Vec<String> {
        ring.keys().map(|key| key.id.to_string()).collect()
    }

    fn id(text: &str) -> String {
        SealKey::from_base64url(text)
            .expect("a key")
            .id()
            .to_string()
    }

    #[test]
    fn the_first_key_seals_and_all_open() {
        for text in [
            format!("{ONE},{TWO}"),
            format!("{ONE}, {TWO}\n"),
            format!("\n\t{ONE}\r\n\r\n{TWO}"),
            format!("# {TWO}\n{ONE} # the new one\n{TWO}#"),
        ] {
            let ring = from_text(&text).expect("keys");
            assert_eq!(ids(&ring), [id(ONE), id(TWO)], "{text:?}");
            assert_eq!(ring.active().to_string(), id(ONE));
        }
    }

    #[test]
    fn what_is_wrong_is_told_without_the_key() {
        for (text, problem) in [
            ("", "there is no key"),
            ("# nothing yet", "there is no key"),
            (&ONE[..40], "key 1: a key has at least 32 bytes"),
            (
                &format!("{ONE} {TWO}="),
                "key 2: a key is written in base64url",
            ),
            (&format!("{TWO} {TWO}"), "is in the ring twice"),
        ] {
            let error = KeyRing::from_text(text).expect_err(text).to_string();
            assert!(error.contains(problem), "{error}");
            assert!(!error.contains(&TWO[..8]) && !error.contains(&ONE[..8]));
        }
    }

    #[test]
    fn a_variable_is_set_or_it_is_not() {
        assert!(matches!(from_variable(Err(VarError::NotPresent)), Ok(None)));
        let ring = from_variable(Ok(ONE.to_owned())).expect("keys");
        assert_eq!(ring.map(|ring| ids(&ring)), Some(vec![id(ONE)]));
        assert_eq!(
            from_variable(Ok(String::new())).expect_err("empty"),
            RingProblem::Empty
        );
        let not_text = VarError::NotUnicode("hunter2".into());
        let problem = from_variable(Err(not_text)).expect_err("not text");
        assert!(!problem.to_string().contains("hunter2"), "{problem}");
    }

    #[test]
    fn the_place_is_told() {
        let missing = KeyRing::from_file("/nowhere/keys").expect_err("no file");
        let told = missing.to_string();
        assert!(
            told.starts_with("the file `/nowhere/keys`: the keys cannot be read: "),
            "{told}"
        );

        // Cargo sets it for every test, and it is no key.
        let error = KeyRing::from_env("CARGO_PKG_NAME").expect_err("a name");
        let told = error.to_string();
        assert!(
            told.starts_with("the environment variable `CARGO_PKG_NAME`: key 1: "),
            "{told}"
        );
    }

    #[test]
    fn a_file_is_read() {
        let path = env::temp_dir().join(format!("mrtr-keys-{}", std::process::id()));
        std::fs::write(&path, format!("{ONE}\n{TWO}\n")).expect("written");
        let read = KeyRing::from_file(&path);
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(ids(&read.expect("keys")), [id(ONE), id(TWO)]);
    }
}
