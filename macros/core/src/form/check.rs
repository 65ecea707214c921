//! Rules that need a look at more than one thing: rule and type, two rules, two fields.

use std::fmt::Display;

use syn::Ident;

use super::attr::check_names;
use super::literal::Literal;
use super::model::{Field, Form, Number, Rule};
use super::secret;
use super::shape::Shape;
use crate::diag::Errors;

/// The largest whole number that every client keeps exactly.
const LARGEST: i128 = (1 << 53) - 1;

pub(super) fn form(errors: &mut Errors, form: &Form<'_>) {
    for field in &form.fields {
        self::field(errors, field);
    }
    let names = form.fields.iter().map(|field| {
        let span = match &field.rules.rename {
            Some(rename) => rename.span(),
            None => field.ident.span(),
        };
        (field.ident, field.name.as_str(), span)
    });
    check_names(errors, "fields", names);
}

pub(super) fn field(errors: &mut Errors, field: &Field<'_>) {
    check_secret(errors, field);
    if let Some(shape) = field.shape {
        check_kinds(errors, field, shape);
        check_counts(errors, field);
        check_bounds(errors, field, shape);
        check_default(errors, field, shape);
    }
}

fn check_secret(errors: &mut Errors, field: &Field<'_>) {
    // Yes or no is no secret (`rotate_password: bool`), and neither is what is picked from a list.
    let is_no_secret = matches!(field.shape, Some(Shape::Boolean | Shape::List));
    if is_no_secret || field.rules.not_secret.is_some() {
        return;
    }
    let title = field.rules.title.as_ref().map(syn::LitStr::value);
    let asked_for = secret::asked_for(&field.ident.to_string())
        .or_else(|| secret::asked_for(&field.name))
        .or_else(|| secret::asked_for(&title.unwrap_or_default()));
    if let Some(secret) = asked_for {
        errors.on(
            field.ident,
            format_args!(
                "`{}` asks for a secret ({secret}), which a form would show to the client and its \
                 logs; ask for it on a page of your own with `ask_url!`, or, if it is none, say \
                 why: `#[form(not_secret = \"…\")]`",
                field.ident
            ),
        );
    }
}

fn check_kinds(errors: &mut Errors, field: &Field<'_>, shape: Shape) {
    let rules = &field.rules;
    // What the compiler alone knows may be any of them.
    let is_text = matches!(shape, Shape::Text | Shape::Other);
    let is_list = matches!(shape, Shape::List | Shape::Other);
    let is_number = matches!(
        shape,
        Shape::Integer { .. } | Shape::Float { .. } | Shape::Other
    );
    let hint = match shape {
        Shape::Text => "; write `min_length` and `max_length`",
        Shape::List => "; write `min_items` and `max_items`",
        Shape::Integer { .. } | Shape::Float { .. } => "; write `min` and `max`",
        Shape::Boolean | Shape::Other => "",
    };
    let mut refuse = |rule: Option<&Ident>, wanted: &str, hint: &str| {
        if let Some(key) = rule {
            let ident = field.ident;
            errors.on(
                key,
                format_args!("`{key}` is a rule for {wanted}, which `{ident}` is not{hint}"),
            );
        }
    };
    if !is_text {
        refuse(rules.min_length.as_ref().map(Rule::key), "text", hint);
        refuse(rules.max_length.as_ref().map(Rule::key), "text", hint);
        refuse(rules.format.as_ref().map(Rule::key), "text", "");
    }
    if !is_list {
        refuse(
            rules.min_items.as_ref().map(Rule::key),
            "lists of choices",
            hint,
        );
        refuse(
            rules.max_items.as_ref().map(Rule::key),
            "lists of choices",
            hint,
        );
    }
    if !is_number {
        refuse(rules.min.as_ref().map(Rule::key), "numbers", hint);
        refuse(rules.max.as_ref().map(Rule::key), "numbers", hint);
    }
}

fn check_counts(errors: &mut Errors, field: &Field<'_>) {
    let rules = &field.rules;
    check_count(
        errors,
        [&rules.min_length, &rules.max_length],
        "a text of at most 0 characters",
    );
    check_count(
        errors,
        [&rules.min_items, &rules.max_items],
        "a list of at most 0 items",
    );
}

fn check_count(errors: &mut Errors, [min, max]: [&Option<Rule<u32>>; 2], none: &str) {
    match (min, max) {
        (_, Some(max)) if max.value == 0 => errors.on(
            &max.written,
            format_args!("{none} is always empty; leave the field out"),
        ),
        (Some(min), Some(max)) if min.value > max.value => {
            contradiction(
                errors,
                min,
                &min.key.to_string(),
                min.value,
                &max.key.to_string(),
                max.value,
            );
        }
        _ => {}
    }
}

