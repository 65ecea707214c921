//! What a schema refuses when it is made.

use std::panic::catch_unwind;

use super::{FieldSchema, Literal, characters};
use crate::question::{ChoiceOption, Field, Format};

const OPTIONS: &[ChoiceOption] = &[ChoiceOption::new("red", 7)];

/// What the compiler would print, had the schema been made at compile time.
fn refused(make: fn() -> FieldSchema) -> &'static str {
    let panic = catch_unwind(make).expect_err("a rule that does not fit");
    panic.downcast_ref::<&str>().expect("a literal message")
}

#[test]
fn rules_of_another_kind_are_refused() {
    assert!(refused(|| u8::SCHEMA.min_length(1)).contains("`min_length` is for text"));
    assert!(refused(|| bool::SCHEMA.max_length(1)).contains("`max_length` is for text"));
    assert!(refused(|| f64::SCHEMA.format(Format::Date)).contains("`format` is for text"));
    assert!(refused(|| String::SCHEMA.minimum(Literal::Integer(1))).contains("for numbers"));
    assert!(refused(|| bool::SCHEMA.maximum(Literal::Integer(1))).contains("for numbers"));
}

#[test]
fn bounds_that_no_answer_fits_are_refused() {
    assert!(refused(|| String::SCHEMA.min_length(3).max_length(2)).contains("no text fits"));
    assert!(refused(|| String::SCHEMA.max_length(2).min_length(3)).contains("no text fits"));
    assert!(refused(|| u8::SCHEMA.maximum(Literal::Integer(256))).contains("outside"));
    assert!(refused(|| u8::SCHEMA.minimum(Literal::Integer(-1))).contains("outside"));
    assert!(refused(|| u8::SCHEMA.minimum(Literal::Number(0.5))).contains("whole number"));
    assert!(refused(|| i64::SCHEMA.maximum(Literal::Integer(1 << 53))).contains("beyond 2^53 - 1"));
    assert!(
        refused(|| f64::SCHEMA.maximum(Literal::Number(f64::INFINITY))).contains("no infinity")
    );
    assert!(
        refused(|| {
            f64::SCHEMA
                .minimum(Literal::Number(0.9))
                .maximum(Literal::Number(0.1))
        })
        .contains("no number fits")
    );
}

#[test]
fn a_default_keeps_the_rules() {
    let text = |text| Literal::Text(text);
    assert_eq!(
        String::SCHEMA.max_length(1).default_to(text("é")),
        String::SCHEMA.default_to(text("é")).max_length(1)
    );
    assert!(
        refused(|| String::SCHEMA.min_length(2).default_to(Literal::Text("é"))).contains("shorter")
    );
    assert!(
        refused(|| String::SCHEMA
            .max_length(2)
            .default_to(Literal::Text("abc")))
        .contains("longer")
    );
    assert!(
        refused(|| {
            String::SCHEMA
                .format(Format::Email)
                .default_to(Literal::Text("nope@"))
        })
        .contains("`format`")
    );
    assert!(refused(|| u8::SCHEMA.default_to(Literal::Integer(300))).contains("outside"));
    assert!(refused(|| bool::SCHEMA.default_to(Literal::Integer(1))).contains("`true`"));
}

#[test]
fn the_default_of_a_choice_is_an_option() {
    let schema = FieldSchema::choice(OPTIONS);
    assert_eq!(
        schema.default_to(Literal::Variant(7)),
        schema.default_to(Literal::Text("red"))
    );
    for other in [
        Literal::Variant(0),
        Literal::Text("Red"),
        Literal::Integer(7),
    ] {
        assert!(
            catch_unwind(|| schema.default_to(other)).is_err(),
            "{other:?}"
        );
    }
}

#[test]
fn an_option_of_an_option_is_refused() {
    assert!(refused(|| bool::SCHEMA.optional().optional()).contains("`Option`"));
}

#[test]
fn characters_are_counted_as_chars_are() {
    for text in ["", "a", "é", "日本語", "a🦀b"] {
        assert_eq!(characters(text), text.chars().count(), "{text}");
    }
}

#[test]
fn a_list_that_nobody_can_pick_is_refused() {
    const TWO: &[ChoiceOption] = &[ChoiceOption::new("a", 0), ChoiceOption::new("b", 1)];
    assert!(refused(|| FieldSchema::picks(TWO).min_items(3)).contains("number of options"));
    assert!(refused(|| FieldSchema::picks(TWO).min_items(2).max_items(1)).contains("nothing fits"));
    assert!(refused(|| FieldSchema::picks(TWO).max_items(1).min_items(2)).contains("nothing fits"));
    assert!(refused(|| FieldSchema::picks(TWO).max_items(0)).contains("always empty"));
    assert!(refused(|| FieldSchema::choice(TWO).min_items(1)).contains("list of choices"));
    assert!(refused(|| String::SCHEMA.max_items(1)).contains("list of choices"));
}

#[test]
fn the_default_of_a_list_could_be_picked() {
    const TWO: &[ChoiceOption] = &[ChoiceOption::new("a", 0), ChoiceOption::new("b", 1)];
    const BOTH: Literal = Literal::List(&[Literal::Text("b"), Literal::Variant(0)]);
    const TWICE: Literal = Literal::List(&[Literal::Text("a"), Literal::Variant(0)]);
    let _ = FieldSchema::picks(TWO).min_items(2).default_to(BOTH);
    assert!(refused(|| FieldSchema::picks(TWO).default_to(TWICE)).contains("twice"));
    assert!(
        refused(|| FieldSchema::picks(TWO).max_items(1).default_to(BOTH)).contains("`max_items`")
    );
    assert!(
        refused(|| FieldSchema::picks(TWO)
            .min_items(1)
            .default_to(Literal::List(&[])))
        .contains("`min_items`")
    );
    assert!(refused(|| FieldSchema::picks(TWO).default_to(Literal::Text("a"))).contains("a list"));
    assert!(
        refused(|| FieldSchema::picks(TWO).default_to(Literal::List(&[Literal::Text("c")])))
            .contains("not an option")
    );
}
