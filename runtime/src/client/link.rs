//! Whether a page that a server asks for may be opened at all.

use std::fmt;

use url::{Host, Url};

/// The address of a page that may be opened, after a yes: `https`, or `http` on this machine.
///
/// It displays as the whole address in its normal form, which is what a browser would open.
///
/// Spec: *client/elicitation*, safe URL handling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link(Url);

/// What a person should be told about an address before they agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkWarning {
    /// Something stands before the host that looks like a host: `https://good.example@evil.example/`.
    UserInfo,
    /// The host has letters outside of ASCII, or pretends to: they can look like others.
    Punycode,
    /// What is sent can be read on the way. Only for this machine.
    NotEncrypted,
}

/// Why an address must not be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsafeLink {
    /// It is no address.
    NotAnAddress(String),
    /// It has a character that nobody can see.
    Invisible(char),
    /// It is neither `https`, nor `http` on this machine.
    Scheme(String),
}

impl Link {
    /// Checks an address.
    ///
    /// # Errors
    /// It must not be opened. Tell the person why; do not offer it as a link.
    ///
    /// ```
    /// use mrtr::client::{Link, LinkWarning};
    ///
    /// let link = Link::parse("https://shop.example@evil.example/login")?;
    /// assert_eq!(link.host(), "evil.example");
    /// assert_eq!(link.warnings(), [LinkWarning::UserInfo]);
    /// assert!(Link::parse("javascript:alert(1)").is_err());
    /// # Ok::<_, mrtr::client::UnsafeLink>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, UnsafeLink> {
        let invisible = |c: &char| c.is_control() || c.is_whitespace();
        if let Some(character) = text.chars().find(invisible) {
            return Err(UnsafeLink::Invisible(character));
        }
        let url = Url::parse(text).map_err(|_| UnsafeLink::NotAnAddress(text.to_owned()))?;
        match url.scheme() {
            "https" => Ok(Self(url)),
            "http" if is_this_machine(&url) => Ok(Self(url)),
            _ => Err(UnsafeLink::Scheme(url.into())),
        }
    }

    /// The whole address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The host: the part that says who gets what is sent.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The address in three parts, the second of which is the host.
    #[must_use]
    pub fn around_host(&self) -> (&str, &str, &str) {
        let text = self.as_str();
        let start = match (self.0.username(), self.0.password()) {
            ("", None) => text.find("//").map(|at| at + 2),
            _ => text.find('@').map(|at| at + 1),
        };
        let (before, rest) = text.split_at(start.unwrap_or(0));
        let (host, after) = rest.split_at(self.host().len().min(rest.len()));
        (before, host, after)
    }

    /// What the person should know before they agree.
    #[must_use]
    pub fn warnings(&self) -> Vec<LinkWarning> {
        let url = &self.0;
        let labels = || self.host().split('.');
        [
            (
                !url.username().is_empty() || url.password().is_some(),
                LinkWarning::UserInfo,
            ),
            (
                labels().any(|label| label.starts_with("xn--")),
                LinkWarning::Punycode,
            ),
            (url.scheme() == "http", LinkWarning::NotEncrypted),
        ]
        .into_iter()
        .filter_map(|(holds, warning)| holds.then_some(warning))
        .collect()
    }
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for LinkWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UserInfo => "what stands before the `@` is not the site",
            Self::Punycode => "the site's name has letters that can look like others",
            Self::NotEncrypted => "the connection is not encrypted",
        })
    }
}

impl fmt::Display for UnsafeLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAddress(text) => {
                write!(f, "`{}` is not the address of a page", text.escape_debug())
            }
            Self::Invisible(character) => {
                let character = character.escape_unicode();
                write!(f, "the address has the invisible character {character}")
            }
            Self::Scheme(url) => write!(
                f,
                "`{}` is not opened: only https is, and http on this machine",
                url.escape_debug()
            ),
        }
    }
}

impl std::error::Error for UnsafeLink {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine_are_opened() {
        for good in [
            "https://example.org/",
            "HTTPS://EXAMPLE.ORG/a?b#c",
            "https://10.0.0.1/",
            "http://localhost:8000/cb",
            "http://127.0.0.1/",
            "http://127.8.8.8/",
            "http://[::1]:1/",
            "http://app.localhost/",
        ] {
            assert!(Link::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
            "ftp://example.org/",
            "vscode://x",
            "http://example.org/",
            "http://10.0.0.1/",
            "http://localhost.evil.test/",
            "http://notlocalhost/",
            "http://128.0.0.1/",
        ] {
            assert!(
                matches!(Link::parse(bad), Err(UnsafeLink::Scheme(_))),
                "{bad}"
            );
        }
        for bad in ["not a url", "", "//example.org", "https://", "https:// x/"] {
            assert!(Link::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for bad in [
            "https://example.org/\u{7}",
            "https://exa\tmple.org/",
            " https://example.org/",
            "https://example.org/\n",
            "java\nscript:alert(1)",
            "https://example.org/\u{9b}31m",
        ] {
            assert!(
                matches!(Link::parse(bad), Err(UnsafeLink::Invisible(_))),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn an_address_that_misleads_is_warned_about() {
        let warnings = |text| Link::parse(text).expect("an address").warnings();
        assert_eq!(warnings("https://example.org/@x?xn--"), []);
        assert_eq!(
            warnings("https://good.test@evil.test/"),
            [LinkWarning::UserInfo]
        );
        assert_eq!(
            warnings("https://good.test:pw@evil.test/"),
            [LinkWarning::UserInfo]
        );
        assert_eq!(
            warnings("https://xn--pple-43d.com/"),
            [LinkWarning::Punycode]
        );
        // A Cyrillic letter: it is shown as what a browser would look up.
        assert_eq!(
            warnings("https://\u{430}pple.com/"),
            [LinkWarning::Punycode]
        );
        assert_eq!(warnings("http://localhost/"), [LinkWarning::NotEncrypted]);
    }

    #[test]
    fn the_host_is_found_where_it_is() {
        for (text, expected) in [
            (
                "https://good.test@evil.test/x",
                ("https://good.test@", "evil.test", "/x"),
            ),
            (
                "https://good.test\\@evil.test/x",
                ("https://", "good.test", "/@evil.test/x"),
            ),
            ("https://a.test/@b", ("https://", "a.test", "/@b")),
            (
                "https://u:p%40q@a.test:1/",
                ("https://u:p%40q@", "a.test", ":1/"),
            ),
            ("http://[::1]:8/x", ("http://", "[::1]", ":8/x")),
        ] {
            let link = Link::parse(text).expect("an address");
            assert_eq!(link.around_host(), expected, "{text}");
        }
    }
}
