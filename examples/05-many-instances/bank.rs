//! The world outside, in which what happened stays happened: a file that all instances append to.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

/// How long an effect takes: an instance that is killed meanwhile leaves it half done.
const EFFECT_TAKES: Duration = Duration::from_millis(4);

/// Moves money, by writing down that it did.
#[derive(Debug)]
pub struct Bank(File);

/// One thing that was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    Take,
    Give,
}

/// How often each thing was done, by the number of the transfer.
#[derive(Debug, Default)]
pub struct Ledger(HashMap<(u64, Effect), u32>);

impl Bank {
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(file))
    }

    pub async fn take(&self, number: u64, amount: u64) -> io::Result<()> {
        self.write(&format!("take {number} {amount}\n")).await
    }

    pub async fn give(&self, number: u64, memo: &str) -> io::Result<()> {
        self.write(&format!("give {number} {memo}\n")).await
    }

    /// One line, which is written as a whole or not at all.
    async fn write(&self, line: &str) -> io::Result<()> {
        tokio::time::sleep(EFFECT_TAKES / 2).await;
        (&self.0).write_all(line.as_bytes())?;
        tokio::time::sleep(EFFECT_TAKES / 2).await;
        Ok(())
    }
}

impl Ledger {
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut done = HashMap::new();
        for line in std::fs::read_to_string(path)?.lines() {
            let mut words = line.split(' ');
            let effect = match words.next() {
                Some("take") => Effect::Take,
                Some("give") => Effect::Give,
                _ => return Err(io::Error::other(format!("the ledger has `{line}`"))),
            };
            let number = words.next().and_then(|word| word.parse().ok());
            let number = number.ok_or_else(|| io::Error::other("a line without a number"))?;
            *done.entry((number, effect)).or_default() += 1;
        }
        Ok(Self(done))
    }

    pub fn count(&self, number: u64, effect: Effect) -> u32 {
        self.0.get(&(number, effect)).copied().unwrap_or_default()
    }

    pub fn len(&self) -> u32 {
        self.0.values().sum()
    }

    pub fn twice(&self) -> usize {
        self.0.values().filter(|count| **count > 1).count()
    }
}
