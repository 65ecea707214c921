//! A store in Redis, or in what speaks its protocol (Valkey).

use std::fmt;
use std::time::Duration;

use ::redis::aio::{ConnectionManager, ConnectionManagerConfig};
use ::redis::{AsyncCommands as _, Client, ExistenceCheck, SetExpiry, SetOptions, cmd};

use super::{Held, OnceKey, OnceStore, StoreError, Storing};

/// Remembers in Redis, for any number of instances.
///
/// The server must not forget: `maxmemory-policy noeviction`, and as much persistence as a second
/// run of a tool would cost. A replica that is promoted before it has a claim lets its tool run
/// twice.
///
/// ```no_run
/// use mrtr::once::RedisStore;
///
/// # async fn start(engine: mrtr::engine::Engine) -> Result<(), mrtr::once::StoreError> {
/// let store = RedisStore::connect("redis://127.0.0.1/").await?;
/// let engine = engine.once_store(store);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RedisStore {
    connection: ConnectionManager,
    prefix: String,
}

/// How long an answer may take before the store counts as down, unless the connection is yours.
const PATIENCE: Duration = Duration::from_secs(2);

impl RedisStore {
    /// Connects to a server; a connection that breaks later is made again.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(1);
        let client = Client::open(url)?;
        let connection = ConnectionManager::new_with_config(client, config).await?;
        Ok(Self::new(connection))
    }

    /// Uses a connection that you have made, for a cluster behind a proxy or with TLS, say. Give it
    /// a response timeout: a round waits as long as the connection does.
    #[must_use]
    pub fn new(connection: ConnectionManager) -> Self {
        Self {
            connection,
            prefix: "mrtr:once:".to_owned(),
        }
    }

    /// Sets what the keys in Redis begin with. Default: `mrtr:once:`.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    fn place(&self, key: &OnceKey) -> String {
        format!("{}{key}", self.prefix)
    }

    async fn claim(
        &self,
        key: &OnceKey,
        claim: &[u8],
        keep: Duration,
    ) -> Result<Option<Held>, StoreError> {
        let place = self.place(key);
        let value = write(claim, None)?;
        let mut connection = self.connection.clone();
        loop {
            let options = SetOptions::default()
                .conditional_set(ExistenceCheck::NX)
                .with_expiration(SetExpiry::PX(millis(keep)));
            let set: Option<String> = connection.set_options(&place, &value, options).await?;
            if set.is_some() {
                return Ok(None);
            }
            let held: Option<Vec<u8>> = connection.get(&place).await?;
            // It may have expired between the two.
            if let Some(held) = held {
                return read(&held).map(Some);
            }
        }
    }

    async fn record(&self, key: &OnceKey, outcome: &[u8]) -> Result<(), StoreError> {
        let place = self.place(key);
        let mut connection = self.connection.clone();
        // Nobody else writes here between the two: the claim is ours.
        let held: Option<Vec<u8>> = connection.get(&place).await?;
        let held = held.ok_or_else(|| StoreError::msg("the claim is gone"))?;
        let value = write(&read(&held)?.claim, Some(outcome))?;
        let set: Option<String> = cmd("SET")
            .arg(&place)
            .arg(&value)
            .arg("XX")
            .arg("KEEPTTL")
            .query_async(&mut connection)
            .await?;
        set.map(drop)
            .ok_or_else(|| StoreError::msg("the claim is gone"))
    }
}

impl OnceStore for RedisStore {
    fn claim<'a>(
        &'a self,
        key: &'a OnceKey,
        claim: &'a [u8],
        keep: Duration,
    ) -> Storing<'a, Option<Held>> {
        Box::pin(self.claim(key, claim, keep))
    }

    fn record<'a>(&'a self, key: &'a OnceKey, outcome: &'a [u8]) -> Storing<'a, ()> {
        Box::pin(self.record(key, outcome))
    }
}

impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisStore")
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

/// The longest that Redis takes without an overflow of its clock is far beyond any call.
fn millis(time: Duration) -> u64 {
    const LONGEST: u64 = 1 << 52;
    u64::try_from(time.as_millis()).map_or(LONGEST, |time| time.clamp(1, LONGEST))
}

/// `<length of the claim, one byte><claim>`, and behind it `+<outcome>` once there is one.
fn write(claim: &[u8], outcome: Option<&[u8]>) -> Result<Vec<u8>, StoreError> {
    let length =
        u8::try_from(claim.len()).map_err(|_| StoreError::msg("a claim has at most 255 bytes"))?;
    let mut value = vec![length];
    value.extend_from_slice(claim);
    if let Some(outcome) = outcome {
        value.push(b'+');
        value.extend_from_slice(outcome);
    }
    Ok(value)
}

fn read(value: &[u8]) -> Result<Held, StoreError> {
    let (claim, outcome) = value
        .split_first()
        .and_then(|(length, rest)| rest.split_at_checked(usize::from(*length)))
        .ok_or_else(|| StoreError::msg("what is held was not written by this store"))?;
    Ok(Held {
        claim: claim.to_vec(),
        outcome: outcome.split_first().map(|(_, outcome)| outcome.to_vec()),
    })
}
