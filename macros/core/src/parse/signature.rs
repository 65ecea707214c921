//! The signature: what is an argument, what is given by the host, and what a tool cannot take.

use syn::{Attribute, FnArg, GenericParam, Pat, Receiver, ReceiverKind, Signature, Type};

use super::{Kind, Param, ParamKind, docs};
use crate::diag::Errors;
use crate::messages;

/// Checks the signature. `None` where a parameter cannot be used.
pub(crate) fn check(errors: &mut Errors, kind: Kind, sig: &Signature) -> Option<Vec<Param>> {
    if sig.asyncness.is_none() {
        errors.on(sig.fn_token, messages::NOT_ASYNC);
    }
    if let Some(token) = &sig.constness {
        errors.on(token, messages::QUALIFIER);
    }
    if let Some(abi) = &sig.abi {
        errors.on(abi, messages::QUALIFIER);
    }
    if let Some(variadic) = &sig.variadic {
        errors.on(variadic, messages::QUALIFIER);
    }
    if kind != Kind::Flow {
        let is_lifetime = |param: &&GenericParam| matches!(param, GenericParam::Lifetime(_));
        for param in sig
            .generics
            .params
            .iter()
            .filter(|param| !is_lifetime(param))
        {
            errors.on(param, messages::GENERIC_TOOL);
        }
    }
    let mut params = Vec::new();
    for input in &sig.inputs {
        match input {
            FnArg::Receiver(receiver) => check_receiver(errors, receiver),
            FnArg::Typed(typed) => params.push(check_param(errors, kind, typed)),
        }
    }
    params.into_iter().collect()
}

/// `&self` is what the host injects, or what the caller of a flow has. In the other forms the
/// value would have to travel.
fn check_receiver(errors: &mut Errors, receiver: &Receiver) {
    if !matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) {
        errors.on(receiver, messages::RECEIVER);
    }
}

fn check_param(errors: &mut Errors, kind: Kind, typed: &syn::PatType) -> Option<Param> {
    let ident = match &*typed.pat {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(ident),
        other => {
            errors.on(other, messages::ARGUMENT_PATTERN);
            None
        }
    };
    let of = kind;
    let kind = check_type(errors, of, &typed.ty);
    let salient = check_attrs(errors, of, &typed.attrs, kind);
    let (ident, kind) = (ident?, kind?);
    Some(Param {
        ident: ident.ident.clone(),
        mutable: ident.mutability.is_some(),
        ty: (*typed.ty).clone(),
        kind,
        salient,
        docs: docs::of(&typed.attrs),
    })
}

/// Doc comments become descriptions, and `#[arg(not_salient)]` says that state is not bound to the
/// argument; anything else would silently do nothing. Returns whether it is bound.
fn check_attrs(
    errors: &mut Errors,
    of: Kind,
    attrs: &[Attribute],
    kind: Option<ParamKind>,
) -> bool {
    let mut salient = true;
    for attr in attrs.iter().filter(|attr| !attr.path().is_ident("doc")) {
        if !attr.path().is_ident("arg") {
            errors.on(attr, messages::ARGUMENT_ATTRIBUTE);
            continue;
        }
        // The arguments of a flow are not those of the call.
        if kind == Some(ParamKind::Injected) || of == Kind::Flow {
            errors.on(attr, messages::INJECTED_ATTRIBUTE);
            continue;
        }
        let parsed = attr.parse_nested_meta(|meta| {
            let key = meta.path.require_ident()?.to_string();
            if key != NOT_SALIENT {
                let message = messages::unknown_option("arg", &key, &[NOT_SALIENT]);
                return Err(meta.error(message));
            }
            if !std::mem::replace(&mut salient, false) {
                return Err(meta.error(messages::duplicate_option(&key)));
            }
            Ok(())
        });
        errors.handle(parsed);
    }
    salient
}

const NOT_SALIENT: &str = "not_salient";

fn check_type(errors: &mut Errors, kind: Kind, ty: &Type) -> Option<ParamKind> {
    match ty {
        Type::Reference(reference) => {
            if let Some(mutability) = &reference.mutability {
                errors.on(mutability, messages::MUT_REFERENCE);
                return None;
            }
            if kind != Kind::Flow
                && let Some(owned) = owned_form(&reference.elem)
            {
                errors.on(ty, messages::borrowed_argument(owned));
                return None;
            }
            Some(ParamKind::Injected)
        }
        Type::ImplTrait(_) if kind != Kind::Flow => {
            errors.on(ty, messages::GENERIC_TOOL);
            None
        }
        _ => Some(ParamKind::Argument),
    }
}

/// What to write instead of a reference to a type that is never application state.
fn owned_form(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => Some("String"),
        Type::Slice(_) => Some("Vec<_>"),
        _ => None,
    }
}
