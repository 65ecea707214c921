//! The impl of a form that was checked.

use proc_macro2::{Ident, Literal as Token, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::literal::Literal;
use super::model::{Field, Form, Format, Number, Rule};
use crate::{clickable, paths};

/// ```text
/// // Input:
/// struct Approval { #[form(max_length = 40)] label: String }
///
/// // Output:
/// const _: () = {
///     const __MRTR_0: FormField<String> = FormField::new(
///         "label",
///         FieldSchema::max_length(<String as Field>::SCHEMA, 40u32),
///         <String as Field>::read,
///     );
///     const __MRTR_FIELDS: &[(&str, FieldSchema)] = &[__MRTR_0.schema()];
///     impl Ask for Approval {
///         fn schema() -> FormSchema { FormSchema::new(__MRTR_FIELDS) }
///         fn read(content: &Map<String, Value>) -> Result<Self, Problems> {
///             let mut problems = Problems::new();
///             let field0 = __MRTR_0.read(content, &mut problems);
///             match (field0,) {
///                 (Some(field0),) => Ok(Self { label: field0 }),
///                 _ => Err(problems),
///             }
///         }
///     }
/// };
/// ```
///
/// A field is a constant, so that its rules are checked when it is made. Its type is named
/// there only, so that a type that is no field is one error.
pub(super) fn form(form: &Form<'_>) -> TokenStream {
    let private = paths::private();
    let Form { ident, fields } = form;
    let names: Vec<Ident> = (0..fields.len())
        .map(|index| format_ident!("__MRTR_{index}"))
        .collect();
    let locals: Vec<Ident> = (0..fields.len())
        .map(|index| Ident::new(&format!("field{index}"), Span::mixed_site()))
        .collect();
    let constants = fields
        .iter()
        .zip(&names)
        .map(|(field, name)| field_constant(field, name));
    let members = fields.iter().map(|field| field.ident);
    let warnings = fields.iter().flat_map(warnings);
    let content = Ident::new("content", Span::mixed_site());
    let problems = Ident::new("problems", Span::mixed_site());
    quote! {
        const _: () = {
            #(#warnings)*
            #(#constants)*

            const __MRTR_FIELDS: &[(&::core::primitive::str, #private::FieldSchema)] =
                &[#(#names.schema()),*];

            #[automatically_derived]
            #[allow(deprecated)]
            impl #private::Ask for #ident {
                fn schema() -> #private::FormSchema {
                    #private::FormSchema::new(__MRTR_FIELDS)
                }

                fn read(
                    #content: &#private::Object,
                ) -> ::core::result::Result<Self, #private::Problems> {
                    let mut #problems = #private::Problems::new();
                    #(let #locals = #names.read(#content, &mut #problems);)*
                    match (#(#locals,)*) {
                        (#(::core::option::Option::Some(#locals),)*) => {
                            ::core::result::Result::Ok(Self { #(#members: #locals),* })
                        }
                        _ => ::core::result::Result::Err(#problems),
                    }
                }
            }
        };
    }
}

fn field_constant(field: &Field<'_>, name: &Ident) -> TokenStream {
    let private = paths::private();
    let (ty, wire_name, schema) = (field.ty, &field.name, schema(field));
    let typed = typed(ty);
    quote! {
        const #name: #private::FormField<#ty> =
            #private::FormField::new(#wire_name, #schema, #typed::read);
    }
}

/// What the author should know of the field, and may allow on it.
pub(super) fn warnings(field: &Field<'_>) -> impl Iterator<Item = TokenStream> {
    let allowed = field.allowed.clone();
    field.urls.iter().map(move |span| {
        let warning = clickable::warning(*span);
        quote!(#(#allowed)* const _: () = #warning;)
    })
}

/// Output: `<u8 as Field>`
fn typed(ty: &syn::Type) -> TokenStream {
    // Located at the type: that is what an error about it is about.
    let at_type = paths::private_at(ty.span());
    quote_spanned!(located(ty.span())=> <#ty as #at_type::Field>)
}

/// What the type says of itself, narrowed by the rules.
pub(super) fn schema(field: &Field<'_>) -> TokenStream {
    let Field {
        ident: _,
        ty,
        shape: _,
        name: _,
        description,
        rules,
        urls: _,
        allowed: _,
    } = field;
    let typed = typed(ty);
    let title = rules.title.as_ref().map(|title| {
        let text = title.value();
        call("title", title.span(), quote!(#text))
    });
    let description = description
        .as_ref()
        .map(|text| call("description", Span::call_site(), text.clone()));
    // The default comes last: the other rules hold for it.
    let calls = [
        title,
        description,
        count("min_length", rules.min_length.as_ref()),
        count("max_length", rules.max_length.as_ref()),
        count("min_items", rules.min_items.as_ref()),
        count("max_items", rules.max_items.as_ref()),
        rules.format.as_ref().map(format),
        rules.min.as_ref().map(|rule| bound("minimum", rule)),
        rules.max.as_ref().map(|rule| bound("maximum", rule)),
        rules.default.as_ref().map(|rule| default(rule, field)),
    ];
    calls
        .into_iter()
        .flatten()
        .fold(quote!(#typed::SCHEMA), |schema, call| wrap(&schema, &call))
}

/// A method of the schema, which may refuse its argument; and where to report that.
struct Call {
    method: Ident,
    argument: TokenStream,
}

fn call(method: &str, span: Span, argument: TokenStream) -> Call {
    Call {
        method: Ident::new(method, located(span)),
        argument,
    }
}

/// As a function, so that all of the call, and not only its end, is located at the rule.
fn wrap(schema: &TokenStream, Call { method, argument }: &Call) -> TokenStream {
    let private = paths::private_at(method.span());
    quote_spanned!(method.span()=> #private::FieldSchema::#method(#schema, #argument))
}

fn count(method: &str, rule: Option<&Rule<u32>>) -> Option<Call> {
    rule.map(|rule| {
        let count = Token::u32_suffixed(rule.value);
        call(method, rule.key.span(), quote!(#count))
    })
}

fn format(rule: &Rule<Format>) -> Call {
    let private = paths::private();
    let variant = match rule.value {
        Format::Email => quote!(Email),
        Format::Uri => quote!(Uri),
        Format::Date => quote!(Date),
        Format::DateTime => quote!(DateTime),
    };
    call(
        "format",
        rule.key.span(),
        quote!(#private::Format::#variant),
    )
}

fn bound(method: &str, rule: &Rule<Number>) -> Call {
    call(method, rule.key.span(), number(rule.value))
}

fn default(rule: &Rule<Literal>, field: &Field<'_>) -> Call {
    let ty = match &rule.value {
        Literal::List(_) => super::shape::item(field.ty),
        _ => super::shape::required(field.ty),
    };
    call("default_to", rule.key.span(), literal(&rule.value, ty))
}

/// A value of a field; `ty` is that of its variants.
fn literal(value: &Literal, ty: &syn::Type) -> TokenStream {
    let private = paths::private();
    match value {
        Literal::Boolean(value) => quote!(#private::Literal::Boolean(#value)),
        Literal::Number(value) => number(*value),
        Literal::Text(text) => quote!(#private::Literal::Text(#text)),
        Literal::Path(path) => quote!(#private::Literal::Variant({
            const VARIANT: #ty = #path;
            VARIANT as ::core::primitive::isize
        })),
        Literal::List(items) => {
            let items = items.iter().map(|item| literal(item, ty));
            quote!(#private::Literal::List(const { &[#(#items),*] }))
        }
    }
}

/// Made anew rather than passed on: the author's spelling is not for lints in our code.
fn number(number: Number) -> TokenStream {
    let private = paths::private();
    match number {
        Number::Integer(number) => {
            // What does not fit was refused, where the type shows; else the constant refuses it.
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            quote!(#private::Literal::Integer(#number))
        }
        Number::Float(number) => quote!(#private::Literal::Number(#number)),
    }
}

/// The author's place, our resolution.
fn located(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
