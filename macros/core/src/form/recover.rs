//! The impl of an item that has errors: one that compiles, so that its uses add none.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::diag::Failed;
use crate::paths;

pub(super) fn form(input: &DeriveInput, failed: &Failed) -> TokenStream {
    let private = paths::private();
    let items = quote! {
        fn schema() -> #private::FormSchema {
            #private::FormSchema::new(&[])
        }

        fn read(
            _: &#private::Object,
        ) -> ::core::result::Result<Self, #private::Problems> {
            ::core::result::Result::Err(#private::Problems::new())
        }
    };
    implement(input, failed, &quote!(#private::Ask), &items)
}

pub(super) fn newtype(input: &DeriveInput, failed: &Failed) -> TokenStream {
    let private = paths::private();
    let items = quote! {
        const SCHEMA: #private::FieldSchema = #private::FieldSchema::text();

        fn read(
            _: ::core::option::Option<&#private::serde_json::Value>,
        ) -> ::core::result::Result<Self, ::std::string::String> {
            ::core::result::Result::Err(::std::string::String::new())
        }
    };
    implement(input, failed, &quote!(#private::Field), &items)
}

pub(super) fn choice(input: &DeriveInput, failed: &Failed) -> TokenStream {
    let private = paths::private();
    let items = quote! {
        const OPTIONS: &'static [#private::ChoiceOption] = &[];

        fn from_name(_: &::core::primitive::str) -> ::core::option::Option<Self> {
            ::core::option::Option::None
        }
    };
    implement(input, failed, &quote!(#private::Choice), &items)
}

fn implement(
    input: &DeriveInput,
    failed: &Failed,
    of: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let errors = failed.to_compile_errors();
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    if !generics.params.is_empty() {
        // A parameter may be anything; what the trait demands is then demanded of the whole.
        generics
            .make_where_clause()
            .predicates
            .push(syn::parse_quote!(Self: ::core::marker::Send + 'static));
    }
    let (parameters, arguments, bounds) = generics.split_for_impl();
    quote! {
        #errors

        const _: () = {
            #[automatically_derived]
            impl #parameters #of for #ident #arguments #bounds {
                #items
            }
        };
    }
}
