//! Many transfers at once, while instances are killed and rolled.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mrtr::engine::{Entropy as _, OsEntropy};
use mrtr::seal::SealKey;

use crate::Args;
use crate::bank::Ledger;
use crate::client::{Client, Ended, Told};
use crate::fleet::{Config, Fleet};
use crate::instance::Build;
use crate::report::{Report, Transfer};
use crate::services::{self, Folder};

/// How many transfers wait over each change, half of them for each of their two answers.
const WAIT_OVER_A_CHANGE: u64 = 10;

/// One change of all instances.
struct Change {
    name: &'static str,
    config: Config,
    /// Whether what waits meanwhile goes on afterwards.
    keeps: bool,
}

/// What the threads share.
struct Shared<'a> {
    fleet: &'a Fleet,
    port: u16,
    flows: u64,
    begun: AtomicU64,
    ended: Mutex<Vec<Transfer>>,
    resent: AtomicU64,
    /// Which change is under way, or was the last one.
    change: AtomicUsize,
    is_over: AtomicBool,
}

pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let start = Instant::now();
    let folder = Folder::new()?;
    let ports = services::free_ports(args.instances + 2)?;
    let [front, store, ports @ ..] = &ports[..] else {
        return Err("no ports".into());
    };
    let _redis = services::redis(*store, folder.path())?;
    let _nginx = services::nginx(*front, ports, folder.path())?;
    let bank = folder.path().join("bank");

    let (first, changes) = changes()?;
    let store = format!("redis://127.0.0.1:{store}/");
    let fleet = Fleet::start(ports, &first, store, &bank)?;
    let shared = Shared {
        fleet: &fleet,
        port: *front,
        flows: args.flows,
        begun: AtomicU64::new(0),
        ended: Mutex::default(),
        resent: AtomicU64::new(0),
        change: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    shared.run(args, &changes)?;
    let ended = shared
        .ended
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(Report {
        ended,
        keeps: changes.iter().map(|change| change.keeps).collect(),
        changes: changes.iter().map(|change| change.name).collect(),
        resent: shared.resent.into_inner(),
        kills: fleet.kills(),
        ledger: read(&bank)?,
        took: start.elapsed(),
    })
}

fn read(bank: &Path) -> Result<Ledger, Box<dyn Error>> {
    Ok(Ledger::read(bank)?)
}

/// Where the instances begin, and what they are brought to.
fn changes() -> Result<(Config, Vec<Change>), Box<dyn Error>> {
    let (old, new) = (
        SealKey::generate(&OsEntropy)?,
        SealKey::generate(&OsEntropy)?,
    );
    let (old, new) = (old.as_str(), new.as_str());
    let config = |keys: &[&str], build| Config {
        keys: keys.join(" "),
        build,
    };
    let change = |name, config, keeps| Change {
        name,
        config,
        keeps,
    };
    Ok((
        config(&[old], Build::First),
        vec![
            change("the new key opens", config(&[old, new], Build::First), true),
            change("the new key seals", config(&[new, old], Build::First), true),
            change(
                "a compatible build",
                config(&[new, old], Build::Compatible),
                true,
            ),
            change(
                "an incompatible build",
                config(&[new, old], Build::Incompatible),
                false,
            ),
            change(
                "the old key is gone",
                config(&[new], Build::Incompatible),
                true,
            ),
        ],
    ))
}

impl Shared<'_> {
    fn run(&self, args: &Args, changes: &[Change]) -> Result<(), String> {
        thread::scope(|scope| {
            let clients: Vec<_> = (0..args.clients)
                .map(|number| scope.spawn(move || self.transfer(number)))
                .collect();
            let killer = scope.spawn(|| self.kill(args.kill_every));
            let mut done = self.change(changes);
            for client in clients {
                let ended = client
                    .join()
                    .unwrap_or_else(|_| Err("a client panicked".into()));
                done = done.and(ended);
            }
            self.is_over.store(true, Relaxed);
            let stopped = killer.join();
            let stopped = stopped.unwrap_or_else(|_| Err("the killer panicked".into()));
            done.and(stopped)
        })
    }

    /// Transfers, one after the other, until there are enough.
    fn transfer(&self, number: u64) -> Result<(), String> {
        let client = Client::new(self.port);
        let mut resent = 0;
        loop {
            let next = self.begun.fetch_add(1, Relaxed);
            if next >= self.flows || self.is_over.load(Relaxed) {
                self.resent.fetch_add(resent, Relaxed);
                return Ok(());
            }
            // Each client thinks for a time of its own.
            let thinks = Duration::from_millis(1 + 3 * ((next + number) % 16));
            let first_change = self.change.load(Relaxed);
            let ended = client
                .begin(next, &mut resent)
                .and_then(|waiting| client.finish(waiting, thinks, &mut resent))
                .inspect_err(|_| self.is_over.store(true, Relaxed))?;
            self.end(first_change, ended);
        }
    }

    fn end(&self, first_change: usize, ended: Ended) {
        let transfer = Transfer {
            changes: first_change..=self.change.load(Relaxed),
            ended,
        };
        let mut all = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(transfer);
    }

    /// Makes each change when its part of the transfers is through, over transfers that wait.
    fn change(&self, changes: &[Change]) -> Result<(), String> {
        let client = Client::new(self.port);
        let parts = u64::try_from(changes.len()).map_err(|error| error.to_string())? + 1;
        for (index, change) in (1..).zip(changes) {
            let due = self.flows / parts * u64::try_from(index).unwrap_or(u64::MAX);
            while self.begun.load(Relaxed) < due && !self.is_over.load(Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
            let mut resent = 0;
            let mut waiting = Vec::new();
            for number in 0..WAIT_OVER_A_CHANGE {
                let number = self.flows + 1000 * due + number;
                let begun = client.begin(number, &mut resent)?;
                if number.is_multiple_of(2) {
                    waiting.push(begun);
                    continue;
                }
                match client.answer(begun, &mut resent)? {
                    Told::Asked(next) => waiting.push(next),
                    // Its instance was killed meanwhile.
                    Told::Refused(why) => self.end(index - 1, Ended::refused(number, 0, why)),
                    Told::Done => return Err(format!("transfer {number} was not asked twice")),
                }
            }
            self.change.store(index, Relaxed);
            self.fleet.roll(&change.config)?;
            for waiting in waiting {
                let ended = client.finish(waiting, Duration::ZERO, &mut resent)?;
                self.end(index - 1, ended);
            }
            self.resent.fetch_add(resent, Relaxed);
        }
        Ok(())
    }

    fn kill(&self, every: u64) -> Result<(), String> {
        let mut random = [0; 2];
        while !self.is_over.load(Relaxed) {
            OsEntropy
                .fill(&mut random)
                .map_err(|error| error.to_string())?;
            let [pause, index] = random.map(u64::from);
            thread::sleep(Duration::from_millis(every / 2 + every * pause / 256));
            let index = usize::try_from(index).unwrap_or_default();
            self.fleet.kill(index)?;
        }
        Ok(())
    }
}
