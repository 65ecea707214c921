use std::fmt;

/// Who is calling. State made for one principal is refused from every other.
///
/// Give the stable subject of the person or service, never a token: a refreshed token must not
/// end the flows of its owner.
#[derive(Clone, PartialEq, Eq)]
pub struct Principal(Kind);

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Anonymous,
    Named(String),
}

/// An empty name is not a principal: it would make everybody without a name the same person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptyPrincipal;

impl Principal {
    /// Nobody in particular; all anonymous callers can continue each other's flows.
    #[must_use]
    pub const fn anonymous() -> Self {
        Self(Kind::Anonymous)
    }

    /// A caller by a stable name.
    ///
    /// # Errors
    /// [`EmptyPrincipal`] for an empty name.
    pub fn named(subject: impl Into<String>) -> Result<Self, EmptyPrincipal> {
        let subject = subject.into();
        if subject.is_empty() {
            Err(EmptyPrincipal)
        } else {
            Ok(Self(Kind::Named(subject)))
        }
    }

    /// The user of this process: `local:` and the name that the environment has for them.
    ///
    /// It is the caller where a server serves one client over stdio.
    #[must_use]
    pub fn local_user() -> Self {
        let name = ["USER", "LOGNAME", "USERNAME"]
            .into_iter()
            .find_map(|variable| std::env::var(variable).ok());
        Self(Kind::Named(format!("local:{}", name.unwrap_or_default())))
    }

    /// The name; `None` for an anonymous caller.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.0 {
            Kind::Anonymous => None,
            Kind::Named(subject) => Some(subject),
        }
    }
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names of people stay out of logs.
        f.write_str(match &self.0 {
            Kind::Anonymous => "Principal(anonymous)",
            Kind::Named(_) => "Principal(named)",
        })
    }
}

impl fmt::Display for EmptyPrincipal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a principal must have a name")
    }
}

impl std::error::Error for EmptyPrincipal {}
