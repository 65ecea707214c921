//! `#[derive(Form)]` on a newtype: one field of a form, which behaves as what is inside.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields};

use super::model::Field;
use super::{check, emit, parse, recover};
use crate::diag::{Errors, Failed};
use crate::{names, paths};

/// What is inside of a newtype; `None` where the item is none.
pub(super) fn inside(input: &DeriveInput) -> Option<&syn::Field> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first(),
            _ => None,
        },
        Data::Enum(_) | Data::Union(_) => None,
    }
}

pub(super) fn expand(input: &DeriveInput, inside: &syn::Field) -> TokenStream {
    compile(input, inside).unwrap_or_else(|failed| recover::newtype(input, &failed))
}

fn compile(input: &DeriveInput, inside: &syn::Field) -> Result<TokenStream, Failed> {
    let mut errors = Errors::new();
    let field = parse::newtype(&mut errors, input, inside);
    check::field(&mut errors, &field);
    errors.finish()?;
    Ok(emit(&field))
}

/// ```text
/// // Input:
/// struct Age(#[form(min = 18)] u8);
///
/// // Output:
/// const _: () = {
///     impl Field for Age {
///         const SCHEMA: FieldSchema = FieldSchema::minimum(<u8 as Field>::SCHEMA, …);
///         fn read(value: Option<&Value>) -> Result<Self, String> {
///             Self::SCHEMA.check(value)?;
///             <u8 as Field>::read(value).map(Self)
///         }
///     }
/// };
/// ```
fn emit(field: &Field<'_>) -> TokenStream {
    let private = paths::private();
    let (ident, ty, schema) = (field.ident, field.ty, emit::schema(field));
    let warnings = emit::warnings(field);
    let value = names::local("value", proc_macro2::Span::call_site());
    let at_type = paths::private_at(ty.span());
    let typed = quote_spanned!(names::mixed(ty.span())=> <#ty as #at_type::Field>);
    quote! {
        const _: () = {
            #(#warnings)*

            #[automatically_derived]
            #[allow(deprecated)]
            impl #private::Field for #ident {
                const SCHEMA: #private::FieldSchema = #schema;

                fn read(
                    #value: ::core::option::Option<&#private::serde_json::Value>,
                ) -> ::core::result::Result<Self, ::std::string::String> {
                    Self::SCHEMA.check(#value)?;
                    #typed::read(#value).map(Self)
                }
            }
        };
    }
}
