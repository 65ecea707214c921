//! The instances: started, killed, and rolled to other keys and to other builds.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::ValueEnum as _;

use crate::instance::Build;
use crate::services::{Running, wait_for};

/// What an instance is started with.
#[derive(Debug, Clone)]
pub struct Config {
    pub keys: String,
    pub build: Build,
}

pub struct Fleet {
    instances: Vec<Mutex<Instance>>,
    store: String,
    bank: PathBuf,
    kills: AtomicU32,
}

struct Instance {
    port: u16,
    config: Config,
    process: Running,
}

impl Fleet {
    pub fn start(
        ports: &[u16],
        config: &Config,
        store: String,
        bank: &Path,
    ) -> Result<Self, String> {
        let instances = ports
            .iter()
            .map(|port| {
                let process = start(*port, config, &store, bank)?;
                Ok(Mutex::new(Instance {
                    port: *port,
                    config: config.clone(),
                    process,
                }))
            })
            .collect::<Result<_, String>>()?;
        Ok(Self {
            instances,
            store,
            bank: bank.to_owned(),
            kills: AtomicU32::new(0),
        })
    }

    pub fn len(&self) -> usize {
        self.instances.len()
    }

    pub fn kills(&self) -> u32 {
        self.kills.load(Ordering::Relaxed)
    }

    /// Kills an instance in the middle of whatever it does, and starts it again.
    pub fn kill(&self, index: usize) -> Result<(), String> {
        let mut instance = self.lock(index);
        let config = instance.config.clone();
        self.replace(&mut instance, config)
    }

    /// Brings all instances to another configuration, one after the other, and none of them
    /// gently; the others serve meanwhile.
    pub fn roll(&self, config: &Config) -> Result<(), String> {
        for index in 0..self.len() {
            let mut instance = self.lock(index);
            self.replace(&mut instance, config.clone())?;
        }
        Ok(())
    }

    fn replace(&self, instance: &mut Instance, config: Config) -> Result<(), String> {
        instance.process.kill();
        self.kills.fetch_add(1, Ordering::Relaxed);
        instance.process = start(instance.port, &config, &self.store, &self.bank)?;
        instance.config = config;
        Ok(())
    }

    fn lock(&self, index: usize) -> MutexGuard<'_, Instance> {
        let instance = &self.instances[index % self.instances.len()];
        instance.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// This program again, as an instance.
fn start(port: u16, config: &Config, store: &str, bank: &Path) -> Result<Running, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let build = config.build.to_possible_value();
    let build = build.ok_or("a build without a name")?;
    let mut command = Command::new(program);
    command
        .arg("serve")
        .args(["--port", &port.to_string()])
        .args(["--store", store])
        .args(["--build", build.get_name()])
        .arg("--bank")
        .arg(bank)
        .env("MRTR_KEY", &config.keys);
    let mut process = Running::start(&mut command)?;
    wait_for(port, &mut process)?;
    Ok(process)
}
