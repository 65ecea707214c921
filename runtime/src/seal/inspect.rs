//! What a state says, for whoever has its keys: how an operator finds out why it was refused.
//!
//! Nothing here redeems state, and nothing here is on the way of a request. What a person
//! answered and what a flow carries is shown by size; values only where they are asked for, and
//! none of a state that carries a [`Secret`](crate::Secret).
//!
//! ```
//! use std::time::Duration;
//!
//! use mrtr::Principal;
//! use mrtr::engine::{Policy, Refusal};
//! use mrtr::seal::KeyRing;
//! use mrtr::seal::inspect::{self, Expected};
//!
//! /// Why this server would refuse the state now.
//! fn why(state: &str, keys: &KeyRing, now: Duration) -> Vec<Refusal> {
//!     let contents = match inspect::open(state, keys) {
//!         Ok(contents) => contents,
//!         Err(refusal) => return vec![refusal],
//!     };
//!     let ann = Principal::named("ann").expect("a name");
//!     let mut expected = Expected::default();
//!     expected.server = Some("deployer");
//!     expected.principal = Some(&ann);
//!     contents.refusals(&expected, now, Policy::default().leeway)
//! }
//! # let key = mrtr::seal::SealKey::from_bytes([7; 32]).expect("a key");
//! # assert_eq!(why("x", &KeyRing::new(&key), Duration::ZERO), [Refusal::Malformed]);
//! ```

use std::time::Duration;

use serde_json::{Map, Value};

use super::binding::{Bindings, arguments_digest};
use super::envelope::{Envelope, NotOpened, open_either};
use super::{Continuation, FlowId, KeyRing, Validity, payload};
use crate::engine::{Method, Refusal};
use crate::frame::{Exact, Format as _};
use crate::machine::Frame;
use crate::principal::Principal;
use crate::tool::Info;

/// What is inside a state.
#[derive(Debug)]
pub struct Contents {
    bindings: Bindings,
    validity: Validity,
    continuation: Continuation,
    keys: Option<KeyRing>,
}

/// The request that a state is held against; what is `None` is not looked at.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Expected<'a> {
    /// The name of the server.
    pub server: Option<&'a str>,
    /// The name of the tool, prompt or resource.
    pub flow: Option<&'a str>,
    /// The operation.
    pub method: Option<Method>,
    /// Who is calling.
    pub principal: Option<&'a Principal>,
    /// The arguments of the call, without those that are not salient.
    pub arguments: Option<&'a Map<String, Value>>,
}

/// Where a flow waits.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Place {
    /// The number of its point, from 1, in the build that made the state.
    pub point: u16,
    /// The digest of what it carries and of the code behind the point.
    pub fingerprint: u64,
    /// What it carries, in the order in which it is written.
    pub locals: Vec<Local>,
}

/// A carried local.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Local {
    /// How many bytes it takes in the payload.
    pub bytes: usize,
    /// The value as JSON, where it has such a form; `None` for all locals of a state that carries
    /// a secret.
    pub value: Option<Value>,
}

/// Opens a state, signed or encrypted, with whichever key of the ring it names. Its time and what it
/// was made for do not matter.
pub fn open(text: &str, keys: &KeyRing) -> Result<Contents, Refusal> {
    Contents::read(&open_either(keys, text)?, Some(keys.clone()))
}

/// Opens a state that is in an envelope of your own.
pub async fn open_in(text: &str, envelope: &dyn Envelope) -> Result<Contents, NotOpened> {
    let payload = envelope.open(text).await?;
    Ok(Contents::read(&payload, envelope.keys().cloned())?)
}

/// The parts that can be read without a key: the version of the envelope, and the id of the key.
/// They may be made up.
#[must_use]
pub fn header(text: &str) -> Option<(&str, &str)> {
    let (version, rest) = text.split_once('.')?;
    let (key_id, _) = rest.split_once('.')?;
    Some((version, key_id))
}

impl Contents {
    fn read(payload: &[u8], keys: Option<KeyRing>) -> Result<Self, Refusal> {
        let (bindings, validity, continuation) =
            payload::read(payload).map_err(|_| Refusal::Malformed)?;
        Ok(Self {
            bindings,
            validity,
            continuation,
            keys,
        })
    }

