//! A form that is written where it is asked for: `ask!({ approved: bool }, "…")`.
//!
//! Its type has no name that two places could share: what is known about a flow may be a constant
//! beside it. So a question of it is answered by its fields, as a tuple, and the flow has a struct
//! of its own for them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{DeriveInput, FieldsNamed};

use super::{check as rules, emit, parse};
use crate::diag::Errors;
use crate::paths;

/// Reports what no form can have.
pub(crate) fn check(errors: &mut Errors, fields: &FieldsNamed) {
    let input = input(fields, &name());
    let form = parse::form(errors, &input);
    rules::form(errors, &form);
}

/// What asks for the form, as a type in a block.
///
/// ```text
/// // Input:
/// { approved: bool }
///
/// // Output:
/// struct __MrtrForm { approved: bool }
/// impl Ask for __MrtrForm { … }
/// impl Inline for __MrtrForm {
///     type Fields = (bool,);
///     fn fields(self) -> Self::Fields { (self.approved,) }
/// }
/// ```
pub(crate) fn asked(fields: &FieldsNamed) -> (Ident, TokenStream) {
    let (private, name) = (paths::private(), name());
    let input = input(fields, &name);
    let mut errors = Errors::new();
    let form = emit::form(&parse::form(&mut errors, &input));
    // They were reported, and had the compilation ended, where the form was checked.
    drop(errors.finish());
    let plain = plain(fields, &[]);
    let (idents, types) = (idents(fields), tuple(fields));
    let items = quote! {
        struct #name { #plain }

        #form

        #[automatically_derived]
        impl #private::Inline for #name {
            type Fields = #types;

            fn fields(self) -> Self::Fields {
                (#(self.#idents,)*)
            }
        }
    };
    (name, items)
}

/// The type of the answer's fields: `(bool,)`.
pub(crate) fn tuple(fields: &FieldsNamed) -> TokenStream {
    let types = fields.named.iter().map(|field| &field.ty);
    quote!((#(#types,)*))
}

/// The answer, made of its fields.
///
/// Output: `|(field0,)| __MrtrForm0 { approved: field0 }`
pub(crate) fn assembled(name: &Ident, fields: &FieldsNamed) -> TokenStream {
    let idents = idents(fields);
    let locals: Vec<_> = (0..idents.len())
        .map(|at| Ident::new(&format!("field{at}"), Span::mixed_site()))
        .collect();
    quote!(|(#(#locals,)*)| #name { #(#idents: #locals),* })
}

/// The struct that the author's code sees. It can be carried, compared and printed where its
/// fields can: a bound on a type that is known is a question to rustc only under a `for`.
///
/// ```text
/// // Output:
/// struct __MrtrForm0 { approved: bool }
/// impl Clone for __MrtrForm0 where for<'a> bool: Clone { … }
/// ```
pub(crate) fn answer(name: &Ident, fields: &FieldsNamed) -> TokenStream {
    let private = paths::private();
    let (plain, idents) = (plain(fields, &["serde"]), idents(fields));
    let types: Vec<_> = fields.named.iter().map(|field| &field.ty).collect();
    let bound = |bound: TokenStream| quote!(#(for<'__a> #types: #bound),*);
    let in_serde = |bound: &str| {
        let bound: TokenStream = bound.parse().unwrap_or_default();
        self::text(&quote!(#(for<'__a> #types: #private::serde::#bound),*))
    };
    let (serialize, deserialize) = (in_serde("Serialize"), in_serde("de::DeserializeOwned"));
    let (clone, debug, equal) = (
        bound(quote!(::core::clone::Clone)),
        bound(quote!(::core::fmt::Debug)),
        bound(quote!(::core::cmp::PartialEq)),
    );
    let serde = text(&quote!(#private::serde));
    let written = idents.iter().map(|ident| crate::names::unraw(ident));
    quote! {
        #[derive(#private::serde::Serialize, #private::serde::Deserialize)]
        #[serde(crate = #serde, bound(serialize = #serialize, deserialize = #deserialize))]
        struct #name { #plain }

        #[automatically_derived]
        impl ::core::clone::Clone for #name where #clone {
            fn clone(&self) -> Self {
                Self { #(#idents: ::core::clone::Clone::clone(&self.#idents)),* }
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #name where #debug {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("Form")
                    #(.field(#written, &self.#idents))*
                    .finish()
            }
        }

        #[automatically_derived]
        impl ::core::cmp::PartialEq for #name where #equal {
            fn eq(&self, other: &Self) -> bool {
                (#(&self.#idents,)*) == (#(&other.#idents,)*)
            }
        }
    }
}

/// The fields as they are declared, with those of their attributes.
fn plain(fields: &FieldsNamed, attributes: &[&str]) -> TokenStream {
    let fields = fields.named.iter().map(|field| {
        let (ident, ty) = (&field.ident, &field.ty);
        let attrs = field.attrs.iter().filter(|attr| {
            let is = |name: &&str| attr.path().is_ident(name);
            attributes.iter().any(is)
        });
        quote!(#(#attrs)* #ident: #ty)
    });
    quote!(#(#fields),*)
}

fn idents(fields: &FieldsNamed) -> Vec<&Ident> {
    let idents = fields.named.iter().map(|field| &field.ident);
    idents.flatten().collect()
}

/// Tokens in a string, as serde takes them.
fn text(tokens: &TokenStream) -> String {
    tokens.to_string()
}

fn input(fields: &FieldsNamed, name: &Ident) -> DeriveInput {
    syn::parse_quote!(struct #name #fields)
}

/// Items have no hygiene, and the fields' types are the author's, so the name is reserved.
fn name() -> Ident {
    format_ident!("__MrtrForm", span = Span::mixed_site())
}
