//! Write an MCP tool that asks its user something as one linear async function.
//!
//! MCP 2026-07-28 has servers ask by *Multi Round-Trip Requests*: the server answers a call with
//! questions and an opaque `requestState`, and the client sends the same call again with the answers
//! and that state. Any instance may serve any round. [`#[mrtr_tool]`](mrtr_tool) compiles a linear
//! function to the state machine that this needs: at a step the function is suspended, what is still
//! needed travels, sealed, in the state, and code before a step does not run again.
//!
//! ```
//! use mrtr::{Answer, Form, ask, mrtr_tool};
//!
//! /// The release to ship, as the user confirms it.
//! #[derive(Form)]
//! struct Approval {
//!     /// Ship it now?
//!     approved: bool,
//!     /// A label for the release
//!     #[form(min_length = 1, max_length = 40)]
//!     label: String,
//! }
//!
//! # struct Deployer;
//! # impl Deployer {
//! #     async fn plan(&self, _: &str) -> mrtr::Result<Vec<String>> { Ok(vec!["build".to_owned()]) }
//! #     async fn run(&self, _: &str) -> mrtr::Result<()> { Ok(()) }
//! # }
//! /// Deploy the current release to an environment.
//! #[mrtr_tool]
//! async fn deploy(
//!     /// Where to deploy
//!     environment: String, // by value: an argument of the tool
//!     deployer: &Deployer, // by reference: given by the server
//! ) -> mrtr::Result<String> {
//!     let plan = deployer.plan(&environment).await?; // runs once
//!
//!     let approval = match ask!(Approval, "Apply {} changes to {environment}?", plan.len()) {
//!         Answer::Accept(approval) if approval.approved => approval,
//!         Answer::Accept(_) | Answer::Decline => return Ok("Nothing was deployed.".into()),
//!         Answer::Cancel => return Ok("No decision was made; nothing was deployed.".into()),
//!     };
//!
//!     for step in &plan {
//!         if step.contains("migrate") && !ask!(bool, "Run `{step}`?").accepted()? {
//!             continue;
//!         }
//!         deployer.run(step).await?;
//!     }
//!     Ok(format!("`{}` is live in {environment}.", approval.label))
//! }
//!
//! # #[cfg(feature = "host")]
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! mrtr::Server::new("deployer", "1.0")
//!     .state(Deployer)
//!     .tool(deploy)
//!     .serve_stdio()
//!     .await?;
//! # Ok(())
//! # }
//! ```
//!
//! # A guide
//!
//! 1. **The tool.** [`#[mrtr_tool]`](mrtr_tool): what is an argument, what the host gives, what is
//!    carried over a step, where a step can stand.
//! 2. **The steps.** [`ask!`] asks with a form and evaluates to an [`Answer`]; [`roots!`] asks for the
//!    client's roots; [`ask_all!`] puts several questions into one round.
//! 3. **The forms.** [`#[derive(Form)]`](derive@Form) and [`#[derive(Choice)]`](derive@Choice). A form
//!    that a client cannot show, or that asks for a secret, does not compile.
//! 4. **The result.** Text, `()`, [`Json`], or a `Result` of these ([`IntoToolOutput`]); [`Error`]
//!    takes any error with `?`.
//! 5. **The server.** The module `host`: stdio, Streamable HTTP, or one more tool for a server on the
//!    official Rust SDK that exists already. Keys, principal and bounds are set there.
//! 6. **The client.** The module `client` drives the rounds from the other side.
//! 7. **Underneath.** [`engine`] runs one round without I/O; [`seal`] keeps the state.
//!
//! # What protects the state
//!
//! The state passes through the client, so it is sealed, and bound to the flow and its code, to the
//! caller, to this server, to the operation and its arguments; it expires, and its rounds are
//! counted. A state that is not what it should be is refused before anything of the flow runs, always
//! with the same error. Answers are checked on the server, whatever the client checked.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `host` | yes | serving on the official Rust SDK, [`rmcp`](https://docs.rs/rmcp) |
//! | `client` | yes | driving the rounds of a call |
//! | `chrono`, `jiff` | no | dates and times of these crates as fields of forms |
//!
//! Without both, the crate is macro, engine, state and answers only, and builds in a fraction of the
//! time.

#![deny(missing_docs)]

// Generated code says `::mrtr`, also in this crate's own tests.
extern crate self as mrtr;

#[doc(hidden)]
pub mod __private;
mod argument;
pub mod by_hand;
mod call;
mod capability;
pub mod engine;
mod error;
mod frame;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod items;
pub mod link;
#[doc(hidden)]
pub mod machine;
mod macros;
pub mod notice;
pub mod once;
mod output;
mod principal;
pub mod question;
mod scope;
pub mod seal;
mod secret;
mod tool;
pub mod wire;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "host")]
pub mod host;

pub use call::Call;
pub use error::{Error, Result};
#[cfg(feature = "host")]
pub use host::Server;
#[doc(inline)]
pub use machine::{CarriedLocal, CarryingPoint};
pub use mrtr_macros::{Choice, Form, mrtr_flow, mrtr_prompt, mrtr_resource, mrtr_tool};
pub use notice::{Level, Progress};
pub use output::{IntoPromptOutput, IntoResourceOutput, IntoToolOutput, Json, Output};
pub use principal::{EmptyPrincipal, Principal};
pub use question::{Answer, NotAccepted, Roots, Sampled, Sampling};
pub use scope::{MissingState, State};
pub use seal::FlowId;
pub use secret::Secret;
pub use tool::{Info, OnInvalid, Prompt, PromptInfo, Resource, ResourceInfo, Tool, ToolInfo};
