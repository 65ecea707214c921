//! `#[form(key = value, …)]` and `#[choice(…)]`, apart from what each key means.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Meta, Token};

use super::case::Case;
use crate::diag::Errors;

/// One `key = value`.
pub(super) struct Entry {
    pub(super) key: Ident,
    pub(super) value: Expr,
}

/// The keys that an attribute takes in one place.
pub(super) struct Keys {
    /// The attribute's name.
    pub(super) attribute: &'static str,
    /// Where it stands: `a field`.
    pub(super) place: &'static str,
    pub(super) valid: &'static [&'static str],
}

/// What authors may know from JSON Schema or from validation crates.
const NOT_IN_FORMS: [&str; 10] = [
    "const",
    "exclusive_max",
    "exclusive_min",
    "length",
    "multiple_of",
    "pattern",
    "range",
    "regex",
    "unique_items",
    "validate",
];

/// Reads the entries of all attributes of that name.
pub(super) fn entries(errors: &mut Errors, attributes: &[Attribute], keys: &Keys) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for attribute in attributes {
        if !attribute.path().is_ident(keys.attribute) {
            continue;
        }
        let parsed = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        for meta in errors.handle(parsed).into_iter().flatten() {
            if let Some(entry) = entry(errors, meta, keys) {
                if entries.iter().any(|earlier| earlier.key == entry.key) {
                    errors.on(&entry.key, format_args!("`{}` is given twice", entry.key));
                } else {
                    entries.push(entry);
                }
            }
        }
    }
    entries
}

fn entry(errors: &mut Errors, meta: Meta, keys: &Keys) -> Option<Entry> {
    let Some(key) = meta.path().get_ident().map(IdentExt::unraw) else {
        errors.on(meta.path(), unknown("this", keys));
        return None;
    };
    if !keys.valid.contains(&key.to_string().as_str()) {
        errors.on(meta.path(), unknown(&format!("`{key}`"), keys));
        return None;
    }
    let Meta::NameValue(pair) = meta else {
        errors.on(meta, format_args!("`{key}` needs a value: `{key} = …`"));
        return None;
    };
    Some(Entry {
        key,
        value: pair.value,
    })
}

fn unknown(key: &str, keys: &Keys) -> String {
    let valid: Vec<_> = keys.valid.iter().map(|key| format!("`{key}`")).collect();
    let name = key.trim_matches('`');
    let hint = if keys.attribute == "form" && NOT_IN_FORMS.contains(&name) {
        "; the protocol's forms have no such rule: check the answer in the tool and ask again"
    } else {
        ""
    };
    if valid.is_empty() {
        return format!(
            "{key} is not a key of `#[{}(…)]` on {}, which has none",
            keys.attribute, keys.place
        );
    }
    format!(
        "{key} is not a key of `#[{}(…)]` on {}; the keys are {}{hint}",
        keys.attribute,
        keys.place,
        valid.join(", ")
    )
}

impl Entry {
    /// A value that must be text.
    pub(super) fn text(&self, errors: &mut Errors) -> Option<LitStr> {
        if let Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) = &self.value
        {
            return Some(text.clone());
        }
        errors.on(
            &self.value,
            format_args!("`{0}` is text: `{0} = \"…\"`", self.key),
        );
        None
    }

    /// A value that must be text, and not empty.
    pub(super) fn some_text(&self, errors: &mut Errors, why: &str) -> Option<LitStr> {
        let text = self.text(errors)?;
        if text.value().trim().is_empty() {
            errors.on(&text, format_args!("`{}` is empty: {why}", self.key));
            return None;
        }
        Some(text)
    }
}

/// The container's `rename_all`: ours, else serde's.
pub(super) fn rename_all(
    errors: &mut Errors,
    attributes: &[Attribute],
    keys: &Keys,
) -> Option<Case> {
    let ours = entries(errors, attributes, keys)
        .iter()
        .filter(|entry| entry.key == "rename_all")
        .find_map(|entry| entry.text(errors));
    let Some(ours) = ours else {
        return serde_text(attributes, "rename_all").and_then(|text| Case::named(&text.value()));
    };
    let case = Case::named(&ours.value());
    if case.is_none() {
        let known: Vec<_> = Case::ALL.iter().map(|(name, _)| *name).collect();
        errors.on(
            &ours,
            format_args!("there is no such case; write one of {}", known.join(", ")),
        );
    }
    case
}

/// `#[serde(key = "…")]`: one name for a thing, wherever serde is derived too.
pub(super) fn serde_text(attributes: &[Attribute], wanted: &str) -> Option<LitStr> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("serde"))
        // Whatever serde itself does not understand, it reports.
        .filter_map(|attribute| {
            attribute
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .ok()
        })
        .flatten()
        .find_map(|meta| match meta {
            Meta::NameValue(pair) if pair.path.is_ident(wanted) => match pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text),
                _ => None,
            },
            _ => None,
        })
}

/// Reports names that two things share, each on the later one.
pub(super) fn check_names<'a>(
    errors: &mut Errors,
    things: &str,
    named: impl Iterator<Item = (&'a Ident, &'a str, Span)>,
) {
    let mut seen: Vec<(&Ident, &str)> = Vec::new();
    for (ident, name, span) in named {
        match seen.iter().find(|(_, earlier)| *earlier == name) {
            Some((earlier, _)) => errors.at(
                span,
                format_args!(
                    "two {things} are named `{name}` on the wire, this one and `{earlier}`; \
                     rename one of them"
                ),
            ),
            None => seen.push((ident, name)),
        }
    }
}
