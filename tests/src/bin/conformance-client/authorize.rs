//! An HTTP client that authorises itself when a server asks for it, with a browser that nobody
//! sits at: the authorization server of the suite agrees at once.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::stream::BoxStream;
use http::{HeaderName, HeaderValue};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::auth::{AuthError, AuthorizationRequest, OAuthState};
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::Sse;
use tokio::sync::Mutex;

/// Where the browser would go back to.
const CALLBACK: &str = "http://localhost:3000/callback";
/// The address of this client's metadata that the suite expects.
const METADATA: &str = "https://conformance-test.local/client-metadata.json";
/// How often one request may lead to an authorisation: a server that is never content must not
/// make a loop.
const MOST_ATTEMPTS: u32 = 2;

#[derive(Clone)]
pub(crate) struct Authorizing {
    http: reqwest::Client,
    server: Arc<str>,
    request: AuthorizationRequest,
    state: Arc<Mutex<Option<OAuthState>>>,
}

type HttpError = StreamableHttpError<reqwest::Error>;

impl Authorizing {
    pub(crate) fn new(
        server: &str,
        client_id: Option<String>,
        client_secret: Option<String>,
    ) -> Self {
        let mut request = AuthorizationRequest::new(CALLBACK)
            .with_client_name("mrtr-conformance")
            .with_client_metadata_url(METADATA)
            .with_initial_scope_selection();
        request.client_id = client_id;
        request.client_secret = client_secret;
        Self {
            http: reqwest::Client::new(),
            server: server.into(),
            request,
            state: Arc::default(),
        }
    }

    async fn token(&self) -> Result<Option<String>, AuthError> {
        match &*self.state.lock().await {
            Some(OAuthState::Authorized(manager)) => manager.get_access_token().await.map(Some),
            _ => Ok(None),
        }
    }

    /// Gets a token for what the server wants, or gives the refusal back.
    async fn authorize(&self, refusal: HttpError) -> Result<(), HttpError> {
        let mut state = self.state.lock().await;
        if let (StreamableHttpError::InsufficientScope(wanted), Some(state)) =
            (&refusal, &mut *state)
        {
            let Some(scope) = wanted.get_required_scope() else {
                return Err(refusal);
            };
            let page = state.request_scope_upgrade(scope, CALLBACK).await?;
            state.handle_callback_url(&visit(&page).await?).await?;
            return Ok(());
        }
        let Some(challenge) = refusal.auth_challenge() else {
            return Err(refusal);
        };
        let mut fresh = OAuthState::new(&*self.server, None).await?;
        let request = self.request.clone().with_challenge(challenge);
        fresh.start_authorization(request).await?;
        let page = fresh.get_authorization_url().await?;
        fresh.handle_callback_url(&visit(&page).await?).await?;
        *state = Some(fresh);
        Ok(())
    }
}

/// Where the authorization server sends the browser.
async fn visit(page: &str) -> Result<String, HttpError> {
    let browser = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(StreamableHttpError::Client)?;
    let response = browser.get(page).send().await;
    let response = response.map_err(StreamableHttpError::Client)?;
    let location = response.headers().get(http::header::LOCATION);
    let location = location.and_then(|location| location.to_str().ok());
    let failed = || AuthError::AuthorizationFailed("it sent the browser nowhere".to_owned());
    Ok(location.ok_or_else(failed)?.to_owned())
}

impl StreamableHttpClient for Authorizing {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let mut attempts = 0;
        loop {
            let (uri, session) = (Arc::clone(&uri), session.clone());
            let (message, headers) = (message.clone(), headers.clone());
            let token = self.token().await?;
            let posted = self
                .http
                .post_message(uri, message, session, token, headers);
            match posted.await {
                Err(refusal) if refusal.auth_challenge().is_some() && attempts < MOST_ATTEMPTS => {
                    attempts += 1;
                    self.authorize(refusal).await?;
                }
                posted => return posted,
            }
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), HttpError> {
        let token = self.token().await?;
        self.http.delete_session(uri, session, token, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, sse_stream::Error>>, HttpError> {
        let token = self.token().await?;
        let stream = self
            .http
            .get_stream(uri, session, last_event, token, headers);
        stream.await
    }
}
