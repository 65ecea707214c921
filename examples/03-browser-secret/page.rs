//! The web page: it knows who is signed in, and lets in nobody but the person who made the call.

use axum::extract::{Form, FromRequestParts, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Router, http};
use mrtr::Principal;
use mrtr::link::Links;
use serde::Deserialize;

use crate::vault::Vault;

/// Where the pages are.
#[derive(Clone)]
pub struct Site {
    pub base: String,
}

impl Site {
    pub fn key_page(&self, ticket: &str) -> String {
        format!("{}/key?ticket={ticket}", self.base)
    }
}

#[derive(Clone)]
pub struct Pages {
    pub vault: Vault,
    pub links: Links,
}

pub fn routes(pages: Pages) -> Router {
    Router::new()
        .route("/key", get(show).post(store))
        .route("/sign-in", get(sign_in))
        .with_state(pages)
}

/// Who is signed in, by the page's own session. In this example the cookie is the name itself; a
/// real site has a session that nobody can make up.
pub struct Visitor(Principal);

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        signed_in(&parts.headers).map(Self).ok_or_else(|| {
            let page =
                "<p>Please <a href=\"/sign-in?name=ann\">sign in</a>, then open the link again.";
            (StatusCode::UNAUTHORIZED, Html(page)).into_response()
        })
    }
}

fn signed_in(headers: &HeaderMap) -> Option<Principal> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let name = cookies
        .split(';')
        .find_map(|cookie| cookie.trim().strip_prefix("session="))?;
    Principal::named(name).ok()
}

#[derive(Deserialize)]
struct SignIn {
    name: String,
}

async fn sign_in(Query(SignIn { name }): Query<SignIn>) -> Response {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return StatusCode::BAD_REQUEST.into_response();
    }
    // `Lax`: the person comes to the page from a link.
    let cookie = format!("session={name}; HttpOnly; SameSite=Lax; Path=/");
    (
        [(header::SET_COOKIE, cookie)],
        Html("<p>You are signed in."),
    )
        .into_response()
}

#[derive(Deserialize)]
struct Ticket {
    ticket: String,
}

async fn show(
    State(pages): State<Pages>,
    Visitor(visitor): Visitor,
    Query(Ticket { ticket }): Query<Ticket>,
) -> Response {
    if let Err(refused) = pages.links.redeem(&ticket, "key", &visitor) {
        return (StatusCode::FORBIDDEN, refused.to_string()).into_response();
    }
    // The ticket is ours, so it has nothing in it that HTML would read.
    let form = format!(
        "<!doctype html><title>API key</title>\
         <form method=post action=/key>\
         <input type=hidden name=ticket value=\"{ticket}\">\
         <label>API key <input type=password name=key required></label>\
         <button>Store</button></form>"
    );
    Html(form).into_response()
}

#[derive(Deserialize)]
struct Entered {
    ticket: String,
    key: String,
}

async fn store(
    State(pages): State<Pages>,
    Visitor(visitor): Visitor,
    Form(Entered { ticket, key }): Form<Entered>,
) -> Response {
    if let Err(refused) = pages.links.redeem(&ticket, "key", &visitor) {
        return (StatusCode::FORBIDDEN, refused.to_string()).into_response();
    }
    if key.is_empty() {
        return (StatusCode::BAD_REQUEST, "the key is empty").into_response();
    }
    pages.vault.store(&visitor, key);
    Html("<p>Stored. Go back to the chat.").into_response()
}

/// Who makes an MCP request. In this example the token is the name itself.
pub fn caller(head: &http::request::Parts) -> Result<Principal, StatusCode> {
    head.headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
        .and_then(|name| Principal::named(name).ok())
        .ok_or(StatusCode::UNAUTHORIZED)
}
