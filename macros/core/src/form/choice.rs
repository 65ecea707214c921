//! `#[derive(Choice)]`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident};

use super::attr::{Keys, check_names, entries, rename_all, serde_text};
use super::case::Case;
use crate::diag::Errors;
use crate::paths;

const ENUM_KEYS: Keys = Keys {
    attribute: "choice",
    place: "an enum",
    valid: &["crate", "rename_all"],
};

const VARIANT_KEYS: Keys = Keys {
    attribute: "choice",
    place: "a variant",
    valid: &["rename", "title"],
};

pub(super) struct Choice<'a> {
    ident: &'a Ident,
    options: Vec<ChoiceOption<'a>>,
}

struct ChoiceOption<'a> {
    variant: &'a Ident,
    /// The name on the wire, and where it was written.
    name: String,
    named_at: Span,
    title: Option<String>,
}

pub(super) fn parse<'a>(errors: &mut Errors, input: &'a DeriveInput) -> Choice<'a> {
    let ident = &input.ident;
    if !input.generics.params.is_empty() {
        errors.on(
            &input.generics,
            "the options of a choice have no data, so it cannot be generic; remove the parameters",
        );
    }
    let case = rename_all(errors, &input.attrs, &ENUM_KEYS);
    let options = match &input.data {
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| option(errors, variant, case))
            .collect(),
        Data::Struct(_) | Data::Union(_) => {
            errors.on(
                ident,
                format_args!(
                    "`{ident}` has no variants to pick from; for a struct with fields to fill in \
                     derive `Form`"
                ),
            );
            Vec::new()
        }
    };
    Choice { ident, options }
}

fn option<'a>(
    errors: &mut Errors,
    variant: &'a syn::Variant,
    case: Option<Case>,
) -> ChoiceOption<'a> {
    let ident = &variant.ident;
    if !matches!(variant.fields, Fields::Unit) {
        errors.on(
            &variant.fields,
            format_args!(
                "a person picks `{ident}` and nothing more, so it cannot have data; ask for the \
                 data in a field of its own, or in a next step"
            ),
        );
    }
    let mut rename = None;
    let mut title = None;
    for entry in entries(errors, &variant.attrs, &VARIANT_KEYS) {
        if entry.key == "rename" {
            rename = entry.some_text(errors, "an option needs a name");
        } else {
            title = entry.some_text(errors, "leave it out, or write a label");
        }
    }
    let rename = rename.or_else(|| serde_text(&variant.attrs, "rename"));
    let own_name = ident.unraw().to_string();
    ChoiceOption {
        variant: ident,
        named_at: rename.as_ref().map_or(ident.span(), syn::LitStr::span),
        name: match (rename, case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.of_variant(&own_name),
            (None, None) => own_name,
        },
        title: title.map(|title| title.value()),
    }
}

pub(super) fn check(errors: &mut Errors, choice: &Choice<'_>, input: &DeriveInput) {
    if choice.options.is_empty() && matches!(input.data, Data::Enum(_)) {
        errors.on(
            choice.ident,
            format_args!(
                "`{}` has no variants, so there is nothing to pick",
                choice.ident
            ),
        );
    }
    let names = choice
        .options
        .iter()
        .map(|option| (option.variant, option.name.as_str(), option.named_at));
    check_names(errors, "variants", names);
}

/// ```text
/// // Input:
/// enum Environment { #[choice(title = "Live")] Production }
///
/// // Output:
/// const _: () = {
///     impl Choice for Environment {
///         const OPTIONS: &'static [ChoiceOption] =
///             &[ChoiceOption::new("Production", Self::Production as isize).titled("Live")];
///         fn from_name(name: &str) -> Option<Self> {
///             match name { "Production" => Some(Self::Production), _ => None }
///         }
///     }
/// };
/// ```
pub(super) fn emit(choice: &Choice<'_>) -> TokenStream {
    let private = paths::private();
    let Choice { ident, options } = choice;
    let described = options.iter().map(|option| {
        let ChoiceOption {
            variant,
            name,
            named_at: _,
            title,
        } = option;
        let title = title.iter();
        quote! {
            #private::ChoiceOption::new(#name, Self::#variant as ::core::primitive::isize)
                #(.titled(#title))*
        }
    });
    let names = options.iter().map(|option| &option.name);
    let variants = options.iter().map(|option| option.variant);
    let name = Ident::new("name", Span::mixed_site());
    quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated)]
            impl #private::Choice for #ident {
                const OPTIONS: &'static [#private::ChoiceOption] = &[#(#described),*];

                fn from_name(
                    #name: &::core::primitive::str,
                ) -> ::core::option::Option<Self> {
                    match #name {
                        #(#names => ::core::option::Option::Some(Self::#variants),)*
                        _ => ::core::option::Option::None,
                    }
                }
            }
        };
    }
}
