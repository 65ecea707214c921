//! The URI of a resource: `db://{table}/{id}`.

use std::collections::BTreeSet;

use syn::LitStr;

use super::{Param, ParamKind};
use crate::diag::Errors;
use crate::messages;
use crate::names;

/// Checks that the URI is one, and that its variables are the arguments.
pub(super) fn check(errors: &mut Errors, uri: &LitStr, params: &[Param]) {
    let text = uri.value();
    if !has_scheme(&text) {
        errors.on(uri, messages::RESOURCE_SCHEME);
    }
    let Some(variables) = variables(&text) else {
        errors.on(uri, messages::RESOURCE_VARIABLE);
        return;
    };
    let mut seen = BTreeSet::new();
    for variable in &variables {
        if !seen.insert(*variable) {
            errors.on(uri, messages::resource_variable_twice(variable));
        }
    }
    let arguments = || {
        params
            .iter()
            .filter(|param| param.kind == ParamKind::Argument)
    };
    for argument in arguments() {
        let name = names::unraw(&argument.ident);
        if !seen.contains(name.as_str()) {
            errors.on(&argument.ident, messages::argument_not_in_uri(&name));
        }
    }
    for variable in seen {
        if !arguments().any(|argument| names::unraw(&argument.ident) == variable) {
            errors.on(uri, messages::variable_not_an_argument(variable));
        }
    }
}

/// RFC 3986, section 3.1.
fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            && !rest.is_empty()
    })
}

/// The names in braces; `None` where there is something else in them, or nothing between two.
fn variables(uri: &str) -> Option<Vec<&str>> {
    let mut variables = Vec::new();
    let mut rest = uri;
    while let Some((literal, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}')?;
        let is_name = syn::parse_str::<syn::Ident>(name).is_ok();
        let touches = literal.is_empty() && !variables.is_empty();
        if literal.contains('}') || !is_name || touches {
            return None;
        }
        variables.push(name);
        rest = behind;
    }
    (!rest.contains('}')).then_some(variables)
}
