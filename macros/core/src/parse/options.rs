//! The attribute's own options: `#[mrtr_tool(name = "…", description = …)]`.

use proc_macro2::{Span, TokenStream};
use syn::meta::ParseNestedMeta;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned as _;
use syn::{Expr, LitStr, Path, Token};

use super::Kind;
use crate::diag::Errors;
use crate::messages;

/// What the author set in the attribute.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(crate) struct Options {
    /// The tool's name, where it is not the function's.
    pub(crate) name: Option<LitStr>,
    /// The description, where it is not the doc comment's: any constant `&str`.
    pub(crate) description: Option<Expr>,
    /// The name for people: any constant `&str`.
    pub(crate) title: Option<Expr>,
    /// What is done after a question is done once, however often the answers are sent.
    pub(crate) once: Option<Span>,
    /// It asks in one round and no state travels; where the author wrote so.
    pub(crate) stateless: Option<Span>,
    /// Whatever may be asked is asked of the client's capabilities before the first line.
    pub(crate) up_front: bool,
    /// An answer that does not fit is refused.
    pub(crate) reject_invalid: bool,
    /// It changes nothing.
    pub(crate) read_only: Option<Span>,
    /// State of other code starts it again.
    pub(crate) restart: Option<Span>,
    /// State of code with the same tag is good, whatever the code.
    pub(crate) compatible: Option<LitStr>,
    /// What it becomes is printed.
    pub(crate) expand: bool,
    /// The crate `mrtr` is reached by another path: see [`root`].
    rerooted: bool,
    /// The URI of a resource, or the template of its URIs.
    pub(crate) uri: Option<LitStr>,
    /// What a resource is: `application/json`.
    pub(crate) mime_type: Option<LitStr>,
}

/// The options of whatever has a name in lists and calls.
const OF_ALL: &[&str] = &[
    "name",
    "title",
    "description",
    "once",
    "stateless",
    "require",
    "on_invalid",
    "restart",
];

/// The options without a value.
const FLAGS: &[&str] = &["once", "stateless", "read_only", "restart", "expand"];

/// The options of all flows.
const OF_FLOWS: &[&str] = &["compatible", "crate", "expand"];

impl Kind {
    fn keys(self) -> Vec<&'static str> {
        let own: &[&str] = match self {
            Self::Tool => &["read_only"],
            Self::Resource => &["mime_type"],
            Self::Prompt | Self::Flow => &[],
        };
        let of_all = if self == Self::Flow { &[] } else { OF_ALL };
        [of_all, own, OF_FLOWS].concat()
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
        let key = meta.path.get_ident().map(ToString::to_string);
        let key = key.unwrap_or_default();
        if !keys.contains(&key.as_str()) {
            let message = messages::unknown_option(kind.attribute(), &key, &keys);
            return Err(meta.error(message));
        }
        if options.set(&key, &meta, &mut rejected)? {
            Ok(())
        } else {
            Err(meta.error(messages::duplicate_option(&key)))
        }
    });
    errors.handle(parser.parse2(tokens));
    for (span, message) in rejected {
        errors.at(span, message);
    }
    options.check(errors, kind);
    options
}

impl Options {
    /// Sets one; `false` where it was set before.
    fn set(
        &mut self,
        key: &str,
        meta: &ParseNestedMeta<'_>,
        rejected: &mut Vec<(Span, &'static str)>,
    ) -> syn::Result<bool> {
        let written = meta.path.span();
        if !FLAGS.contains(&key) && !meta.input.peek(Token![=]) {
            return Err(meta.error(messages::option_without_value(key)));
        }
        let mut word = |only: &str, message: &'static str| -> syn::Result<bool> {
            let word: LitStr = meta.value()?.parse()?;
            if word.value() != only {
                rejected.push((word.span(), message));
            }
            Ok(true)
        };
        Ok(match key {
            "once" => self.once.replace(written).is_none(),
            "stateless" => self.stateless.replace(written).is_none(),
            "read_only" => self.read_only.replace(written).is_none(),
            "restart" => self.restart.replace(written).is_none(),
            "expand" => !std::mem::replace(&mut self.expand, true),
            "require" => {
                !std::mem::replace(&mut self.up_front, word("up_front", messages::REQUIRE)?)
            }
            "on_invalid" => {
                let rejects = word("reject", messages::ON_INVALID)?;
                !std::mem::replace(&mut self.reject_invalid, rejects)
            }
            "name" => {
                let name: LitStr = meta.value()?.parse()?;
                if !is_tool_name(&name.value()) {
                    rejected.push((name.span(), messages::TOOL_NAME));
                }
                self.name.replace(name).is_none()
            }
            "title" => self.title.replace(meta.value()?.parse()?).is_none(),
            "mime_type" => self.mime_type.replace(meta.value()?.parse()?).is_none(),
            "compatible" => self.compatible.replace(meta.value()?.parse()?).is_none(),
            "crate" => {
                meta.value()?.call(parse_root)?;
                !std::mem::replace(&mut self.rerooted, true)
            }
            _ => self.description.replace(meta.value()?.parse()?).is_none(),
        })
    }

    /// What does not go together.
    fn check(&self, errors: &mut Errors, kind: Kind) {
        let Some(restart) = self.restart else { return };
        if self.once.is_some() {
            errors.at(restart, messages::RESTART_ONCE);
        } else if kind == Kind::Tool && self.read_only.is_none() {
            errors.at(restart, messages::RESTART);
        }
    }
}

/// The path of `crate = path`, also where other options are wrong: then there is code to emit too.
pub(crate) fn root(tokens: TokenStream) -> Option<Path> {
    let tokens: Vec<_> = tokens
        .into_iter()
        .map(|token| (token.to_string(), token))
        .collect();
    let at = tokens
        .windows(2)
        .position(|pair| pair[0].0 == "crate" && pair[1].0 == "=")?;
    let path = tokens.into_iter().skip(at + 2);
    let path = path
        .take_while(|(text, _)| text != ",")
        .map(|(_, token)| token);
    parse_root.parse2(path.collect()).ok()
}

/// A path, or one in a text, as serde's options have it.
fn parse_root(input: ParseStream<'_>) -> syn::Result<Path> {
    if input.peek(LitStr) {
        input.parse::<LitStr>()?.parse_with(Path::parse_mod_style)
    } else {
        input.call(Path::parse_mod_style)
    }
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
