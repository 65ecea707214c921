use std::fmt;

use super::answerer::{Answerer, FormHandler, RootsHandler, SamplingHandler, UrlHandler};

/// An [`Answerer`] of separate handlers, each a closure or a type of its own.
#[derive(Default)]
pub struct Handlers {
    forms: Option<Box<dyn FormHandler>>,
    urls: Option<Box<dyn UrlHandler>>,
    sampling: Option<Box<dyn SamplingHandler>>,
    roots: Option<Box<dyn RootsHandler>>,
}

impl Handlers {
    /// Nobody answers anything.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows forms.
    #[must_use]
    pub fn on_form(mut self, handler: impl FormHandler + 'static) -> Self {
        self.forms = Some(Box::new(handler));
        self
    }

    /// Opens pages.
    #[must_use]
    pub fn on_url(mut self, handler: impl UrlHandler + 'static) -> Self {
        self.urls = Some(Box::new(handler));
        self
    }

    /// Runs a model.
    #[must_use]
    pub fn on_sampling(mut self, handler: impl SamplingHandler + 'static) -> Self {
        self.sampling = Some(Box::new(handler));
        self
    }

    /// Lists roots.
    #[must_use]
    pub fn on_roots(mut self, handler: impl RootsHandler + 'static) -> Self {
        self.roots = Some(Box::new(handler));
        self
    }
}

impl Answerer for Handlers {
    fn forms(&self) -> Option<&dyn FormHandler> {
        self.forms.as_deref()
    }

    fn urls(&self) -> Option<&dyn UrlHandler> {
        self.urls.as_deref()
    }

    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        self.sampling.as_deref()
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        self.roots.as_deref()
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers")
            .field("forms", &self.forms.is_some())
            .field("urls", &self.urls.is_some())
            .field("sampling", &self.sampling.is_some())
            .field("roots", &self.roots.is_some())
            .finish()
    }
}
