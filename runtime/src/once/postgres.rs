//! A store in a Postgres database.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{Executor as _, Row as _};

use super::{Held, OnceKey, OnceStore, StoreError, Storing};

/// Remembers in Postgres, for any number of instances.
///
/// Its one table is made by [`migrate`](Self::migrate), or by the statements in
/// [`MIGRATION`](Self::MIGRATION), for those who keep theirs elsewhere. It is looked for in the
/// `search_path`. Rows that are over are deleted now and then.
///
/// ```no_run
/// use mrtr::once::PostgresStore;
///
/// # async fn start(engine: mrtr::engine::Engine) -> Result<(), mrtr::once::StoreError> {
/// let store = PostgresStore::connect("postgres://localhost/deployer").await?;
/// store.migrate().await?;
/// let engine = engine.once_store(store);
/// # Ok(())
/// # }
/// ```
pub struct PostgresStore {
    pool: PgPool,
    claims: AtomicU32,
}

/// How long a connection may take before the store counts as down, unless the pool is yours.
const PATIENCE: Duration = Duration::from_secs(2);

/// After how many claims rows that are over are deleted.
const CLAIMS_PER_PURGE: u32 = 256;

// A row that is over is as good as none, so that the claim does not depend on its deletion.
const CLAIM: &str = "
    INSERT INTO mrtr_once (key, claim, expires_at)
    VALUES ($1, $2, now() + $3 * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE
    SET claim = excluded.claim, outcome = NULL, expires_at = excluded.expires_at
    WHERE mrtr_once.expires_at <= now()
    RETURNING true";
const HELD: &str = "SELECT claim, outcome FROM mrtr_once WHERE key = $1 AND expires_at > now()";
const RECORD: &str = "UPDATE mrtr_once SET outcome = $2 WHERE key = $1 AND expires_at > now()";
const PURGE: &str = "DELETE FROM mrtr_once WHERE expires_at <= now()";
/// Of several instances that start at one moment, one makes the table while the others wait.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(7885441301174)";

impl PostgresStore {
    /// The statements that make the table; they can be run more than once.
    pub const MIGRATION: &str = include_str!("postgres.sql");

    /// Connects to a database with a pool of its own.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new()
            .acquire_timeout(PATIENCE)
            .connect(url)
            .await?;
        Ok(Self::new(pool))
    }

    /// Uses a pool that you have made. Give it a timeout: a round waits as long as the pool does.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            claims: AtomicU32::new(0),
        }
    }

    /// Makes the table where there is none.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        transaction.execute(ONE_AT_A_TIME).await?;
        transaction.execute(Self::MIGRATION).await?;
        Ok(transaction.commit().await?)
    }

    /// Deletes what is over. It happens now and then by itself.
    pub async fn purge(&self) -> Result<(), StoreError> {
        self.pool.execute(PURGE).await?;
        Ok(())
    }

    async fn claim(
        &self,
        key: &OnceKey,
        claim: &[u8],
        keep: Duration,
    ) -> Result<Option<Held>, StoreError> {
        if self.claims.fetch_add(1, Ordering::Relaxed) % CLAIMS_PER_PURGE == CLAIMS_PER_PURGE - 1 {
            self.purge().await?;
        }
        loop {
            let claimed = sqlx::query(CLAIM)
                .bind(key.as_bytes().as_slice())
                .bind(claim)
                .bind(millis(keep))
                .fetch_optional(&self.pool)
                .await?;
            if claimed.is_some() {
                return Ok(None);
            }
            let held = sqlx::query(HELD)
                .bind(key.as_bytes().as_slice())
                .fetch_optional(&self.pool)
                .await?;
            // It may have ended between the two.
            if let Some(row) = held {
                return Ok(Some(Held {
                    claim: row.try_get(0)?,
                    outcome: row.try_get(1)?,
                }));
            }
        }
    }

    async fn record(&self, key: &OnceKey, outcome: &[u8]) -> Result<(), StoreError> {
        let recorded = sqlx::query(RECORD)
            .bind(key.as_bytes().as_slice())
            .bind(outcome)
            .execute(&self.pool)
            .await?;
        match recorded.rows_affected() {
            0 => Err(StoreError::msg("the claim is gone")),
            _ => Ok(()),
        }
    }
}

impl OnceStore for PostgresStore {
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

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The options of the pool have the password.
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

/// A timestamp of Postgres ends in the year 294276; a thousand years are enough.
fn millis(time: Duration) -> i64 {
    const LONGEST: i64 = 1000 * 365 * 24 * 60 * 60 * 1000;
    i64::try_from(time.as_millis()).map_or(LONGEST, |time| time.min(LONGEST))
}
