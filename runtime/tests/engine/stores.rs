//! The stores that there are: the one in memory, and those whose server's URL is in the
//! environment (see `.ci/services`).

use std::sync::Arc;

use mrtr::once::{MemoryStore, OnceStore};

/// Each store with its name, for the message of a test that fails.
pub(crate) async fn stores() -> Vec<(&'static str, Arc<dyn OnceStore>)> {
    let mut stores: Vec<(&str, Arc<dyn OnceStore>)> =
        vec![("memory", Arc::new(MemoryStore::new()))];
    #[cfg(feature = "redis")]
    if let Some(url) = url("MRTR_TEST_REDIS_URL") {
        let store = mrtr::once::RedisStore::connect(&url).await.expect("Redis");
        stores.push(("redis", Arc::new(store)));
    }
    #[cfg(feature = "postgres")]
    if let Some(url) = url("MRTR_TEST_POSTGRES_URL") {
        let store = mrtr::once::PostgresStore::connect(&url).await;
        let store = store.expect("PostgreSQL");
        store.migrate().await.expect("a table");
        stores.push(("postgres", Arc::new(store)));
    }
    std::future::ready(stores).await
}

#[cfg(any(feature = "redis", feature = "postgres"))]
fn url(variable: &str) -> Option<String> {
    let url = std::env::var(variable).ok();
    if url.is_none() {
        eprintln!("skipped: `{variable}` is not set");
    }
    url
}
