use std::{fmt, io};

/// Why a server does not start: everything that is wrong, told at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError {
    pub(super) problems: Vec<StartProblem>,
}

/// One thing that keeps a server from starting.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartProblem {
    /// A tool, a prompt or a resource takes state by reference that was not registered.
    MissingState {
        /// Its name.
        name: &'static str,
        /// The type's name.
        type_name: &'static str,
    },
    /// Two tools or two prompts have one name, or two resources one URI.
    Duplicate {
        /// The name, or the URI.
        name: &'static str,
    },
    /// A name is not one that clients accept.
    BadName {
        /// The name.
        name: &'static str,
    },
    /// A tool, a prompt or a resource asks something that has no form in the protocol.
    BadQuestion {
        /// Its name.
        name: &'static str,
        /// The question's key.
        key: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A flow carries a [`Secret`](crate::Secret), and the state of this server can be read.
    ReadableSecret {
        /// The tool's, prompt's or resource's name.
        name: &'static str,
        /// The local's name.
        local: &'static str,
    },
    /// Nobody says who is calling over HTTP.
    NoPrincipal,
    /// It is not clear what to seal with: the keys of the environment are none, no key could be
    /// made, or two ways are configured.
    Key(String),
}

/// Why a server stopped, or did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// It did not start.
    Start(StartError),
    /// The address cannot be listened on, or the connection broke.
    Io(io::Error),
    /// The client did not speak MCP.
    Protocol(String),
}

impl StartError {
    /// Each thing that is wrong; never empty.
    #[must_use]
    pub fn problems(&self) -> &[StartProblem] {
        &self.problems
    }
}

impl From<StartProblem> for StartError {
    fn from(problem: StartProblem) -> Self {
        Self {
            problems: vec![problem],
        }
    }
}

impl From<StartError> for ServeError {
    fn from(error: StartError) -> Self {
        Self::Start(error)
    }
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot start:")?;
        for problem in &self.problems {
            write!(f, "\n- {problem}")?;
        }
        Ok(())
    }
}

impl fmt::Display for StartProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingState { name, type_name } => write!(
                f,
                "`{name}` takes `&{type_name}`; register it with `.state(…)`"
            ),
            Self::Duplicate { name } => write!(f, "`{name}` is there twice"),
            Self::BadName { name } => write!(
                f,
                "`{name}` cannot be a name: use 1 to 128 letters, digits, `_`, `-` or `.`"
            ),
            Self::BadQuestion { name, key, reason } => {
                write!(f, "`{name}` cannot ask for `{key}`: {reason}")
            }
            Self::ReadableSecret { name, local } => write!(
                f,
                "`{name}` carries `{local}`, a `Secret`, over a step, and whoever holds the state of \
                 this server can read it: leave state encrypted, or be done with `{local}` before \
                 the step"
            ),
            Self::NoPrincipal => f.write_str(
                "nobody says who is calling over HTTP, and state is bound to its caller: set \
                 `.principal(…)`, or say `.anonymous()`",
            ),
            Self::Key(reason) => f.write_str(reason),
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::Protocol(reason) => write!(f, "the client does not speak MCP: {reason}"),
        }
    }
}

impl std::error::Error for StartError {}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start(error) => error.source(),
            Self::Io(error) => error.source(),
            Self::Protocol(_) => None,
        }
    }
}
