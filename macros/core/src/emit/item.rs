//! What callers see in the place of the function, and how a host reaches the flow.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, LitStr, ReturnType, Type, Visibility};

use super::body::injected;
use super::signature::{info_name, lowered_name, signature, takes_together};
use super::{Body, Names};
use crate::parse::{Function, Kind, Param, ParamKind};
use crate::{names, paths};

/// The tool's item with its machine inside; of a method, beside it.
pub(super) fn finished(
    tool: &Function,
    info: &TokenStream,
    body: &Body,
    aside: &TokenStream,
) -> TokenStream {
    let private = paths::private();
    let names = Names::of(tool);
    let on_flow = tool.attrs.iter().filter(|attr| !stays_on_item(attr));
    let (signature, described) = (
        signature(tool, &names, body.is_plain),
        described(tool, &names, body.is_plain),
    );
    let (info_name, body) = (info_name(tool), &body.tokens);
    let parts = quote! {
        const #info_name: &'static #private::FlowInfo = &#info;

        #(#on_flow)*
        #signature { #body }
    };
    let (inside, beside) = if tool.is_associated() {
        (None, Some(&parts))
    } else {
        (Some(&parts), None)
    };
    let inside = quote! {
        #aside
        #inside

        #described
    };
    let item = tool_item(tool.kind, &tool.attrs, &tool.vis, &tool.ident, &inside);
    quote!(#item #beside)
}

/// Output: `ToolInfo::new("deploy", "Deploys.", INFO, || …, || …, |…| …).once()`
fn described(tool: &Function, names: &Names, is_plain: bool) -> TokenStream {
    let private = paths::private();
    let (name, description) = (tool.name(), description(tool));
    let run = run(tool, takes_together(tool, is_plain));
    let (schema, injected) = (schema(tool), injected_types(tool));
    let info = &names.info;
    let parts = quote!((#name, #description, #info, #schema, #injected, #run));
    let title = tool
        .options
        .title
        .as_ref()
        .map(|text| quote!(.titled(#text)));
    let once = tool.options.once.map(|_| quote!(.once()));
    let up_front = tool.options.up_front.then(|| quote!(.up_front()));
    let stateless = tool.options.stateless.map(|_| quote!(.stateless()));
    let reject = tool
        .options
        .reject_invalid
        .then(|| quote!(.reject_invalid()));
    let read_only = tool.options.read_only.map(|_| quote!(.read_only()));
    let restart = tool.options.restart.map(|_| quote!(.restart()));
    let not_salient = not_salient(tool);
    let options =
        quote!(#title #once #stateless #up_front #reject #read_only #restart #not_salient);
    match tool.kind {
        Kind::Tool => {
            let output = named_output(tool).map(|ty| output_schema(&private, ty));
            quote!(#private::ToolInfo::new #parts #output #options)
        }
        Kind::Flow => quote!(#private::ToolInfo::new #parts #options),
        Kind::Prompt => quote!(#private::PromptInfo::new #parts #options),
        Kind::Resource => {
            let text =
                |text: &Option<LitStr>| text.as_ref().map_or_else(String::new, LitStr::value);
            let (uri, mime_type) = (text(&tool.options.uri), text(&tool.options.mime_type));
            let info = quote!(#private::Info::new #parts #options);
            quote!(#private::ResourceInfo::new(#uri, #mime_type, #info))
        }
    }
}

/// The function that takes the place of the author's: it says what the tool is.
///
/// A function, and not a unit struct: a local of the same name may hide it, as it may hide any
/// function.
pub(crate) fn tool_item(
    kind: Kind,
    attrs: &[Attribute],
    vis: &Visibility,
    ident: &Ident,
    body: &TokenStream,
) -> TokenStream {
    let private = paths::private();
    let attrs = attrs.iter().filter(|attr| stays_on_item(attr));
    let described = match kind {
        Kind::Tool | Kind::Flow => quote!(ToolInfo),
        Kind::Prompt => quote!(PromptInfo),
        Kind::Resource => quote!(ResourceInfo),
    };
    quote! {
        #(#attrs)*
        #[must_use]
        #vis const fn #ident() -> #private::#described { #body }
    }
}

/// What rustdoc, callers and lints see belongs to the item; everything else is about the code.
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

fn description(tool: &Function) -> TokenStream {
    match &tool.options.description {
        Some(expr) => expr.to_token_stream(),
        None => tool.docs.to_token_stream(),
    }
}

fn schema(tool: &Function) -> TokenStream {
    let private = paths::private();
    let arguments = tool.arguments().map(|param| {
        let (ty, name, docs) = (&param.ty, names::unraw(&param.ident), &param.docs);
        quote!(.argument::<#ty>(#name, #docs))
    });
    quote!(|| #private::ArgumentsSchema::default() #(#arguments)* .finish())
}

fn injected_types(tool: &Function) -> TokenStream {
    let private = paths::private();
    let types = injected(tool)
        .filter_map(referenced)
        .map(ToTokens::to_token_stream);
    let types = tool.receiver.iter().map(|_| quote!(Self)).chain(types);
    quote!(|| #private::Vec::from([#(#private::Injected::of::<#types>()),*]))
}

/// Output: `.not_salient(&["note"])`
fn not_salient(tool: &Function) -> Option<TokenStream> {
    let names: Vec<_> = tool
        .arguments()
        .filter(|param| !param.salient)
        .map(|param| names::unraw(&param.ident))
        .collect();
    (!names.is_empty()).then(|| quote!(.not_salient(&[#(#names),*])))
}

fn run(tool: &Function, together: bool) -> TokenStream {
    let private = paths::private();
    let local = |name| names::local(name, Span::call_site());
    let machine = local("machine");
    let given = local(if tool.arguments().next().is_some() {
        "given"
    } else {
        "_given"
    });
    let needs_state = tool.receiver.is_some() || injected(tool).next().is_some();
    let state = local(if needs_state { "state" } else { "_state" });
    let decode = decode(tool, together, &machine, &given);
    let injects = injected(tool).filter_map(|param| {
        let (ident, ty) = (passed(param), referenced(param)?);
        Some(quote!(let #ident = #private::inject::<#ty>(#state, #machine.call())?;))
    });
    let one_by_one = tool
        .params
        .iter()
        .filter(|param| !together || param.kind == ParamKind::Injected);
    let passed = together
        .then(arguments)
        .into_iter()
        .chain(one_by_one.map(passed));
    let lowered = lowered_name(tool);
    let this = local("this");
    let inject_self = tool
        .receiver
        .iter()
        .map(|_| quote!(let #this = #private::inject::<Self>(#state, #machine.call())?;));
    let this = tool.receiver.iter().map(|_| &this);
    let of = tool.is_associated().then(|| quote!(Self::));
    let flow = quote!(#of #lowered(#(#this,)* #machine, #(#passed),*));
    let output = output(tool, &quote!(#flow.await));
    // At the tool's name: what makes the future unfit to be sent is told there.
    let span = names::mixed(tool.ident.span());
    let running = quote_spanned!(span=> ::std::boxed::Box::pin(async move { #output }));
    quote! {
        |#machine, #given, #state| {
            #decode
            #(#inject_self)*
            #(#injects)*
            ::core::result::Result::Ok(#running)
        }
    }
}

/// Reads all arguments before it gives up, so that the model hears of all that is wrong. A machine
/// that is only described has none to read.
fn decode(tool: &Function, together: bool, machine: &Ident, given: &Ident) -> TokenStream {
    let private = paths::private();
    if tool.arguments().next().is_none() {
        return TokenStream::new();
    }
    let (arguments, reader) = (arguments(), names::local("reader", Span::call_site()));
    // Only a tool is called with JSON.
    let read = match tool.kind {
        Kind::Tool | Kind::Flow => quote!(new),
        Kind::Prompt | Kind::Resource => quote!(spelled),
    };
    let idents: Vec<_> = tool.arguments().map(passed).collect();
    let reads = tool.arguments().map(|param| {
        let (ident, ty, name) = (passed(param), &param.ty, names::unraw(&param.ident));
        quote!(let #ident = #reader.read::<#ty>(#name);)
    });
    let read = quote! {
        let mut #reader = #private::Arguments::#read(#given);
        #(#reads)*
        let (#(::core::option::Option::Some(#idents),)*) = (#(#idents,)*) else {
            return ::core::result::Result::Err(#reader.problems().into());
        };
    };
    if !together {
        return read;
    }
    quote! {
        let #arguments = if #machine.is_described() {
            ::core::option::Option::None
        } else {
            #read
            ::core::option::Option::Some((#(#idents,)*))
        };
    }
}

/// The author's type in a turbofish, so that an error about it points there.
fn output(tool: &Function, flow: &TokenStream) -> TokenStream {
    let private = paths::private();
    let output = match tool.kind {
        Kind::Tool | Kind::Flow => quote!(output),
        Kind::Prompt => quote!(prompt_output),
        Kind::Resource => quote!(resource_output),
    };
    let Some(ty) = named_output(tool) else {
        return quote!(#private::#output(#flow));
    };
    let span = names::mixed(ty.span());
    quote_spanned!(span=> #private::#output::<#ty>(#flow))
}

/// Whatever the author returns: where it is no result of a tool, that is told in one other place.
fn output_schema(private: &TokenStream, ty: &Type) -> TokenStream {
    quote! {
        .output(|| {
            #[allow(unused_imports)]
            use #private::NotReturned as _;
            #private::Returned::<#ty>::of().output_schema()
        })
    }
}

/// The type that the author returns, where it can be named elsewhere.
fn named_output(tool: &Function) -> Option<&Type> {
    match &tool.output {
        ReturnType::Type(_, ty) if !matches!(**ty, Type::ImplTrait(_) | Type::Never(_)) => Some(ty),
        _ => None,
    }
}

/// All arguments, where they are passed on together.
fn arguments() -> Ident {
    names::local("arguments", Span::call_site())
}

/// The name of a parameter where it is passed on.
fn passed(param: &Param) -> Ident {
    let name = format!("passed_{}", names::unraw(&param.ident));
    names::local(&name, param.ident.span())
}

/// `T` of `&T`.
fn referenced(param: &Param) -> Option<&Type> {
    match &param.ty {
        Type::Reference(reference) => Some(&reference.elem),
        _ => None,
    }
}

impl Function {
    /// The tool's name on the wire.
    pub(super) fn name(&self) -> String {
        self.options
            .name
            .as_ref()
            .map_or_else(|| names::unraw(&self.ident), syn::LitStr::value)
    }
}
