//! What a field's type is, as far as syntax shows it.

use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::diag::Errors;

/// A type that a field can have, an `Option` around it left aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Boolean,
    Text,
    Integer {
        min: i128,
        max: i128,
    },
    /// `f32`, or `f64`.
    Float {
        single: bool,
    },
    /// A list, most likely of a choice.
    List,
    /// Most likely a choice; the compiler knows.
    Other,
}

/// Tells what a type is, or reports why no form can have it.
pub(super) fn shape(errors: &mut Errors, ty: &Type) -> Option<Shape> {
    match optional(ty) {
        Some(inner) if optional(inner).is_some() => {
            errors.on(
                ty,
                "an answer has one way to leave a field out, so an `Option` in an `Option` cannot \
                 be told apart; write one `Option`",
            );
            None
        }
        inner => match known(inner.unwrap_or(ty)) {
            Ok(shape) => Some(shape),
            Err(why) => {
                errors.on(ty, why);
                None
            }
        },
    }
}

fn known(ty: &Type) -> Result<Shape, &'static str> {
    match ty {
        Type::Group(group) => known(&group.elem),
        Type::Paren(paren) => known(&paren.elem),
        Type::Path(path) if path.qself.is_none() => known_path(&path.path),
        Type::Path(_) | Type::Macro(_) => Ok(Shape::Other),
        Type::Reference(reference) if is(&reference.elem, "str") => {
            Err("an answer owns its data, so a field cannot be a reference; write `String`")
        }
        Type::Reference(_) => {
            Err("an answer owns its data, so a field cannot be a reference; write the type itself")
        }
        Type::Array(_) | Type::Slice(_) => Err(LIST),
        Type::Tuple(_) => {
            Err("a form is flat, so a field cannot be a tuple; give each part a field of its own")
        }
        _ => Err(
            "a client cannot show this type; use `bool`, `String`, an integer, `f64`, or an enum \
             with `#[derive(Choice)]`",
        ),
    }
}

const LIST: &str = "a form is flat, so a field can be a list only of what is picked from an enum \
                    with `#[derive(Choice)]`; ask for one item, and ask again for the next";

fn known_path(path: &syn::Path) -> Result<Shape, &'static str> {
    let Some(last) = path.segments.last() else {
        return Ok(Shape::Other);
    };
    let name = last.ident.to_string();
    if let [argument, ..] = arguments(last).as_slice() {
        return match name.as_str() {
            "Box" if is(argument, "str") => Ok(Shape::Text),
            "Vec" | "HashSet" | "BTreeSet" => match known(argument) {
                Ok(Shape::Other) if optional(argument).is_none() => Ok(Shape::List),
                _ => Err(LIST),
            },
            "VecDeque" | "LinkedList" | "BinaryHeap" | "IndexSet" => {
                Err("a field that is a list is a `Vec`, a `BTreeSet` or a `HashSet`")
            }
            "HashMap" | "BTreeMap" | "IndexMap" => {
                Err("a form is flat, so a field cannot be a map; give each key a field of its own")
            }
            _ => Ok(Shape::Other),
        };
    }
    match (name.as_str(), path.segments.len()) {
        ("String", _) => Ok(Shape::Text),
        ("Value" | "Map", 2..) if path.segments[0].ident == "serde_json" => Err(
            "a client needs to know what to ask for, so a field cannot be any JSON; use `bool`, \
             `String`, an integer, `f64`, or an enum with `#[derive(Choice)]`",
        ),
        (name, 1) => primitive(name),
        _ => Ok(Shape::Other),
    }
}

fn primitive(name: &str) -> Result<Shape, &'static str> {
    let integer = |min, max| Ok(Shape::Integer { min, max });
    match name {
        "bool" => Ok(Shape::Boolean),
        "f32" => Ok(Shape::Float { single: true }),
        "f64" => Ok(Shape::Float { single: false }),
        "i8" => integer(i8::MIN.into(), i8::MAX.into()),
        "i16" => integer(i16::MIN.into(), i16::MAX.into()),
        "i32" => integer(i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => integer(i64::MIN.into(), i64::MAX.into()),
        "u8" => integer(0, u8::MAX.into()),
        "u16" => integer(0, u16::MAX.into()),
        "u32" => integer(0, u32::MAX.into()),
        "u64" | "usize" => integer(0, u64::MAX.into()),
        "i128" | "u128" => Err(
            "clients keep whole numbers exactly up to 2^53 - 1 only, so a field cannot have 128 \
             bits; write `i64` or `u64`, or `String` for more digits",
        ),
        "char" => Err(
            "the protocol has no single characters; write `String`, with \
             `#[form(min_length = 1, max_length = 1)]`",
        ),
        _ => Ok(Shape::Other),
    }
}

