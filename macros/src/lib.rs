//! The procedural macros of [`mrtr`](https://docs.rs/mrtr); use them through that crate.

use proc_macro::TokenStream;

#[doc = include_str!("mrtr_tool.md")]
#[proc_macro_attribute]
pub fn mrtr_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    mrtr_macros_core::tool(options.into(), item.into()).into()
}

/// Makes a struct a form that `ask!` can ask for.
///
/// A form is flat. Its fields are `bool`, `String` (or `Box<str>`), integers of at most 64 bits,
/// `f32`, `f64`, enums with [`#[derive(Choice)]`](macro@Choice), and `Option` of each: a field
/// that may be left empty.
///
/// ```
/// use mrtr::{Choice, Form};
///
/// #[derive(Choice)]
/// enum Channel {
///     Stable,
///     Nightly,
/// }
///
/// #[derive(Form)]
/// struct Approval {
///     /// Ship it now?
///     approved: bool,
///     /// A label for the release
///     #[form(min_length = 1, max_length = 40)]
///     label: String,
///     #[form(title = "Share of users", min = 0, max = 1, default = 0.1)]
///     share: f64,
///     #[form(default = Channel::Nightly)]
///     channel: Channel,
///     #[form(format = "email")]
///     tell: Option<String>,
/// }
/// ```
///
/// The doc comment of a field is its description.
///
/// # Keys of `#[form(…)]` on a field
///
/// | key | of | what it says |
/// |---|---|---|
/// | `title = "…"` | all | the label for people |
/// | `description = "…"` | all | instead of the doc comment; `""` leaves it out |
/// | `rename = "…"` | all | the name on the wire; `#[serde(rename = "…")]` counts too |
/// | `default = …` | all | what the client fills in at first: a literal, or a variant of a choice. It does not replace an answer that is missing. |
/// | `min_length`, `max_length` | text | in Unicode characters |
/// | `format = "…"` | text | `"email"`, `"uri"`, `"date"` or `"date-time"` |
/// | `min`, `max` | numbers | the bounds, themselves included |
/// | `not_secret = "why"` | all | the name of the field sounds like a secret, but it is none |
///
/// On the struct, `#[form(rename_all = "camelCase")]` renames all fields as serde does;
/// `#[serde(rename_all = "…")]` counts too.
///
/// # What does not compile
///
/// A type that a client cannot show, a rule that does not fit the type, bounds that contradict
/// each other or the default, two fields of one name, and a field whose name asks for a secret:
/// what a person types into a form passes through the client and its logs.
#[proc_macro_derive(Form, attributes(form))]
pub fn form(item: TokenStream) -> TokenStream {
    mrtr_macros_core::form(item.into()).into()
}

/// Makes an enum a choice: one field of a form, or a form of its own, of which a person picks one.
///
/// ```
/// use mrtr::Choice;
///
/// #[derive(Choice)]
/// #[choice(rename_all = "lowercase")]
/// enum Environment {
///     Staging,
///     #[choice(title = "Production (careful)")]
///     Production,
/// }
/// ```
///
/// On a variant, `#[choice(title = "…")]` is the label for people and `#[choice(rename = "…")]`
/// the name on the wire; on the enum, `#[choice(rename_all = "…")]` renames all variants as serde
/// does. `rename` and `rename_all` of `#[serde(…)]` count too.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(item: TokenStream) -> TokenStream {
    mrtr_macros_core::choice(item.into()).into()
}
