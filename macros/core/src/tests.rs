//! The flow of whole tools: what each state begins with, what each point carries.

#![allow(clippy::needless_raw_string_hashes)] // expect-test writes them

use expect_test::{Expect, expect};
use quote::quote;

use super::*;

/// Compiles a body with the parameters `name: String, mut count: u32, log: &Log`.
fn flow_of(body: &str) -> String {
    let body: TokenStream = body.parse().expect("tokens");
    let item = quote! {
        async fn tool(name: String, mut count: u32, log: &Log) -> Result<String> { #body }
    };
    let item: LooseFn = syn::parse2(item).expect("a function");
    match compile(Kind::Tool, TokenStream::new(), &item) {
        Ok((_, machine)) => explain::describe(&machine),
        Err(failed) => {
            let messages = failed.messages();
            let texts = messages.iter().filter_map(|it| it.split(" {guide:").next());
            texts.collect::<Vec<_>>().join("\n")
        }
    }
}

#[track_caller]
fn check(body: &str, expected: &Expect) {
    expected.assert_eq(&flow_of(body));
}

#[test]
fn what_is_needed_behind_the_step_is_carried() {
    check(
        "let plan = plan(&name); let go = ask!(bool, \"{plan:?}\"); run(plan, go)",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries plan
        "#]],
    );
}

#[test]
fn what_is_dead_or_moved_is_not() {
    check(
        "let http = Http::new(); let quota = http.quota(); consume(http); let big = load(); \
         let go = ask!(bool, \"{}\", big.len()); finish(quota, go)",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries quota
        "#]],
    );
}

#[test]
fn arguments_come_again_and_changed_ones_are_carried() {
    check(
        "count += 1; let a = ask!(bool, \"a\"); log.write(&name, count, a)",
        &expect![[r#"
            0 start: takes count
            1 asks a: carries count; takes again name
        "#]],
    );
}

#[test]
fn a_round_takes_only_the_arguments_that_it_needs() {
    check(
        "let a = ask!(bool, \"a\"); let b = ask!(bool, \"b\"); log.write(&name, a, b)",
        &expect![[r#"
            0 start: takes count
            1 asks a: carries nothing
            2 asks b: carries a; takes again name
        "#]],
    );
}

#[test]
fn literals_and_borrows_of_places_are_made_again() {
    check(
        "let label = \"x\"; let n = 3; let k = 3u8; let first = &name; let plan = plan(); let part = &plan.part; \
         let a = ask!(bool, \"a\"); use_all(label, n, k, first, part, a)",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries n, plan.part; takes again name; makes again label, k, first, part
        "#]],
    );
}

#[test]
fn inline_format_arguments_are_uses() {
    check(
        "let w = w(); let x = x(); let y = y(); let a = ask!(u8, \"{y}\"); Ok(format!(\"{x:>w$} {a:?}\"))",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries w, x
        "#]],
    );
}

#[test]
fn uses_inside_macros_and_closures() {
    check(
        "let a = a(); let b = b(); let c = c(); let d = d(); let go = ask!(bool, \"go\"); \
         let f = |b| b + c; matches!(a, Some(x) if x > 1) || f(1)",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries a, c
        "#]],
    );
}

#[test]
fn branches_meet_again() {
    check(
        "let plan = plan(); if plan.risky { let sure = ask!(bool, \"sure\").accepted()?; note(sure); } finish(plan)",
        &expect![[r#"
            0 start: takes name, count
            1 asks sure: carries plan
            2 join: takes plan
        "#]],
    );
}

#[test]
fn a_branch_that_ends_does_not_meet() {
    check(
        "let plan = plan(); if plan.risky { let sure = ask!(bool, \"sure\").accepted()?; return done(sure); } finish(plan)",
        &expect![[r#"
            0 start: takes name, count
            1 asks sure: carries nothing
        "#]],
    );
}

#[test]
fn a_match_has_a_value() {
    check(
        "let kind = kind(&name); let extra = extra(); \
         let why: String = match kind { Kind::A => ask!(String, \"why\").accepted()?, Kind::B { n } if n > 2 => n.to_string(), _ => return skip() }; \
         finish(why, extra)",
        &expect![[r#"
            0 start: takes name, count
            1 asks why: carries extra
            2 join with a value: takes extra
        "#]],
    );
}

#[test]
fn a_match_is_the_tail() {
    check(
        "match ask!(u8, \"n\") { Answer::Accept(n) => ask!(bool, \"{n}?\").accepted().map(|_| n), _ => Err(name) }",
        &expect![[r#"
            0 start: takes count
            1 asks answer: carries nothing; takes again name
            2 asks answer: carries n
        "#]],
    );
}

#[test]
fn a_round_of_several_questions() {
    check(
        "let plan = plan(); let (approval, roots) = ask_all!(ask!(Approval, \"{}\", plan.len()), roots!()); finish(approval, roots)",
        &expect![[r#"
            0 start: takes name, count
            1 asks approval, roots: carries nothing
        "#]],
    );
}

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
fn late_initialisation() {
    check(
        "let city; if count > 1 { city = near(); } else { city = ask!(String, \"city\").accepted()?; } finish(city)",
        &expect![[r#"
            0 start: takes name, count
            1 asks city: carries nothing; declares city
            2 join: takes city
        "#]],
    );
}

#[test]
fn loops() {
    check(
        "let mut files = files(); let mut n = 0; while let Some(file) = files.pop() { if skip(&file) { continue; } n += 1; let why = ask!(String, \"{file}?\").accepted()?; if why.is_empty() { break; } log.write(&file, &why); } finish(n)",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes files, n
            1 asks why: carries files, n, file
            3 join: takes n
        "#]],
    );
    check(
        "let found = 'search: loop { let more = ask!(bool, \"more\").accepted()?; for item in items(more) { if good(&item) { break 'search item; } } }; finish(found)",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes nothing
            1 asks more: carries nothing
            3 join with a value: takes nothing
        "#]],
    );
}

#[test]
fn labelled_blocks() {
    check(
        "let v = 'b: { if count > 2 { break 'b 1; } let x = ask!(u8, \"x\").accepted()?; x + 1 }; finish(v)",
        &expect![[r#"
            0 start: takes name, count
            1 asks x: carries nothing
            2 join with a value: takes nothing
        "#]],
    );
}

#[test]
fn let_else() {
    check(
        "let Some(x) = first() else { let y = ask!(bool, \"y\").accepted()?; return done(y, name); }; let z = ask!(u8, \"z\"); finish(x, z)",
        &expect![[r#"
            0 start: takes count
            2 asks z: carries x
            1 asks y: carries nothing; takes again name
        "#]],
    );
}

#[test]
fn guards_end_before_a_step() {
    check(
        "let _lock = m.lock().await; let a = ask!(bool, \"a\"); done(a)",
        &expect![
            "`_lock` would be released when the question is asked, and nothing is held while the client answers; end it before the step (`drop(_lock)`, or a block), or take it after"
        ],
    );
    check(
        "let _lock = m.lock().await; drop(_lock); let a = ask!(bool, \"a\"); done(a)",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries nothing
        "#]],
    );
    check(
        "{ let g = m.lock()?; g.push(1); } let a = ask!(bool, \"a\"); done(a)",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries nothing
        "#]],
    );
}

#[test]
fn a_name_alone_is_no_guard() {
    check(
        "let _len = name.len(); let a = ask!(bool, \"a\"); done(a)",
        &expect![[r#"
            0 start: takes name, count
            1 asks a: carries nothing
        "#]],
    );
    check(
        "let _enter = span.enter(); let a = ask!(bool, \"a\"); done(a)",
        &expect![
            "`_enter` would be released when the question is asked, and nothing is held while the client answers; end it before the step (`drop(_enter)`, or a block), or take it after"
        ],
    );
}

#[test]
fn what_is_spilled_is_no_guard() {
    check(
        "let n = add(first(), ask!(u8, \"n\").accepted()?); done(n)",
        &expect![[r#"
            0 start: takes name, count
            1 asks n: carries __mrtr_1
        "#]],
    );
}

#[test]
fn what_nothing_reaches_is_left_out() {
    check(
        "let word = \"word\"; if count > 2 { ask!(bool, \"a\").accepted()?; return first(); } else { return other(); } ask!(u8, \"{word}\").accepted()?; done(word)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries nothing
        "#]],
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

#[test]
fn a_local_that_is_assigned_and_not_read() {
    check(
        "let mut x = None; ask!(bool, \"a\").accepted()?; x = Some(1); done()",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries x
        "#]],
    );
}

#[test]
fn late_initialisation_in_native_code() {
    check(
        "let x: u8; ask!(bool, \"a\").accepted()?; if flag() { x = 1; } else { x = 2 } ask!(bool, \"b\").accepted()?; done(x)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries nothing; declares x
            2 asks answer: carries x
        "#]],
    );
    check(
        "let x; loop { ask!(bool, \"a\").accepted()?; if flag() { x = 1; break; } } done(x)",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes nothing
            1 asks answer: carries nothing; declares x
            3 join: takes x
        "#]],
    );
}

#[test]
fn a_return_that_may_not_be_there() {
    check(
        "#[cfg(test)] return done(); ask!(bool, \"a\").accepted()?; done(name)",
        &expect![[r#"
            0 start: takes count
            1 asks answer: carries nothing; takes again name
        "#]],
    );
}

#[test]
fn a_guard_may_go_on_with_the_loop() {
    check(
        "let mut xs = xs(); while let Some(x) = xs.pop() { match x { y if { if skip(y) { continue; } true } => { ask!(bool, \"a\").accepted()?; } _ => {} } } done()",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes xs
            1 asks answer: carries xs
            3 join: takes nothing
        "#]],
    );
}

#[test]
fn a_reference_that_is_seen() {
    check(
        "let head: &str = name.trim(); let a = ask!(bool, \"a\"); done(head, a)",
        &expect![
            "`head` borrows, and is still needed after a step: what it borrows from is gone when another instance goes on; own it (`.to_owned()`), compute it after the step, or say `&'static` where it is the program's own"
        ],
    );
}

#[test]
fn for_loops_by_value_carry_what_is_left() {
    check(
        "let mut n = 0; for file in files(&name) { if skip(&file) { continue; } n += ask!(u32, \"{file}?\").accepted()?; } finish(n)",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes n, __mrtr_loop_4
            1 asks answer: carries n, __mrtr_loop_4
            3 join: takes n
        "#]],
    );
    check(
        "for i in 0..count { let x = ask!(u8, \"{i}\"); log.write(x); } done()",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes __mrtr_loop_3
            1 asks x: carries __mrtr_loop_3
            3 join: takes nothing
        "#]],
    );
}

#[test]
fn for_loops_over_borrows_carry_an_index() {
    check(
        "let plan = plan(); for (at, step) in &plan.steps { if step.risky && !ask!(bool, \"{at}\").accepted()? { continue; } log.write(step, at); } finish()",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes __mrtr_loop_4, plan.steps
            1 asks answer: carries __mrtr_loop_4, plan.steps; makes again at, step
            3 join with a value: takes __mrtr_loop_4, plan.steps; makes again at, step
            4 join: takes nothing
        "#]],
    );
    check(
        "for step in log.steps.iter() { let x = ask!(u8, \"{step}\"); } done()",
        &expect![
            "this collection is not carried, so it may be another one behind the step: go over a copy of your own, as in `for item in service.items.clone()`"
        ],
    );
    check(
        "let mut v = v(); for x in &mut v { *x = ask!(u8, \"x\").accepted()?; } done(v)",
        &expect![
            "a `for` loop with a step in its body cannot borrow mutably: the borrow ends at the step; go over the indices, or over the values and collect what becomes of them"
        ],
    );
}

#[test]
fn of_a_local_that_is_not_needed_whole_its_fields_are_carried() {
    check(
        "let form = load(); log.write(&form); let go = ask!(bool, \"{}?\", form.text); \
         if go { log.write(form.label.len()); } log.write(\"{}\", form.times + form.label)",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries form.label, form.times
        "#]],
    );
}

#[test]
fn a_local_that_is_needed_whole_is_carried_whole() {
    check(
        "let form = load(); let go = ask!(bool, \"Go?\"); \
         if go { log.write(form.label); } else { log.write(&form); }",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries form
        "#]],
    );
}

#[test]
fn a_flow_that_is_called_waits_at_a_point_of_its_own() {
    check(
        "let plan = plan(); let kept = kept(); let go = flow!(confirm(&plan, count + 1, name))?; log.write(kept, go)",
        &expect![[r#"
            0 start: takes name, count
            2 calls at 1: takes name, plan, kept, __mrtr_1
            1 waits for `confirm (& plan , __mrtr_1 , name)`: carries plan, kept, __mrtr_1; takes again name
        "#]],
    );
    check(
        "for n in 0..3 { flow!(log.confirm(n)); }",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes __mrtr_loop_3
            3 calls at 1: takes __mrtr_loop_3, n
            1 waits for `log . confirm (n)`: carries __mrtr_loop_3, n
        "#]],
    );
}
