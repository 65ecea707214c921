use std::fmt;
use std::pin::Pin;

use rmcp::model::CreateMessageResult;
use serde_json::{Map, Value};

use super::answerer::{
    Answerer, Answering, FormHandler, RootsHandler, SamplingHandler, SamplingSupport, Unanswered,
    UrlHandler,
};
use super::question::{
    FormQuestion, Origin, Progress, RootsQuestion, Round, SamplingQuestion, UrlQuestion,
};
use super::response::Root;
use crate::question::Answer;

/// Rules in front of another [`Answerer`].
///
/// ```
/// use mrtr::client::{Handlers, Policy, SamplingQuestion};
///
/// let policy = Policy::new(Handlers::new())
///     .only_servers(["https://shop.example/mcp"])
///     .ask_before_sampling(|question: SamplingQuestion| async move {
///         println!("{} wants to run a model", question.origin.server);
///         Ok(false)
///     })
///     .never_open_urls();
/// ```
pub struct Policy<A> {
    inner: A,
    servers: Option<Vec<String>>,
    consent: Option<Consent>,
    opens_urls: bool,
}

type Consent = Box<dyn Fn(SamplingQuestion) -> Asking + Send + Sync>;
type Asking = Pin<Box<dyn Future<Output = Result<bool, Unanswered>> + Send>>;

impl<A: Answerer> Policy<A> {
    /// No rule yet.
    pub fn new(inner: A) -> Self {
        Self {
            inner,
            servers: None,
            consent: None,
            opens_urls: true,
        }
    }

    /// Answers only these servers, by the name that the client's author gave them
    /// ([`Connect::server`](super::Connect::server)). What a server calls itself does not count.
    #[must_use]
    pub fn only_servers(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.servers = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Runs a model only after a yes. A no is [`Unanswered::Declined`].
    #[must_use]
    pub fn ask_before_sampling<F, Fut>(mut self, ask: F) -> Self
    where
        F: Fn(SamplingQuestion) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<bool, Unanswered>> + Send + 'static,
    {
        self.consent = Some(Box::new(move |question| Box::pin(ask(question))));
        self
    }

    /// Opens no page, and says so to the server.
    #[must_use]
    pub fn never_open_urls(mut self) -> Self {
        self.opens_urls = false;
        self
    }

    fn admits(&self, origin: &Origin) -> Result<(), Unanswered> {
        let Some(servers) = &self.servers else {
            return Ok(());
        };
        let given = origin.server.given.as_ref();
        if given.is_some_and(|given| servers.contains(given)) {
            return Ok(());
        }
        let server = &origin.server;
        Err(Unanswered::Forbidden(format!(
            "this client does not answer {server}"
        )))
    }
}

impl<A: Answerer> Answerer for Policy<A> {
    fn forms(&self) -> Option<&dyn FormHandler> {
        self.inner.forms().map(|_| self as &dyn FormHandler)
    }

    fn urls(&self) -> Option<&dyn UrlHandler> {
        let inner = self.inner.urls().filter(|_| self.opens_urls);
        inner.map(|_| self as &dyn UrlHandler)
    }

    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        self.inner.sampling().map(|_| self as &dyn SamplingHandler)
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        self.inner.roots().map(|_| self as &dyn RootsHandler)
    }

    fn on_round(&self, round: &Round<'_>) {
        self.inner.on_round(round);
    }

    fn on_progress(&self, progress: &Progress<'_>) {
        self.inner.on_progress(progress);
    }
}

impl<A: Answerer> FormHandler for Policy<A> {
    fn answer(&self, question: FormQuestion) -> Answering<'_, Answer<Map<String, Value>>> {
        Box::pin(async move {
            self.admits(&question.origin)?;
            let inner = self.inner.forms();
            let inner = inner.ok_or(Unanswered::NoHandler("show forms"))?;
            inner.answer(question).await
        })
    }
}

impl<A: Answerer> UrlHandler for Policy<A> {
    fn open(&self, question: UrlQuestion) -> Answering<'_, Answer<()>> {
        Box::pin(async move {
            self.admits(&question.origin)?;
            let inner = self.inner.urls().filter(|_| self.opens_urls);
            let inner = inner.ok_or(Unanswered::NoHandler("open pages"))?;
            inner.open(question).await
        })
    }
}

impl<A: Answerer> SamplingHandler for Policy<A> {
    fn sample(&self, question: SamplingQuestion) -> Answering<'_, CreateMessageResult> {
        Box::pin(async move {
            self.admits(&question.origin)?;
            if let Some(ask) = &self.consent
                && !ask(question.clone()).await?
            {
                return Err(Unanswered::Declined);
            }
            let inner = self.inner.sampling();
            let inner = inner.ok_or(Unanswered::NoHandler("run a model"))?;
            inner.sample(question).await
        })
    }

    fn support(&self) -> SamplingSupport {
        let inner = self.inner.sampling();
        inner.map(SamplingHandler::support).unwrap_or_default()
    }
}

impl<A: Answerer> RootsHandler for Policy<A> {
    fn list(&self, question: RootsQuestion) -> Answering<'_, Vec<Root>> {
        Box::pin(async move {
            self.admits(&question.origin)?;
            let inner = self.inner.roots();
            let inner = inner.ok_or(Unanswered::NoHandler("list roots"))?;
            inner.list(question).await
        })
    }
}

impl<A> fmt::Debug for Policy<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("servers", &self.servers)
            .field("asks_before_sampling", &self.consent.is_some())
            .field("opens_urls", &self.opens_urls)
            .finish_non_exhaustive()
    }
}
