//! Who answers a server's questions.

use std::error::Error;
use std::fmt;
use std::pin::Pin;

use rmcp::model::CreateMessageResult;
use serde_json::{Map, Value};

use super::form::FormProblems;
use super::link::UnsafeLink;
use super::question::{
    FormQuestion, Progress, RootsQuestion, Round, SamplingQuestion, UrlQuestion,
};
use super::response::{Root, WrongAnswer};
use crate::question::Answer;

/// Who answers a server's questions.
///
/// What it returns here is what the client declares: a client without a [`FormHandler`] does not
/// say that it can show forms. The methods must return the same each time.
/// [`Handlers`](super::Handlers) makes one of closures.
pub trait Answerer: Send + Sync + 'static {
    /// Shows forms (`elicitation/create`).
    fn forms(&self) -> Option<&dyn FormHandler> {
        None
    }

    /// Opens pages (`elicitation/create` in URL mode).
    fn urls(&self) -> Option<&dyn UrlHandler> {
        None
    }

    /// Runs a model (`sampling/createMessage`).
    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        None
    }

    /// Lists roots (`roots/list`).
    fn roots(&self) -> Option<&dyn RootsHandler> {
        None
    }

    /// Is told about each round before it is answered.
    fn on_round(&self, round: &Round<'_>) {
        let _ = round;
    }

    /// Is told how far the server is with a request.
    fn on_progress(&self, progress: &Progress<'_>) {
        let _ = progress;
    }
}

/// Answers forms. A closure `Fn(FormQuestion) -> impl Future` is one.
///
/// The content of an accepted form is checked against the form before it is sent: what breaks it
/// ends the call as [`Unanswered::Invalid`].
pub trait FormHandler: Send + Sync {
    /// What a person makes of the form.
    fn answer(&self, question: FormQuestion) -> Answering<'_, Answer<Map<String, Value>>>;
}

/// Opens pages. A closure `Fn(UrlQuestion) -> impl Future` is one.
pub trait UrlHandler: Send + Sync {
    /// Whether the person agreed to open the page. To accept says nothing about what they did
    /// there.
    fn open(&self, question: UrlQuestion) -> Answering<'_, Answer<()>>;
}

/// Runs a model. A closure `Fn(SamplingQuestion) -> impl Future` is one.
pub trait SamplingHandler: Send + Sync {
    /// What the model says. A person who does not want that is [`Unanswered::Declined`]: the
    /// protocol has no answer for it.
    fn sample(&self, question: SamplingQuestion) -> Answering<'_, CreateMessageResult>;

    /// What the model can do beyond plain messages. Default: nothing.
    fn support(&self) -> SamplingSupport {
        SamplingSupport::default()
    }
}

/// Answers `roots/list`. A closure `Fn(RootsQuestion) -> impl Future` is one.
pub trait RootsHandler: Send + Sync {
    /// The roots.
    fn list(&self, question: RootsQuestion) -> Answering<'_, Vec<Root>>;
}

/// A handler of every kind that leaves the answers to the caller: for calls that are made
/// [step by step](super::Call::step), with nothing behind what the client says that it can do.
/// A question that reaches it is [`Unanswered::Missing`].
///
/// ```
/// use mrtr::client::{ByHand, Handlers};
///
/// let forms_and_pages = Handlers::new().on_form(ByHand).on_url(ByHand);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct ByHand;

/// What a model can do beyond plain messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SamplingSupport {
    /// It can use tools that the server offers (`sampling.tools`).
    pub tools: bool,
    /// It can add context of the client's servers (`sampling.context`).
    pub context: bool,
}

impl SamplingSupport {
    /// With or without tools.
    #[must_use]
    pub fn tools(mut self, yes: bool) -> Self {
        self.tools = yes;
        self
    }

    /// With or without context.
    #[must_use]
    pub fn context(mut self, yes: bool) -> Self {
        self.context = yes;
        self
    }
}

/// An answer that is being worked out.
pub type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, Unanswered>> + Send + 'a>>;

/// Why a question stays without an answer. Nothing is sent then, and the call ends.
///
/// Any error becomes [`Failed`](Self::Failed) by `?`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unanswered {
    /// The client has no handler for what it names.
    NoHandler(&'static str),
    /// The person does not want the model to run, or the roots to be listed. For these the
    /// protocol has no other way to say so than to stay away.
    Declined,
    /// A rule of the client forbids it.
    Forbidden(String),
    /// The page must not be opened.
    UnsafeLink(UnsafeLink),
    /// The answer breaks the form.
    Invalid(FormProblems),
    /// The answer is of another kind than the question.
    WrongAnswer(WrongAnswer),
    /// There is no answer yet.
    Missing,
    /// The handler failed.
    Failed(Box<dyn Error + Send + Sync>),
}

impl Unanswered {
    /// The handler failed, for this reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self::Failed(reason.into().into())
    }

    /// The cause, where it is an error of its own.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::UnsafeLink(error) => Some(error),
            Self::Invalid(error) => Some(error),
            Self::WrongAnswer(error) => Some(error),
            Self::Failed(error) => Some(&**error),
            Self::NoHandler(_) | Self::Declined | Self::Forbidden(_) | Self::Missing => None,
        }
    }
}

// Not an `Error` itself: that would rule out the conversion below.
impl<E: Error + Send + Sync + 'static> From<E> for Unanswered {
    fn from(error: E) -> Self {
        Self::Failed(Box::new(error))
    }
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHandler(what) => write!(f, "this client cannot {what}"),
            Self::Declined => f.write_str("the user declined"),
            Self::Forbidden(rule) => f.write_str(rule),
            Self::UnsafeLink(error) => error.fmt(f),
            Self::Invalid(problems) => problems.fmt(f),
            Self::WrongAnswer(error) => error.fmt(f),
            Self::Missing => f.write_str("no answer was given"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl<T: Answerer + ?Sized> Answerer for Box<T> {
    fn forms(&self) -> Option<&dyn FormHandler> {
        (**self).forms()
    }

    fn urls(&self) -> Option<&dyn UrlHandler> {
        (**self).urls()
    }

    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        (**self).sampling()
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        (**self).roots()
    }

    fn on_round(&self, round: &Round<'_>) {
        (**self).on_round(round);
    }

    fn on_progress(&self, progress: &Progress<'_>) {
        (**self).on_progress(progress);
    }
}

/// Makes each closure of the right shape a handler, and [`ByHand`].
macro_rules! handlers {
    ($($handler:ident::$method:ident($question:ident) -> $answer:ty;)*) => {$(
        impl $handler for ByHand {
            fn $method(&self, _: $question) -> Answering<'_, $answer> {
                Box::pin(async { Err(Unanswered::Missing) })
            }
        }

        impl<F, Fut> $handler for F
        where
            F: Fn($question) -> Fut + Send + Sync,
            Fut: Future<Output = Result<$answer, Unanswered>> + Send + 'static,
        {
            fn $method(&self, question: $question) -> Answering<'_, $answer> {
                Box::pin(self(question))
            }
        }
    )*};
}

handlers! {
    FormHandler::answer(FormQuestion) -> Answer<Map<String, Value>>;
    UrlHandler::open(UrlQuestion) -> Answer<()>;
    SamplingHandler::sample(SamplingQuestion) -> CreateMessageResult;
    RootsHandler::list(RootsQuestion) -> Vec<Root>;
}