    /// The name of the server that made it.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.bindings.audience
    }

    /// The name of the tool, prompt or resource that waits.
    #[must_use]
    pub fn flow(&self) -> &str {
        &self.bindings.flow
    }

    /// The operation's name on the wire.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.bindings.method
    }

    /// Names the call in logs and traces.
    #[must_use]
    pub fn flow_id(&self) -> FlowId {
        self.continuation.flow_id
    }

    /// How many rounds of questions were asked, this one included.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.continuation.round
    }

    /// When it was made, since the Unix epoch.
    #[must_use]
    pub fn issued(&self) -> Duration {
        Duration::from_millis(self.validity.issued_ms)
    }

    /// When it cannot be redeemed any more, since the Unix epoch; clocks may be apart by a leeway.
    #[must_use]
    pub fn expires(&self) -> Duration {
        Duration::from_millis(self.validity.expires_ms)
    }

    /// When the whole call ends, since the Unix epoch.
    #[must_use]
    pub fn deadline(&self) -> Duration {
        self.validity.deadline.since_epoch()
    }

    /// Whether it was made for this principal. State does not say for whom it was made.
    #[must_use]
    pub fn is_of(&self, principal: &Principal) -> bool {
        self.bindings
            .is_principal(principal, self.keys.as_ref(), self.flow_id())
    }

    /// The digest of the arguments that it was made for.
    #[must_use]
    pub fn arguments(&self) -> [u8; 32] {
        self.bindings.arguments
    }

    /// Whether it carries a [`Secret`](crate::Secret).
    #[must_use]
    pub fn has_secret(&self) -> bool {
        self.continuation.secret
    }

    /// How many questions wait, and how many of them are answered already.
    #[must_use]
    pub fn questions(&self) -> (usize, usize) {
        let Continuation { rendered, kept, .. } = &self.continuation;
        (rendered.len(), kept.iter().flatten().count())
    }

    /// Where each flow in progress waits, outermost first.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let frames = self.continuation.frames.iter();
        frames.map(|frame| self.place(frame)).collect()
    }

    fn place(&self, frame: &Frame) -> Place {
        let locals = frame.values.iter().map(|bytes| Local {
            bytes: bytes.len(),
            value: (!self.has_secret())
                .then(|| Exact::read(bytes).ok())
                .flatten(),
        });
        Place {
            point: frame.point,
            fingerprint: frame.fingerprint,
            locals: locals.collect(),
        }
    }

    /// The names of the locals of the outermost place, which state does not say; `None` where the
    /// code of `info` is not the code that made the state: then it is refused.
    #[must_use]
    pub fn names<O>(&self, info: &Info<O>) -> Option<&'static [&'static str]> {
        let frame = self.continuation.frames.first()?;
        info.flow.point_of(frame).map(|(_, point)| point.carried)
    }

    /// All reasons for which the state would be refused at `now`, since the Unix epoch, with that
    /// request; the server logs the first of them. Whether its code still fits, and whether it was
    /// redeemed, only the server knows.
    #[must_use]
    pub fn refusals(
        &self,
        expected: &Expected<'_>,
        now: Duration,
        leeway: Duration,
    ) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        refusals.extend(self.validity.check(now, leeway).err());
        let differs = |expected: Option<&str>, is: &str| expected.is_some_and(|it| it != is);
        let method = expected.method.map(Method::as_str);
        let arguments = expected.arguments.map(arguments_digest);
        let bound = [
            (
                differs(expected.server, self.server()),
                Refusal::OtherAudience,
            ),
            (differs(method, self.method()), Refusal::OtherMethod),
            (differs(expected.flow, self.flow()), Refusal::OtherFlow),
            (
                expected.principal.is_some_and(|it| !self.is_of(it)),
                Refusal::OtherPrincipal,
            ),
            (
                arguments.is_some_and(|it| it.ok() != Some(self.arguments())),
                Refusal::OtherArguments,
            ),
        ];
        let bound = bound.into_iter().filter(|(differs, _)| *differs);
        refusals.extend(bound.map(|(_, refusal)| refusal));
        refusals
    }
}
