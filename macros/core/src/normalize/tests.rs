#![allow(clippy::needless_raw_string_hashes)] // expect-test writes them

use expect_test::{Expect, expect};
use syn::parse_quote;

use super::*;

#[track_caller]
fn check(body: &str, expected: &Expect) {
    let body: Block = syn::parse_str(body).expect("a block");
    let mut errors = Errors::new();
    let normal = normalize(&mut errors, &[], body);
    let text = match errors.finish() {
        Ok(()) => {
            let file: syn::File = parse_quote!(fn body() #normal);
            prettyplease::unparse(&file)
        }
        Err(failed) => failed.messages().join("\n"),
    };
    expected.assert_eq(&text);
}

#[test]
fn a_step_that_is_bound_stays() {
    check(
        "{ let a = ask!(u8, \"n\"); }",
        &expect![[r#"
        fn body() {
            let a = ask!(u8, key = "a", "n");
        }
    "#]],
    );
}

#[test]
fn operands_before_the_step_are_spilled() {
    check(
        "{ f(g(), x, &y.z, 3, ask!(u8, \"n\").accepted()?, later()); }",
        &expect![[r#"
            fn body() {
                #[allow(unused_mut)]
                let mut __mrtr_1 = g();
                let __mrtr_2 = ask!(u8, key = "answer", "n");
                f(__mrtr_1, x, &y.z, 3, __mrtr_2.accepted()?, later());
            }
        "#]],
    );
}

#[test]
fn an_operand_that_a_later_one_changes_is_spilled() {
    check(
        "{ let mut x = 1; f(x, { x += 1; ask!(u8, \"n\") }); }",
        &expect![[r#"
            fn body() {
                let mut x = 1;
                #[allow(unused_mut)]
                let mut __mrtr_1 = x;
                let __mrtr_3 = {
                    x += 1;
                    let __mrtr_2 = ask!(u8, key = "answer", "n");
                    __mrtr_2
                };
                f(__mrtr_1, __mrtr_3);
            }
        "#]],
    );
}

#[test]
fn short_circuits_become_branches() {
    check(
        "{ let go = a() && ask!(bool, \"Go?\").accepted()?; }",
        &expect![[r#"
            fn body() {
                let __mrtr_2 = if a() {
                    let __mrtr_1 = ask!(bool, key = "go", "Go?");
                    __mrtr_1.accepted()?
                } else {
                    false
                };
                let go = __mrtr_2;
            }
        "#]],
    );
}

#[test]
fn arms_and_branches_are_normalised_in_place() {
    check(
        "{ let why = match kind { A => ask!(String, \"why\").accepted()?, B => f(ask!(u8, \"n\")), C => 0 }; }",
        &expect![[r#"
            fn body() {
                let why = match kind {
                    A => {
                        let __mrtr_1 = ask!(String, key = "why", "why");
                        __mrtr_1.accepted()?
                    }
                    B => {
                        let __mrtr_2 = ask!(u8, key = "why", "n");
                        f(__mrtr_2)
                    }
                    C => 0,
                };
            }
        "#]],
    );
}

#[test]
fn the_head_of_a_branch_moves_in_front() {
    check(
        "{ if let Answer::Accept(x) = ask!(u8, \"n\") { x } else if ask!(bool, \"b\").accepted()? { 1 } else { 2 } }",
        &expect![[r#"
            fn body() {
                let __mrtr_1 = ask!(u8, key = "answer", "n");
                if let Answer::Accept(x) = __mrtr_1 {
                    x
                } else {
                    let __mrtr_2 = ask!(bool, key = "answer", "b");
                    if __mrtr_2.accepted()? { 1 } else { 2 }
                }
            }
        "#]],
    );
}

#[test]
fn a_loop_that_asks_in_its_head_asks_in_its_body() {
    check(
        "{ 'a: while ask!(bool, \"more\").accepted()? { step(); } }",
        &expect![[r#"
            fn body() {
                'a: loop {
                    let __mrtr_1 = ask!(bool, key = "answer", "more");
                    if __mrtr_1.accepted()? {
                        step();
                    } else {
                        break;
                    }
                }
            }
        "#]],
    );
}

#[test]
fn an_expression_that_begins_like_a_statement_keeps_its_meaning() {
    check(
        "{ let b = a && match x { _ => 1 } > ask!(u8, \"n\"); }",
        &expect![[r#"
            fn body() {
                let __mrtr_3 = if a {
                    #[allow(unused_mut)]
                    let mut __mrtr_1 = match x {
                        _ => 1,
                    };
                    let __mrtr_2 = ask!(u8, key = "b", "n");
                    __mrtr_1 > __mrtr_2
                } else {
                    false
                };
                let b = __mrtr_3;
            }
        "#]],
    );
}

#[test]
fn order_that_depends_on_types_is_refused() {
    check(
        "{ v[i()] += ask!(u8, \"n\"); }",
        &expect![
            "a step cannot stand here; bind the answer first: `let answer = ask!(…);` {guide:in-other-positions}"
        ],
    );
}

#[test]
fn a_question_until_something_is_done_is_a_loop() {
    check(
        "{ let page = ask_url!(u, \"Go, {x}\", until = done(&x).await?,); }",
        &expect![[r#"
            fn body() {
                let page = {
                    let mut __mrtr_again_1 = false;
                    loop {
                        let __mrtr_answer_1 = ask_url!(
                            u, key = "page",
                            ::mrtr::__private::reminded(::mrtr::__private::format!("Go, {x}"),
                            __mrtr_again_1)
                        );
                        if !__mrtr_answer_1.is_accepted() || done(&x).await? {
                            break __mrtr_answer_1;
                        }
                        __mrtr_again_1 = true;
                    }
                };
            }
        "#]],
    );
    check(
        "{ ask_url!(u, TEXT, until = a || b).accepted()?; }",
        &expect![[r#"
            fn body() {
                let __mrtr_1 = {
                    let mut __mrtr_again_1 = false;
                    loop {
                        let __mrtr_answer_1 = ask_url!(
                            u, key = "page", ::mrtr::__private::reminded(TEXT, __mrtr_again_1)
                        );
                        if !__mrtr_answer_1.is_accepted() || a || b {
                            break __mrtr_answer_1;
                        }
                        __mrtr_again_1 = true;
                    }
                };
                __mrtr_1.accepted()?;
            }
        "#]],
    );
}

#[test]
fn an_operand_that_nothing_changes_is_not() {
    check(
        "{ let mut v = v(); log.fx(1, f(&v, v.len(), log.fx(2, ask!(u8, \"n\")))); }",
        &expect![[r#"
            fn body() {
                let mut v = v();
                #[allow(unused_mut)]
                let mut __mrtr_1 = v.len();
                let __mrtr_2 = ask!(u8, key = "answer", "n");
                log.fx(1, f(&v, __mrtr_1, log.fx(2, __mrtr_2)));
            }
        "#]],
    );
}
