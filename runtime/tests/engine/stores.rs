//! The stores that there are: the one in memory, and those whose server's URL is in the
//! environment (see `.ci/services`).

use std::sync::Arc;

use mrtr::once::{MemoryStore, OnceStore};

/// A store with its name, for the message of a test that fails.
type Named = (&'static str, Arc<dyn OnceStore>);

pub(crate) async fn stores() -> Vec<Named> {
    let memory: Named = ("memory", Arc::new(MemoryStore::new()));
    let stores = [Some(memory), redis().await, postgres().await];
    stores.into_iter().flatten().collect()
}

#[cfg(feature = "redis")]
async fn redis() -> Option<Named> {
    let url = url("MRTR_TEST_REDIS_URL")?;
    let store = mrtr::once::RedisStore::connect(&url).await.expect("Redis");
    Some(("redis", Arc::new(store)))
}

#[cfg(feature = "postgres")]
async fn postgres() -> Option<Named> {
    let url = url("MRTR_TEST_POSTGRES_URL")?;
    let store = mrtr::once::PostgresStore::connect(&url).await;
    let store = store.expect("Postgres");
    store.migrate().await.expect("a table");
    Some(("postgres", Arc::new(store)))
}

#[cfg(not(feature = "redis"))]
async fn redis() -> Option<Named> {
    std::future::ready(None).await
}

#[cfg(not(feature = "postgres"))]
async fn postgres() -> Option<Named> {
    std::future::ready(None).await
}

#[cfg(any(feature = "redis", feature = "postgres"))]
fn url(variable: &str) -> Option<String> {
    let url = std::env::var(variable).ok();
    if url.is_none() {
        eprintln!("skipped: `{variable}` is not set");
    }
    url
}
