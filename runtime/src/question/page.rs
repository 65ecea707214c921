//! `ask_url!`: a person is sent to a page, for what must not pass through the client.

use serde_json::{Map, Value};
use url::{Host, Url};

use super::form::read_action;
use super::{Answer, Need, Problems, Question, Rendered};
use crate::wire::InputRequest;

/// The question of `ask_url!(url, …)`.
///
/// An accept says that the person agreed to open the page, and nothing about what they did there.
///
/// Spec: *client/elicitation*, URL mode.
#[derive(Debug)]
pub struct Page;

/// Names of query parameters that carry a secret: whoever sees the URL would have it.
const SECRETS: [&str; 9] = [
    "accesstoken",
    "apikey",
    "clientsecret",
    "passphrase",
    "password",
    "passwd",
    "privatekey",
    "refreshtoken",
    "secret",
];

impl Page {
    /// The page at `url`, spelled as every client reads it.
    pub(crate) fn at(url: &str, text: String) -> Rendered {
        let url = Url::parse(url).map_or_else(|_| url.to_owned(), String::from);
        Rendered::Page { url, text }
    }
}

impl Question for Page {
    type Answer = Answer<()>;

    const NEED: Need = Need::Url;

    fn request(rendered: &Rendered) -> InputRequest {
        let url = match rendered {
            Rendered::Page { url, .. } => url.clone(),
            _ => String::new(),
        };
        InputRequest::Page {
            message: rendered.text().to_owned(),
            url,
        }
    }

    /// Reads an `ElicitResult`. Content has no meaning in URL mode.
    fn read(response: &Map<String, Value>) -> Result<Answer<()>, Problems> {
        read_action(response)
    }
}

/// Whether a person may be sent to `url`.
///
/// Spec: *client/elicitation*, safe URL handling.
pub(super) fn check(url: &str) -> Result<(), &'static str> {
    let url = Url::parse(url).map_err(|_| "the URL cannot be read")?;
    let secure = match url.scheme() {
        "https" => true,
        "http" => is_loopback(&url),
        _ => false,
    };
    if !secure {
        return Err("a page must be at an `https` URL; `http` is for this machine only");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the URL has a user name or a password in it");
    }
    if url.query_pairs().any(|(name, _)| is_secret(&name)) {
        return Err("the URL has a parameter that is named like a secret; send a link ticket");
    }
    Ok(())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn is_secret(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    SECRETS.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_is_at_an_https_url_or_on_this_machine() {
        for url in [
            "https://example.com/keys?ticket=l1.a.b.c",
            "https://example.com:8443/",
            "http://localhost:3000/keys",
            "http://app.localhost/",
            "http://127.0.0.1/",
            "http://127.8.9.10/",
            "http://[::1]:3000/",
            "https://example.com/?token_count=3&secretary=ann",
        ] {
            assert_eq!(check(url), Ok(()), "{url}");
        }
        for url in [
            "",
            "example.com/keys",
            "/keys",
            "http://example.com/",
            "http://localhost.example.com/",
            "http://128.0.0.1/",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
            "ftp://example.com/",
            "https://",
            "https://ann@example.com/",
            "https://ann:secret@example.com/",
            "https://example.com/?api_key=1",
            "https://example.com/?x=1&Access-Token=1",
            "https://example.com/?pass%77ord=1",
        ] {
            assert!(check(url).is_err(), "{url}");
        }
    }

    #[test]
    fn the_url_travels_as_every_client_reads_it() {
        let rendered = Page::at("HTTPS://exämple.com/a b", "Go there".to_owned());
        assert_eq!(
            serde_json::to_value(Page::request(&rendered)).expect("JSON"),
            json!({
                "method": "elicitation/create",
                "params": {
                    "mode": "url",
                    "message": "Go there",
                    "url": "https://xn--exmple-cua.com/a%20b",
                },
            })
        );
    }

    #[test]
    fn an_accept_is_consent_and_carries_nothing() {
        let read = |response: Value| match response {
            Value::Object(response) => Page::read(&response).ok(),
            other => panic!("{other} is no object"),
        };
        let accepted = Some(Answer::Accept(()));
        assert_eq!(read(json!({"action": "accept"})), accepted);
        assert_eq!(
            read(json!({"action": "accept", "content": {"key": "x"}})),
            accepted
        );
        assert_eq!(read(json!({"action": "decline"})), Some(Answer::Decline));
        assert_eq!(read(json!({"action": "cancel"})), Some(Answer::Cancel));
        assert_eq!(read(json!({})), None);
        assert_eq!(read(json!({"roots": []})), None);
    }
}
