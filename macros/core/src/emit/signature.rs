//! The signature of the lowered function: the author's, and the machine.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::Names;
use crate::parse::{Function, Kind, ParamKind};
use crate::{names, paths};

/// Input:  `pub async fn confirm<T: Display>(&self, what: T) -> bool`, a flow
/// Output: `pub async fn confirm<T: Display>(&self, machine: &Machine, what: T) -> bool`
///
/// What an attribute puts in the place of a tool has the tool's name; its lowered function has one
/// of ours, and is seen by that alone.
///
/// A tool takes its arguments together: `arguments: Option<(Environment, u8,)>`, none where it is
/// only asked what it carries. One without steps, where `is_plain`, takes them as they are.
pub(super) fn signature(function: &Function, names: &Names, is_plain: bool) -> TokenStream {
    let private = paths::private();
    let (machine, output) = (&names.machine, &function.output);
    let name = match function.kind {
        Kind::Flow => function.ident.clone(),
        Kind::Tool | Kind::Prompt | Kind::Resource => lowered_name(function),
    };
    let vis = (function.kind == Kind::Flow).then_some(&function.vis);
    let (generics, bounds) = (&function.generics, &function.generics.where_clause);
    let receiver = function.receiver.iter();
    let together = takes_together(function, is_plain);
    let arguments = together.then(|| {
        let (arguments, types) = (
            &names.arguments,
            function.arguments().map(|param| &param.ty),
        );
        quote!(mut #arguments: ::core::option::Option<(#(#types,)*)>)
    });
    let one_by_one = function
        .params
        .iter()
        .filter(|param| !together || param.kind == ParamKind::Injected);
    let one_by_one = one_by_one.map(|param| {
        let mutability = (is_plain && param.mutable).then(|| quote!(mut));
        let (ident, ty) = (&param.ident, &param.ty);
        quote!(#mutability #ident: #ty)
    });
    let params = arguments.into_iter().chain(one_by_one);
    quote! {
        #vis async fn #name #generics (
            #(#receiver,)* #machine: &#private::Machine, #(#params),*
        ) #output #bounds
    }
}

/// Whether the lowered function takes its arguments as one value.
pub(super) fn takes_together(function: &Function, is_plain: bool) -> bool {
    function.kind != Kind::Flow && !is_plain && function.arguments().next().is_some()
}

/// The lowered function of a tool. Items have no hygiene, and the author's code sees this one, so
/// its name is reserved.
pub(super) fn lowered_name(function: &Function) -> Ident {
    reserved(function, "__mrtr_flow")
}

/// The item that holds what is known about a tool's flow.
pub(super) fn info_name(function: &Function) -> Ident {
    reserved(function, "__MRTR_FLOW")
}

/// Beside a method the name is one of many.
fn reserved(function: &Function, name: &str) -> Ident {
    let name = if function.is_associated() {
        format!("{name}_{}", names::unraw(&function.ident))
    } else {
        name.to_owned()
    };
    Ident::new(&name, Span::mixed_site())
}

impl Function {
    /// Whether the function is one of a type: its parts stand beside it, because an item inside of
    /// it could not name the type.
    pub(super) fn is_associated(&self) -> bool {
        let signature = self.params.iter().map(|param| param.ty.to_token_stream());
        let parts = signature.chain([self.output.to_token_stream(), self.body.to_token_stream()]);
        self.receiver.is_some() || parts.into_iter().any(names::mention_self)
    }
}
