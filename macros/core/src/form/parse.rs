//! The item as a [`Form`]: its fields, and what each attribute says.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Expr, Fields, LitStr};

use super::attr::{Entry, Keys, entries, rename_all, serde_text};
use super::case::Case;
use super::doc;
use super::literal::{Literal, literal, number};
use super::model::{Field, Form, Format, Number, Rule, Rules};
use super::shape::shape;
use crate::clickable;
use crate::diag::Errors;

const STRUCT_KEYS: Keys = Keys {
    attribute: "form",
    place: "a struct",
    valid: &["crate", "rename_all"],
};

const FIELD_KEYS: Keys = Keys {
    attribute: "form",
    place: "a field",
    valid: &[
        "default",
        "description",
        "format",
        "max",
        "max_items",
        "max_length",
        "min",
        "min_items",
        "min_length",
        "not_secret",
        "rename",
        "title",
    ],
};

const NEWTYPE_KEYS: Keys = Keys {
    attribute: "form",
    place: "a newtype",
    valid: &[],
};

const INSIDE_KEYS: Keys = Keys {
    attribute: "form",
    place: "what is in a newtype",
    valid: &[
        "default",
        "description",
        "format",
        "max",
        "max_items",
        "max_length",
        "min",
        "min_items",
        "min_length",
        "not_secret",
        "title",
    ],
};

/// A newtype, as the one field of a form that it can be.
pub(super) fn newtype<'a>(
    errors: &mut Errors,
    input: &'a DeriveInput,
    inside: &'a syn::Field,
) -> Field<'a> {
    if !input.generics.params.is_empty() {
        errors.on(
            &input.generics,
            "a field of a form is asked for as it is written, so it cannot be generic; write a \
             type for each that you ask for",
        );
    }
    // It has no names of its own; what is wrong with its attributes is told all the same.
    entries(errors, &input.attrs, &NEWTYPE_KEYS);
    described(errors, &input.ident, inside, &INSIDE_KEYS)
}

pub(super) fn form<'a>(errors: &mut Errors, input: &'a DeriveInput) -> Form<'a> {
    if !input.generics.params.is_empty() {
        errors.on(
            &input.generics,
            "a form is asked for as it is written, so it cannot be generic; write a struct for \
             each type that you ask for",
        );
    }
    let case = rename_all(errors, &input.attrs, &STRUCT_KEYS);
    let fields = named_fields(errors, input)
        .into_iter()
        .flatten()
        .filter_map(|field| Some((field.ident.as_ref()?, field)))
        .map(|(ident, field)| self::field(errors, ident, field, case))
        .collect();
    Form {
        ident: &input.ident,
        fields,
    }
}

fn named_fields<'a>(
    errors: &mut Errors,
    input: &'a DeriveInput,
) -> Option<impl Iterator<Item = &'a syn::Field> + use<'a>> {
    let ident = &input.ident;
    let why = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields.named.iter()),
            Fields::Named(_) | Fields::Unit => format!(
                "`{ident}` has no fields, so there is nothing to fill in; give it a field, or ask \
                 `ask!(bool, \"…\")`"
            ),
            Fields::Unnamed(_) => format!(
                "the fields of a form have names, which people see; write \
                 `struct {ident} {{ name: Type }}`, or put one type in it: `struct {ident}(Type);`"
            ),
        },
        Data::Enum(_) => {
            format!("`{ident}` is an enum, of which a person picks one; derive `Choice` for it")
        }
        Data::Union(_) => {
            format!("`{ident}` is a union; a form is a struct with a field for each question")
        }
    };
    errors.on(ident, why);
    None
}

fn field<'a>(
    errors: &mut Errors,
    ident: &'a syn::Ident,
    field: &'a syn::Field,
    case: Option<Case>,
) -> Field<'a> {
    if ident == "_" {
        errors.on(
            ident,
            "the fields of a form have names, which people see; give this one a name",
        );
    }
    let described = described(errors, ident, field, &FIELD_KEYS);
    let own_name = ident.unraw().to_string();
    let rename = described.rules.rename.clone();
    let name = rename
        .or_else(|| serde_text(&field.attrs, "rename"))
        .map(|name| name.value())
        .or_else(|| case.map(|case| case.of_field(&own_name)))
        .unwrap_or(own_name);
    Field { name, ..described }
}

