//! The attribute's own options: `#[mrtr_tool(name = "…", description = …)]`.

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::{Expr, LitStr};

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
}

const KEYS: &[&str] = &["name", "description", "once"];

/// Parses the options; what is wrong is left out, so that the rest can be used.
pub(crate) fn parse(errors: &mut Errors, tokens: TokenStream) -> Options {
    let mut options = Options::default();
    let mut rejected = Vec::new();
    let parser = syn::meta::parser(|meta| {
        let key = meta
            .path
            .get_ident()
            .map(ToString::to_string)
            .unwrap_or_default();
        if !KEYS.contains(&key.as_str()) {
            return Err(meta.error(messages::unknown_option(&key, KEYS)));
        }
        if key == "once" {
            let duplicate = std::mem::replace(&mut options.once, true);
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

/// Spec: *server/tools*, tool names.
pub(crate) fn is_tool_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}