/// The `T` of `Vec<T>`, or of an `Option` of it; the type itself where it is no list.
pub(super) fn item(ty: &Type) -> &Type {
    match required(ty) {
        Type::Path(path) => match path.path.segments.last().map(arguments).as_deref() {
            Some([item, ..]) => item,
            _ => ty,
        },
        Type::Group(group) => item(&group.elem),
        Type::Paren(paren) => item(&paren.elem),
        other => other,
    }
}

/// The type without the `Option` around it.
pub(super) fn required(ty: &Type) -> &Type {
    optional(ty).unwrap_or(ty)
}

/// The `T` of `Option<T>`.
fn optional(ty: &Type) -> Option<&Type> {
    let path = match ty {
        Type::Group(group) => return optional(&group.elem),
        Type::Paren(paren) => return optional(&paren.elem),
        Type::Path(path) if path.qself.is_none() => &path.path,
        _ => return None,
    };
    let last = path.segments.last().filter(|last| last.ident == "Option")?;
    match arguments(last).as_slice() {
        [inner] => Some(inner),
        _ => None,
    }
}

fn arguments(segment: &PathSegment) -> Vec<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn is(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn shape_of(ty: &Type) -> Option<Shape> {
        let mut errors = Errors::new();
        let shape = shape(&mut errors, ty);
        assert_eq!(errors.finish().is_err(), shape.is_none());
        shape
    }

    #[test]
    fn fields_and_options_of_them() {
        let byte = Shape::Integer { min: 0, max: 255 };
        let cases: [(Type, Shape); 12] = [
            (parse_quote!(bool), Shape::Boolean),
            (parse_quote!(String), Shape::Text),
            (parse_quote!(std::string::String), Shape::Text),
            (parse_quote!(Box<str>), Shape::Text),
            (parse_quote!(u8), byte),
            (parse_quote!(f32), Shape::Float { single: true }),
            (parse_quote!(Vec<Color>), Shape::List),
            (
                parse_quote!(std::collections::BTreeSet<crate::Color>),
                Shape::List,
            ),
            (parse_quote!(HashSet<Color>), Shape::List),
            (parse_quote!(crate::Color), Shape::Other),
            (parse_quote!(Value), Shape::Other),
            (parse_quote!(my::bool), Shape::Other),
        ];
        for (ty, shape) in cases {
            assert_eq!(shape_of(&ty), Some(shape));
            assert_eq!(shape_of(&parse_quote!(Option<#ty>)), Some(shape));
            assert_eq!(
                shape_of(&parse_quote!(::core::option::Option<#ty>)),
                Some(shape)
            );
        }
    }

    #[test]
    fn what_no_form_can_have() {
        let refused: [Type; 18] = [
            parse_quote!(Vec<String>),
            parse_quote!(Vec<u32>),
            parse_quote!(Vec<Vec<Color>>),
            parse_quote!(HashSet<Option<Color>>),
            parse_quote!(VecDeque<Color>),
            parse_quote!(std::collections::HashMap<String, u8>),
            parse_quote!((u8, u8)),
            parse_quote!(()),
            parse_quote!([u8; 2]),
            parse_quote!(&str),
            parse_quote!(&'static u8),
            parse_quote!(serde_json::Value),
            parse_quote!(u128),
            parse_quote!(char),
            parse_quote!(fn()),
            parse_quote!(Option<Option<u8>>),
            parse_quote!(Option<Vec<u8>>),
            parse_quote!(dyn Send),
        ];
        for ty in refused {
            assert_eq!(shape_of(&ty), None);
        }
    }
}