fn check_bounds(errors: &mut Errors, field: &Field<'_>, shape: Shape) {
    let (min, max) = (&field.rules.min, &field.rules.max);
    let mut fits = true;
    for bound in [min, max].into_iter().flatten() {
        if let Some(why) = outside(bound.value, shape) {
            errors.on(&bound.written, why);
            fits = false;
        }
    }
    if let (true, Some(min), Some(max)) = (fits, min, max)
        && min.value.value() > max.value.value()
    {
        contradiction(errors, min, "min", min.value, "max", max.value);
    }
}

fn contradiction<T>(
    errors: &mut Errors,
    rule: &Rule<T>,
    min: &str,
    min_value: impl Display,
    max: &str,
    max_value: impl Display,
) {
    errors.on(
        &rule.written,
        format_args!("no answer fits: `{min} = {min_value}` is greater than `{max} = {max_value}`"),
    );
}

/// Why a field of this shape cannot be this number, whatever its rules.
fn outside(number: Number, shape: Shape) -> Option<String> {
    match (number, shape) {
        (Number::Float(_), Shape::Integer { .. }) => {
            Some("this field is a whole number; write one, such as `5`".to_owned())
        }
        (Number::Integer(number), Shape::Integer { min, max }) if number < min || max < number => {
            Some(format!(
                "the field's type goes from {min} to {max}, so it is never {number}"
            ))
        }
        (Number::Integer(number), _) if number.abs() > LARGEST => Some(
            "clients keep whole numbers exactly up to 2^53 - 1 only; write a smaller number, or \
             use `String` for more digits"
                .to_owned(),
        ),
        (number, Shape::Float { single: true }) if number.value().abs() > f64::from(f32::MAX) => {
            Some("this is more than an `f32` can be; use `f64`".to_owned())
        }
        _ => None,
    }
}

fn check_default(errors: &mut Errors, field: &Field<'_>, shape: Shape) {
    let Some(default) = &field.rules.default else {
        return;
    };
    let problem = match (shape, &default.value) {
        (Shape::Boolean, Literal::Boolean(_)) | (Shape::Other, _) => None,
        (Shape::Boolean, _) => Some("the default of a `bool` is `true` or `false`".to_owned()),
        (Shape::Text, Literal::Text(text)) => text_breaks(text, field),
        (Shape::List, Literal::List(items)) => items_break(items, field),
        (Shape::List, _) => {
            Some("the default of a list is a list of options: `[Color::Red]`".to_owned())
        }
        (Shape::Text, _) => Some("the default of a text is a string: `\"…\"`".to_owned()),
        (_, Literal::Number(number)) => {
            outside(*number, shape).or_else(|| number_breaks(*number, field))
        }
        (_, _) => Some("the default of a number is a number, as a literal: `5`".to_owned()),
    };
    if let Some(problem) = problem {
        errors.on(&default.written, problem);
    }
}

fn text_breaks(text: &str, field: &Field<'_>) -> Option<String> {
    let (min, max) = (&field.rules.min_length, &field.rules.max_length);
    count_breaks(text.chars().count(), "characters", [min, max])
}

fn items_break(items: &[Literal], field: &Field<'_>) -> Option<String> {
    let (min, max) = (&field.rules.min_items, &field.rules.max_items);
    count_breaks(items.len(), "items", [min, max])
}

fn count_breaks(count: usize, of: &str, [min, max]: [&Option<Rule<u32>>; 2]) -> Option<String> {
    if let Some(min) = min
        && count < min.value as usize
    {
        return Some(format!(
            "the default has {count} {of}, fewer than `{} = {}`",
            min.key, min.value
        ));
    }
    if let Some(max) = max
        && count > max.value as usize
    {
        return Some(format!(
            "the default has {count} {of}, more than `{} = {}`",
            max.key, max.value
        ));
    }
    None
}

fn number_breaks(number: Number, field: &Field<'_>) -> Option<String> {
    let (min, max) = (&field.rules.min, &field.rules.max);
    if let Some(min) = min
        && number.value() < min.value.value()
    {
        return Some(format!("the default is less than `min = {}`", min.value));
    }
    if let Some(max) = max
        && number.value() > max.value.value()
    {
        return Some(format!("the default is greater than `max = {}`", max.value));
    }
    None
}

impl<T> Rule<T> {
    fn key(&self) -> &Ident {
        &self.key
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
        }
    }
}
