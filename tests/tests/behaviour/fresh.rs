//! Locals that are made again in each round.

use mrtr::{ask, fresh, mrtr_tool};
use serde_json::json;

use crate::harness::{Log, accept, run};

/// It cannot be saved.
struct Connection<'a> {
    log: &'a Log,
    name: String,
    used: u32,
}

impl<'a> Connection<'a> {
    #[allow(clippy::unused_async, reason = "as a real one would be")]
    async fn open(name: &str, log: &'a Log) -> mrtr::Result<Self> {
        log.note(format!("open-{name}"));
        Ok(Self {
            log,
            name: name.to_owned(),
            used: 0,
        })
    }

    fn send(&mut self, text: &str) {
        self.used += 1;
        self.log.note(format!("{}:{text}:{}", self.name, self.used));
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.log.note(format!("close-{}", self.name));
    }
}

#[mrtr_tool]
async fn over_steps(mut count: u32, log: &Log) -> mrtr::Result<String> {
    let name = log.pass("name", "db".to_owned());
    let mut connection = fresh! {
        let name = format!("{name}-1");
        Connection::open(&name, log).await?
    };
    connection.send("a");
    if count > 1 {
        count += ask!(u32, "More?").accepted()?;
        connection.send("b");
    }
    connection.send("c");
    while count > 0 {
        count -= 1;
        connection.send("loop");
        if ask!(bool, "Stop?").accepted()? {
            break;
        }
    }
    let end = ask!(String, "End?").accepted()?;
    Ok(format!("{end} {count} {name}"))
}

#[tokio::test]
async fn a_fresh_local_is_made_once_a_round_where_it_is_needed() {
    let answers = [accept(0), accept(false), accept(true), accept("x")];
    let trace = run(over_steps, json!({"count": 2}), &answers).await;
    assert_eq!(
        trace.effects,
        "name open-db-1 db-1:a:1 close-db-1|\
         open-db-1 db-1:b:1 db-1:c:2 db-1:loop:3 close-db-1|\
         open-db-1 db-1:loop:1 close-db-1|\
         open-db-1 close-db-1|"
    );
    assert_eq!(trace.result, "x 0 db");
}

#[mrtr_tool]
async fn patterns() -> mrtr::Result<String> {
    let (left, right): (std::rc::Rc<u8>, _) = fresh! { (std::rc::Rc::new(1), String::from("r")) };
    let first = *left;
    drop((left, right));
    let (one, two) = fresh! { ("one", 2_u8) };
    let more = ask!(u8, "More?").accepted()?;
    let three = first + more;
    Ok(format!("{one} {two} {three}"))
}

#[tokio::test]
async fn a_fresh_pattern() {
    let trace = run(patterns, json!({}), &[accept(2)]).await;
    assert_eq!(trace.result, "one 2 3");
}

fn elsewhere() -> u8 {
    1 + fresh! { 3 }
}

#[test]
fn elsewhere_it_is_a_block() {
    assert_eq!(elsewhere(), 4);
}
