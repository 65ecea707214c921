//! A tool that asks twice, and one that does not ask.

use std::sync::Arc;

use mrtr::{Form, NotAccepted, ask, ask_all, mrtr_tool, roots};
use tokio::sync::Notify;

/// What `greet` takes by reference.
pub(crate) struct Greeting(pub(crate) &'static str);

/// How often, in fields whose order is not that of the alphabet.
#[derive(Form)]
struct Repeat {
    times: u8,
    #[form(max_length = 10)]
    between: Option<String>,
    #[form(default = false)]
    and_then_wave: bool,
}

/// Greets somebody
#[mrtr_tool]
pub(crate) async fn greet(
    /// Who is greeted
    name: String,
    greeting: &Greeting,
) -> Result<String, NotAccepted> {
    let (sure, roots) = ask_all!(ask!(bool, "Greet {name}?"), roots!());
    if !sure.accepted()? {
        return Ok("not greeted".to_owned());
    }
    let how = ask!(Repeat, "How often?").accepted()?;
    let between = how.between.unwrap_or_default();
    let wave = if how.and_then_wave { ", waving" } else { "" };
    Ok(format!(
        "{} {name} {} times{between}, {} roots{wave}",
        greeting.0,
        how.times,
        roots.len()
    ))
}

/// Tells when a call is running, and when it is dropped.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) running: Notify,
    pub(crate) dropped: Arc<Notify>,
}

/// Never finishes
#[mrtr_tool]
pub(crate) async fn hang(watch: &Arc<Watch>) {
    struct OnDrop(Arc<Notify>);

    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }

    let _on_drop = OnDrop(Arc::clone(&watch.dropped));
    watch.running.notify_one();
    std::future::pending::<()>().await;
}

#[mrtr_tool]
pub(crate) async fn add(a: i64, b: i64) -> String {
    (a + b).to_string()
}
