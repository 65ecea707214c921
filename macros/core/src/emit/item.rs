//! What callers see in the place of the function, and how a host reaches the flow.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, ReturnType, Type, Visibility};

use super::body::injected;
use crate::parse::{Param, ToolFn, step};
use crate::{names, paths};

/// The tool's item with its machine.
pub(super) fn finished(tool: &ToolFn, info: &TokenStream, flow: &TokenStream) -> TokenStream {
    let private = paths::private();
    let item = tool_item(&tool.attrs, &tool.vis, &tool.ident);
    let on_flow = tool.attrs.iter().filter(|attr| stays_on_function(attr));
    let (ident, name) = (&tool.ident, tool.name());
    let description = description(tool);
    let mentions = step::mentions(tool.body.to_token_stream());
    let (schema, injected, run) = (schema(tool), injected_types(tool), run(tool));
    quote! {
        #item
        const _: () = {
            #mentions
            #info

            #(#on_flow)*
            #flow

            #[automatically_derived]
            impl #private::Tool for #ident {
                fn describe(self) -> #private::ToolInfo {
                    #schema
                    #injected
                    #run
                    #private::ToolInfo::new(#name, #description, INFO, input_schema, injected, run)
                }
            }
        };
    }
}

/// The value that takes the function's place.
pub(crate) fn tool_item(attrs: &[Attribute], vis: &Visibility, ident: &Ident) -> TokenStream {
    let attrs = attrs.iter().filter(|attr| stays_on_item(attr));
    quote! {
        #(#attrs)*
        #[allow(non_camel_case_types)]
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #vis struct #ident;
    }
}

/// A tool that has an error: it has its shape, so that code which uses it has no second one.
pub(crate) struct Unfinished<'a> {
    pub(crate) ident: &'a Ident,
}

impl ToTokens for Unfinished<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (private, ident) = (paths::private(), self.ident);
        tokens.extend(quote! {
            #[automatically_derived]
            impl #private::Tool for #ident {
                fn describe(self) -> #private::ToolInfo {
                    #private::unfinished()
                }
            }
        });
    }
}

/// Docs and what rustdoc and the linker see belong to the item that is visible.
fn stays_on_item(attr: &Attribute) -> bool {
    [
        "doc",
        "cfg",
        "cfg_attr",
        "deprecated",
        "allow",
        "expect",
        "warn",
        "deny",
        "forbid",
    ]
    .iter()
    .any(|name| attr.path().is_ident(name))
}

/// Everything else is about the code, and lints are about both.
fn stays_on_function(attr: &Attribute) -> bool {
    !["doc", "cfg", "cfg_attr", "deprecated", "must_use", "expect"]
        .iter()
        .any(|name| attr.path().is_ident(name))
}

fn description(tool: &ToolFn) -> TokenStream {
    match &tool.options.description {
        Some(expr) => expr.to_token_stream(),
        None => tool.docs.to_token_stream(),
    }
}

fn schema(tool: &ToolFn) -> TokenStream {
    let private = paths::private();
    let arguments = tool.arguments().map(|param| {
        let (ty, name, docs) = (&param.ty, names::unraw(&param.ident), &param.docs);
        quote!(.argument::<#ty>(#name, #docs))
    });
    quote! {
        fn input_schema() -> #private::Object {
            #private::ArgumentsSchema::default() #(#arguments)* .finish()
        }
    }
}

fn injected_types(tool: &ToolFn) -> TokenStream {
    let private = paths::private();
    let types = injected(tool).filter_map(referenced);
    quote! {
        fn injected() -> #private::Vec<#private::Injected> {
            #private::Vec::from([#(#private::Injected::of::<#types>()),*])
        }
    }
}

fn run(tool: &ToolFn) -> TokenStream {
    let private = paths::private();
    let decode = decode(tool);
    let injects = injected(tool).filter_map(|param| {
        let (ident, ty) = (passed(param), referenced(param)?);
        Some(quote!(let #ident = #private::inject::<#ty>(state, machine.call())?;))
    });
    let passed = tool.params.iter().map(passed);
    let output = output(tool, &quote!(flow(machine, #(#passed),*).await));
    let given = if tool.arguments().next().is_some() {
        quote!(given)
    } else {
        quote!(_)
    };
    let state = if injected(tool).next().is_some() {
        quote!(state)
    } else {
        quote!(_)
    };
    quote! {
        fn run<'a>(
            machine: &'a #private::Machine,
            #given: &#private::Object,
            #state: &'a #private::State,
        ) -> ::core::result::Result<#private::Running<'a>, #private::CannotRun> {
            #decode
            #(#injects)*
            ::core::result::Result::Ok(::std::boxed::Box::pin(async move { #output }))
        }
    }
}

/// Reads all arguments before it gives up, so that the model hears of all that is wrong.
fn decode(tool: &ToolFn) -> TokenStream {
    let private = paths::private();
    if tool.arguments().next().is_none() {
        return TokenStream::new();
    }
    let idents: Vec<_> = tool.arguments().map(passed).collect();
    let reads = tool.arguments().map(|param| {
        let (ident, ty, name) = (passed(param), &param.ty, names::unraw(&param.ident));
        quote!(let #ident = arguments.read::<#ty>(#name);)
    });
    quote! {
        let mut arguments = #private::Arguments::new(given);
        #(#reads)*
        let (#(::core::option::Option::Some(#idents),)*) = (#(#idents,)*) else {
            return ::core::result::Result::Err(arguments.problems().into());
        };
    }
}

/// The author's type in a turbofish, so that an error about it points there.
fn output(tool: &ToolFn, flow: &TokenStream) -> TokenStream {
    let private = paths::private();
    match &tool.output {
        ReturnType::Type(_, ty) if !matches!(**ty, Type::ImplTrait(_) | Type::Never(_)) => {
            let span = names::mixed(ty.span());
            quote_spanned!(span=> #private::output::<#ty>(#flow))
        }
        _ => quote!(#private::output(#flow)),
    }
}

/// The name of a parameter where it is passed on.
fn passed(param: &Param) -> Ident {
    let name = format_ident!("passed_{}", names::unraw(&param.ident));
    names::local(&name.to_string(), param.ident.span())
}

/// `T` of `&T`.
fn referenced(param: &Param) -> Option<&Type> {
    match &param.ty {
        Type::Reference(reference) => Some(&reference.elem),
        _ => None,
    }
}

impl ToolFn {
    /// The tool's name on the wire.
    pub(super) fn name(&self) -> String {
        self.options
            .name
            .as_ref()
            .map_or_else(|| names::unraw(&self.ident), syn::LitStr::value)
    }
}