/// A field without a name on the wire.
fn described<'a>(
    errors: &mut Errors,
    ident: &'a syn::Ident,
    field: &'a syn::Field,
    keys: &Keys,
) -> Field<'a> {
    let mut rules = Rules::default();
    let mut described: Option<LitStr> = None;
    for entry in entries(errors, &field.attrs, keys) {
        if entry.key == "description" {
            described = entry.text(errors);
        } else {
            rules.add(errors, entry);
        }
    }
    let description = match &described {
        Some(text) if text.value().is_empty() => None,
        Some(text) => Some(quote::quote!(#text)),
        None => doc::description(&field.attrs),
    };
    Field {
        ident,
        ty: &field.ty,
        shape: shape(errors, &field.ty),
        name: String::new(),
        urls: urls(field, rules.title.as_ref(), described.as_ref()),
        allowed: allowed(&field.attrs).collect(),
        description,
        rules,
    }
}

fn allowed(attributes: &[syn::Attribute]) -> impl Iterator<Item = &syn::Attribute> {
    let is = |attribute: &&syn::Attribute, name| attribute.path().is_ident(name);
    attributes
        .iter()
        .filter(move |it| is(it, "allow") || is(it, "expect"))
}

/// Where the texts that people read have a URL.
fn urls(field: &syn::Field, title: Option<&LitStr>, description: Option<&LitStr>) -> Vec<Span> {
    let docs: Vec<&LitStr> = match description {
        Some(text) => vec![text],
        None => doc::literals(&field.attrs).collect(),
    };
    let texts = docs.into_iter().chain(title);
    texts
        .filter(|text| clickable::is_in(&text.value()))
        .map(LitStr::span)
        .collect()
}

impl Rules {
    fn add(&mut self, errors: &mut Errors, entry: Entry) {
        match entry.key.to_string().as_str() {
            "title" => self.title = entry.some_text(errors, "leave it out, or write a label"),
            "rename" => self.rename = entry.some_text(errors, "a field needs a name"),
            "not_secret" => {
                self.not_secret =
                    entry.some_text(errors, "say why this field does not ask for a secret");
            }
            "min_length" => self.min_length = entry.count(errors, "characters"),
            "max_length" => self.max_length = entry.count(errors, "characters"),
            "min_items" => self.min_items = entry.count(errors, "items"),
            "max_items" => self.max_items = entry.count(errors, "items"),
            "format" => self.format = entry.format(errors),
            "min" => self.min = entry.bound(errors),
            "max" => self.max = entry.bound(errors),
            _ => self.default = entry.default(errors),
        }
    }
}

impl Entry {
    fn rule<T>(self, value: T) -> Rule<T> {
        Rule {
            key: self.key,
            value,
            written: self.value,
        }
    }

    fn default(self, errors: &mut Errors) -> Option<Rule<Literal>> {
        let value = literal(&self.value);
        if value.is_none() {
            errors.on(
                &self.value,
                "a default is a literal (`true`, `5`, `0.5`, `\"text\"`), a variant of a choice \
                 (`Color::Red`), or a list of variants (`[Color::Red]`)",
            );
        }
        value.map(|value| self.rule(value))
    }

    fn count(self, errors: &mut Errors, of: &str) -> Option<Rule<u32>> {
        let count = match number(&self.value) {
            Some(Number::Integer(count)) => u32::try_from(count).ok(),
            _ => None,
        };
        if count.is_none() {
            errors.on(
                &self.value,
                format_args!("`{0}` is a number of {of}: `{0} = 40`", self.key),
            );
        }
        count.map(|count| self.rule(count))
    }

    fn bound(self, errors: &mut Errors) -> Option<Rule<Number>> {
        let bound = number(&self.value);
        if bound.is_none() {
            errors.on(
                &self.value,
                format_args!(
                    "`{0}` is a finite number, as a literal: `{0} = 10`",
                    self.key
                ),
            );
        }
        bound.map(|bound| self.rule(bound))
    }

    fn format(self, errors: &mut Errors) -> Option<Rule<Format>> {
        let written = match &self.value {
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => LitStr::value(text),
            _ => String::new(),
        };
        let format = Format::ALL.iter().find(|(name, _)| *name == written);
        if format.is_none() {
            errors.on(
                &self.value,
                "the formats are `\"email\"`, `\"uri\"`, `\"date\"` and `\"date-time\"`",
            );
        }
        format.map(|(_, format)| self.rule(*format))
    }
}
