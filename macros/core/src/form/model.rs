//! A form as its author wrote it.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, LitStr, Type};

use super::literal::Literal;
use super::shape::Shape;

pub(super) struct Form<'a> {
    pub(super) ident: &'a Ident,
    /// Empty also where the item has none to look at.
    pub(super) fields: Vec<Field<'a>>,
}

pub(super) struct Field<'a> {
    pub(super) ident: &'a Ident,
    pub(super) ty: &'a Type,
    /// `None` where the type was refused already.
    pub(super) shape: Option<Shape>,
    /// The name on the wire.
    pub(super) name: String,
    /// A `&'static str` expression.
    pub(super) description: Option<TokenStream>,
    pub(super) rules: Rules,
    /// Where its texts have a URL.
    pub(super) urls: Vec<Span>,
    /// `#[allow(…)]` and `#[expect(…)]`: a derive has to pass them on.
    pub(super) allowed: Vec<&'a syn::Attribute>,
}

/// What `#[form(…)]` says about a field.
#[derive(Default)]
pub(super) struct Rules {
    pub(super) title: Option<LitStr>,
    pub(super) rename: Option<LitStr>,
    pub(super) not_secret: Option<LitStr>,
    pub(super) min_length: Option<Rule<u32>>,
    pub(super) max_length: Option<Rule<u32>>,
    pub(super) min_items: Option<Rule<u32>>,
    pub(super) max_items: Option<Rule<u32>>,
    pub(super) format: Option<Rule<Format>>,
    pub(super) min: Option<Rule<Number>>,
    pub(super) max: Option<Rule<Number>>,
    pub(super) default: Option<Rule<Literal>>,
}

/// A value, and where its author wrote it.
pub(super) struct Rule<T> {
    pub(super) key: Ident,
    pub(super) value: T,
    pub(super) written: syn::Expr,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Integer(i128),
    Float(f64),
}

/// The formats that the protocol's schema knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Email,
    Uri,
    Date,
    DateTime,
}

impl Number {
    /// For comparison; exact wherever both sides are allowed.
    #[expect(clippy::cast_precision_loss, reason = "beyond 2^53 is refused")]
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

impl Format {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("email", Self::Email),
        ("uri", Self::Uri),
        ("date", Self::Date),
        ("date-time", Self::DateTime),
    ];
}
