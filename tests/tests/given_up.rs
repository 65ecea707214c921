//! A client that goes away while a tool that runs once is at work: what was begun is finished, and
//! who asks again gets its outcome.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use axum::http::StatusCode;
use mrtr::engine::{Attempt, Authorize, Authorizing};
use mrtr::host::Server;
use mrtr::once::{MemoryStore, OnceStore};
use mrtr::{NotAccepted, Principal, ask, mrtr_tool};
use serde_json::{Value, json};
use support::key;
use support::wire::{Wire, able};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// A payment in two halves, and a hook that can be held up.
#[derive(Default)]
struct Bank {
    begun: AtomicU32,
    done: AtomicU32,
    has_begun: Notify,
    go_on: Notify,
    is_asked: Notify,
    let_in: Notify,
}

/// Pays
#[mrtr_tool(once)]
async fn pay(bank: &Arc<Bank>) -> Result<String, NotAccepted> {
    ask!(bool, key = "sure", "Pay?").accepted()?;
    bank.begun.fetch_add(1, SeqCst);
    bank.has_begun.notify_one();
    bank.go_on.notified().await;
    Ok(format!("paid {}", bank.done.fetch_add(1, SeqCst) + 1))
}

/// Makes retries wait.
struct Slow(Arc<Bank>);

impl Authorize for Slow {
    fn authorize<'a>(&'a self, attempt: Attempt<'a>) -> Authorizing<'a> {
        Box::pin(async move {
            if attempt.round > 0 {
                self.0.is_asked.notify_one();
                self.0.let_in.notified().await;
            }
            Ok(())
        })
    }
}

struct World {
    bank: Arc<Bank>,
    store: Arc<dyn OnceStore>,
}

impl World {
    fn new() -> Self {
        Self {
            bank: Arc::default(),
            store: Arc::new(MemoryStore::new()),
        }
    }

    fn server(&self) -> Server {
        Server::new("bank", "1.0")
            .key(&key())
            .principal(|_| Ok::<_, StatusCode>(Principal::local_user()))
            .state(Arc::clone(&self.bank))
            .once_store(Arc::clone(&self.store))
            .tool(pay)
    }

    /// The call with its answer, which another instance asked for.
    async fn answered(&self) -> Value {
        let mut params = json!({"name": "pay", "arguments": {}});
        let asked = Wire::to(self.server()).call(params.clone(), able()).await;
        params["requestState"] = asked["result"]["requestState"].clone();
        params["inputResponses"] =
            json!({"sure": {"action": "accept", "content": {"answer": true}}});
        params["_meta"] = able();
        params
    }

    /// The same request once more, to another instance.
    async fn repeated(&self, params: &Value) -> String {
        let told = Wire::to(self.server()).call(params.clone(), able()).await;
        support::text(&told).to_owned()
    }

    fn counts(&self) -> (u32, u32) {
        (self.bank.begun.load(SeqCst), self.bank.done.load(SeqCst))
    }
}

async fn send(wire: &mut Wire, id: &str, params: &Value) {
    wire.send(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))
        .await;
}

async fn cancel(wire: &mut Wire, id: &str) {
    let params = json!({"requestId": id, "reason": "gone"});
    wire.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
}

#[tokio::test]
async fn what_has_begun_is_finished_though_the_call_is_cancelled() {
    let world = World::new();
    let params = world.answered().await;
    let mut wire = Wire::to(world.server());
    send(&mut wire, "p", &params).await;
    world.bank.has_begun.notified().await;
    cancel(&mut wire, "p").await;
    // It is served after the cancellation, so that is known to have arrived.
    wire.request("tools/list", json!({"_meta": able()})).await;
    world.bank.go_on.notify_one();
    assert_eq!(world.repeated(&params).await, "paid 1");
    assert_eq!(world.counts(), (1, 1));
}

#[tokio::test]
async fn a_server_waits_for_what_has_begun_before_it_ends() {
    let world = World::new();
    let params = world.answered().await;
    let mut wire = Wire::to(world.server());
    send(&mut wire, "p", &params).await;
    world.bank.has_begun.notified().await;
    let closed = tokio::spawn(wire.close());
    world.bank.go_on.notify_one();
    closed.await.expect("it ends well");
    assert_eq!(world.counts(), (1, 1));
    assert_eq!(world.repeated(&params).await, "paid 1");
}

#[tokio::test]
async fn what_has_begun_is_finished_though_the_connection_is_lost() {
    let world = World::new();
    let params = world.answered().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(world.server().serve_http_on(listener));
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let body = body.to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: pay\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = TcpStream::connect(address).await.expect("a connection");
    let sent = connection.write_all(request.as_bytes()).await;
    sent.expect("it is taken");
    world.bank.has_begun.notified().await;
    drop(connection);
    // The server may or may not have seen it go; the outcome is the same.
    tokio::task::yield_now().await;
    world.bank.go_on.notify_one();
    assert_eq!(world.repeated(&params).await, "paid 1");
    assert_eq!(world.counts(), (1, 1));
}

#[tokio::test]
async fn what_has_not_begun_is_dropped_and_can_be_sent_again() {
    let world = World::new();
    let params = world.answered().await;
    let mut wire = Wire::to(world.server().authorize(Slow(Arc::clone(&world.bank))));
    send(&mut wire, "p", &params).await;
    world.bank.is_asked.notified().await;
    cancel(&mut wire, "p").await;
    wire.close().await;
    assert_eq!(world.counts(), (0, 0));

    world.bank.go_on.notify_one();
    assert_eq!(world.repeated(&params).await, "paid 1");
    assert_eq!(world.counts(), (1, 1));
}
