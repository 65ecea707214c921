//! The attribute's own options: `#[mrtr_tool(name = "…", description = …)]`.

use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned as _;
use syn::{Expr, LitStr, Token};

use super::Kind;
use crate::diag::Errors;
use crate::messages;

/// What the author set in the attribute.
#[derive(Default)]
pub(crate) struct Options {
    /// The tool's name, where it is not the function's.
    pub(crate) name: Option<LitStr>,
    /// The description, where it is not the doc comment's: any constant `&str`.
    pub(crate) description: Option<Expr>,
    /// What is done after a question is done once, however often the answers are sent.
    pub(crate) once: bool,
    /// It asks in one round and no state travels; where the author wrote so.
    pub(crate) stateless: Option<Span>,
    /// Whatever may be asked is asked of the client's capabilities before the first line.
    pub(crate) up_front: bool,
    /// An answer that does not fit is refused.
    pub(crate) reject_invalid: bool,
    /// The URI of a resource, or the template of its URIs.
    pub(crate) uri: Option<LitStr>,
    /// What a resource is: `application/json`.
    pub(crate) mime_type: Option<LitStr>,
}

impl Kind {
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Tool | Self::Prompt => &[
                "name",
                "description",
                "once",
                "stateless",
                "require",
                "on_invalid",
            ],
            Self::Resource => &[
                "name",
                "description",
                "once",
                "stateless",
                "require",
                "on_invalid",
                "mime_type",
            ],
            Self::Flow => &[],
        }
    }
}

/// Parses the options; what is wrong is left out, so that the rest can be used.
pub(crate) fn parse(errors: &mut Errors, kind: Kind, tokens: TokenStream) -> Options {
    let (uri, tokens) = match kind {
        Kind::Resource => match parse_uri.parse2(tokens) {
            Ok((uri, rest)) => (Some(uri), rest),
            Err(error) => {
                errors.push(error);
                return Options::default();
            }
        },
        Kind::Tool | Kind::Prompt | Kind::Flow => (None, tokens),
    };
    let mut options = Options {
        uri,
        ..Options::default()
    };
    let keys = kind.keys();
    let mut rejected = Vec::new();
    let parser = syn::meta::parser(|meta| {
        let key = meta
            .path
            .get_ident()
            .map(ToString::to_string)
            .unwrap_or_default();
        if !keys.contains(&key.as_str()) {
            let message = messages::unknown_option(kind.attribute(), &key, keys);
            return Err(meta.error(message));
        }
        if ["once", "stateless"].contains(&key.as_str()) {
            let duplicate = if key == "once" {
                std::mem::replace(&mut options.once, true)
            } else {
                options.stateless.replace(meta.path.span()).is_some()
            };
            return if duplicate {
                Err(meta.error(messages::duplicate_option(&key)))
            } else {
                Ok(())
            };
        }
        let value = meta.value()?;
        let duplicate = match key.as_str() {
            "name" => {
                let name: LitStr = value.parse()?;
                if !is_tool_name(&name.value()) {
                    rejected.push(syn::Error::new(name.span(), messages::TOOL_NAME));
                }
                options.name.replace(name).is_some()
            }
            "require" => {
                let when: LitStr = value.parse()?;
                if when.value() != "up_front" {
                    rejected.push(syn::Error::new(when.span(), messages::REQUIRE));
                }
                std::mem::replace(&mut options.up_front, true)
            }
            "on_invalid" => {
                let what: LitStr = value.parse()?;
                if what.value() != "reject" {
                    rejected.push(syn::Error::new(what.span(), messages::ON_INVALID));
                }
                std::mem::replace(&mut options.reject_invalid, true)
            }
            "mime_type" => options.mime_type.replace(value.parse()?).is_some(),
            _ => options.description.replace(value.parse()?).is_some(),
        };
        if duplicate {
            Err(meta.error(messages::duplicate_option(&key)))
        } else {
            Ok(())
        }
    });
    errors.handle(parser.parse2(tokens));
    for error in rejected {
        errors.push(error);
    }
    options
}

/// Input:  `"db://{id}", name = "…"`
/// Output: `"db://{id}"` and `name = "…"`
fn parse_uri(input: ParseStream<'_>) -> syn::Result<(LitStr, TokenStream)> {
    let uri = input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), messages::RESOURCE_URI))?;
    input.parse::<Option<Token![,]>>()?;
    Ok((uri, input.parse()?))
}

/// Spec: *server/tools*, tool names.
pub(crate) fn is_tool_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}
