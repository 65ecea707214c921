//! Which local a name means.

use expect_test::expect;

use super::check;

#[test]
fn bindings_that_hide_each_other() {
    check(
        "let x = x(); { let x = inner(&x); let a = ask!(u8, \"a\"); note(x, a); } finish(x)",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries x, x
            2 join: takes x
        "#]],
    );
    check(
        "let x = s(); let y = &x; let x = t(y); let a = ask!(u8, \"a\"); finish(y, x)",
        &expect![
            "this `x` hides an earlier `x` that is still needed after a step; rename one of them"
        ],
    );
}

#[test]
fn an_item_of_an_inner_block_stays_there() {
    check(
        "{ const LIMIT: u8 = 2; let a = ask!(bool, \"{LIMIT}\"); note(a); } done(LIMIT)",
        &expect![
            "an item cannot stand in an inner block with steps, because the block is taken apart; move it to the top of the tool's body, or out of the tool"
        ],
    );
    check(
        "{ const LIMIT: u8 = 2; note(LIMIT); } let a = ask!(bool, \"{LIMIT}\"); done(a)",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries nothing
        "#]],
    );
}

#[test]
fn what_is_spelled_alike_is_told_apart_or_refused() {
    check(
        "let mut xs = xs(); let x = x(); while let Some(y) = xs.pop() { if let Some(x) = y.find() { note(x); continue; } ask!(bool, \"a\").accepted()?; } done(x)",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes xs, x
            1 asks answer: carries xs, x
            3 join: takes x
        "#]],
    );
    check(
        "let x = x(); { let x = y(x); { let x = z(x); let a = ask!(bool, \"{x}\").accepted()?; } } done(x)",
        &expect![
            "this `x` is still needed after a step, and before it another `x` hides it; rename one of them"
        ],
    );
    check(
        "let x = s(); let y = &x; let x = t(); note(x); ask!(bool, \"a\").accepted()?; done(y)",
        &expect![
            "this `x` is still needed after a step, and before it another `x` hides it; rename one of them"
        ],
    );
    check(
        "let x = s(); #[cfg(test)] let x = t(); ask!(bool, \"a\").accepted()?; done(x)",
        &expect![
            "under `#[cfg]` this `x` may or may not hide an earlier `x`, and what is carried has to be known; rename one of them"
        ],
    );
}

#[test]
fn a_text_may_mention_names_of_both_kinds() {
    check(
        "let x = x(); if count > 2 { let x = y(&x); ask!(bool, \"{x} {name}?\").accepted()?; note(format!(\"{x} {name}\")); } done(x)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries x, x; takes again name
            2 join: takes x
        "#]],
    );
    check(
        "let x = x(); if count > 2 { let x = y(&x); ask!(bool, \"a\").accepted()?; other!(\"{x} {name}\"); } done(x)",
        &expect![
            "the text uses `{x}`, and more than one `x` is needed around a step; rename one of them"
        ],
    );
    check(
        "let x = x(); consume(x); ask!(bool, \"{x}\", x = count).accepted()?; note(format!(\"{x}\", x = 1)); done()",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries nothing
        "#]],
    );
}
