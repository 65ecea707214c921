use std::fmt;
use std::sync::Arc;

use rmcp::handler::server::tool::{ToolCallContext, ToolRoute};

use tokio_util::sync::CancellationToken;

use super::answer::{Caller, Incoming};
use super::error::StartError;
use super::round::Rounds;
use super::sealing::Sealing;
use super::{Legacy, carried, check, convert, result};
use crate::engine::{Authorize, Engine, Policy};
use crate::notice::Level;
use crate::once::OnceStore;
use crate::scope::State;
use crate::tool::Tool;

/// What the tools of a process share: the keys and the bounds of their flows, and the
/// application's state. A clone is another handle to the same host.
///
/// [`Server`](super::Server) makes its own. Make one to add tools to an rmcp server that already
/// exists; this is the one line that [`route`](Host::route) is for:
///
/// ```no_run
/// # use mrtr::{Tool, host::{Host, StartError}};
/// # use rmcp::handler::server::tool::ToolRouter;
/// # struct Existing;
/// # fn add<T: Tool>(router: ToolRouter<Existing>, deploy: T) -> Result<(), StartError> {
/// let host = Host::builder("deployer").state(String::from("https://deploy.example.com")).build()?;
/// let router = router.with_route(host.route(deploy)?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Host(Arc<Shared>);

struct Shared {
    engine: Engine,
    state: State,
    /// Whether state can be read by nobody else.
    hides: bool,
    /// Whether a caller over HTTP may have no name.
    anonymous: bool,
    rounds: Rounds,
    legacy: Legacy,
    logs: bool,
}

/// Puts a [`Host`] together.
#[must_use = "a builder does nothing until `build`"]
pub struct HostBuilder {
    name: String,
    state: State,
    pub(super) sealing: Sealing,
    policy: Policy,
    authorize: Option<Box<dyn Authorize>>,
    once: Option<Box<dyn OnceStore>>,
    pub(super) anonymous: bool,
    legacy: Legacy,
    logs: bool,
}

impl Host {
    /// A host without state, with the default bounds, and with the key of the environment.
    ///
    /// The name is the server's: servers that share a key and not a name do not take each other's
    /// state.
    pub fn builder(name: impl Into<String>) -> HostBuilder {
        HostBuilder {
            name: name.into(),
            state: State::new(),
            sealing: Sealing::default(),
            policy: Policy::default(),
            authorize: None,
            once: None,
            anonymous: false,
            legacy: Legacy::default(),
            logs: false,
        }
    }

    /// The tool as a route for the [`ToolRouter`](rmcp::handler::server::tool::ToolRouter) of an
    /// rmcp server.
    ///
    /// The host is named because a route needs its keys and its state; two hosts may live in one
    /// process.
    ///
    /// # Errors
    /// [`StartError`] where the tool cannot be served by this host.
    pub fn route<S, T>(&self, tool: T) -> Result<ToolRoute<S>, StartError>
    where
        S: Send + Sync + 'static,
        T: Tool,
    {
        let info = tool.describe();
        let problems = check::one(&info, self.state(), self.0.hides);
        if !problems.is_empty() {
            return Err(StartError { problems });
        }
        carried::announce(&info, self.state());
        let host = self.clone();
        Ok(ToolRoute::new_dyn(
            convert::tool(&info),
            move |context: ToolCallContext<'_, S>| {
                let incoming = Incoming {
                    arguments: context.arguments,
                    responses: context.input_responses,
                    state: context.request_state,
                };
                let (host, request) = (host.clone(), context.request_context);
                Box::pin(async move {
                    let caller = Caller {
                        host: &host,
                        context: &request,
                        session_log: Level::Info,
                        // What the router's own server reads is not seen from here.
                        end: CancellationToken::new(),
                    };
                    let outcome = caller.answer(&info, incoming).await?;
                    convert::outcome(outcome, result::tool)
                })
            },
        ))
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.0.engine
    }

    pub(super) fn takes_anonymous(&self) -> bool {
        self.0.anonymous
    }

    pub(super) fn rounds(&self) -> &Rounds {
        &self.0.rounds
    }

    pub(super) fn state(&self) -> &State {
        &self.0.state
    }

    pub(super) fn legacy(&self) -> &Legacy {
        &self.0.legacy
    }

    pub(super) fn logs(&self) -> bool {
        self.0.logs
    }
}

impl HostBuilder {
    /// Registers application state: a tool takes it with a parameter `name: &T`. A second value
    /// of the same type takes the place of the first.
    pub fn state<T: Send + Sync + 'static>(mut self, state: T) -> Self {
        self.state.insert(state);
        self
    }

    /// Sets the bounds of a flow.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets who decides, in every round, whether the caller may go on.
    pub fn authorize(mut self, hook: impl Authorize + 'static) -> Self {
        self.authorize = Some(Box::new(hook));
        self
    }

    /// Sets where it is remembered what tools that run [once](crate::once) have done. Several
    /// instances need one store for all of them. Without one, it is remembered in this process.
    ///
    /// ```no_run
    /// # #[cfg(feature = "redis")]
    /// # async fn start() -> Result<(), Box<dyn std::error::Error>> {
    /// use mrtr::host::Host;
    /// use mrtr::once::RedisStore;
    ///
    /// let store = RedisStore::connect("redis://127.0.0.1/").await?;
    /// let host = Host::builder("deployer").once_store(store).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn once_store(mut self, store: impl OnceStore + 'static) -> Self {
        self.once = Some(Box::new(store));
        self
    }

    /// Sets the bounds within which clients of an older protocol are asked.
    pub fn legacy(mut self, legacy: Legacy) -> Self {
        self.legacy = legacy;
        self
    }

    /// Says that tools have messages for the client's log, so that
    /// [`Call::log`](crate::Call::log) sends them. The server has to declare the capability.
    pub fn logging(mut self) -> Self {
        self.logs = true;
        self
    }

    /// The host.
    ///
    /// # Errors
    /// [`StartError`] where the keys of the environment are none, where there is no randomness for
    /// a key, or where it is not clear what state is sealed with.
    pub fn build(self) -> Result<Host, StartError> {
        let hides = self.hides();
        let mut engine =
            Engine::with_envelope(self.name, self.sealing.resolve()?).policy(self.policy);
        if let Some(hook) = self.authorize {
            engine = engine.authorize(hook);
        }
        if let Some(store) = self.once {
            engine = engine.once_store(store);
        }
        Ok(Host(Arc::new(Shared {
            engine,
            state: self.state,
            hides,
            anonymous: self.anonymous,
            rounds: Rounds::default(),
            legacy: self.legacy,
            logs: self.logs,
        })))
    }

    /// Whether state can be read by nobody else.
    pub(super) fn hides(&self) -> bool {
        self.sealing.hides()
    }

    pub(super) fn registered(&self) -> &State {
        &self.state
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("state", &self.0.state)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for HostBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostBuilder")
            .field("state", &self.state)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}
