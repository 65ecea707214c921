//! What travels over a step.

use expect_test::expect;

use super::check;

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
fn borrows_of_items_are_made_again_where_they_are_the_same() {
    let carries = |lets: &str| {
        super::flow_of(&format!(
            "let list = list(); let i = i(); let mut _1 = i(); {lets}; ask!(bool, \"a\").accepted()?; done(x)"
        ))
    };
    for same in [
        "&list[0]",
        "&list[i]",
        "&list[1..i]",
        "&list[(i + 1)..][0]",
        "&*list",
        "&name[..]",
        "&list[&3]",
    ] {
        let flow = carries(&format!("let x = {same}"));
        assert!(flow.ends_with("; makes again x\n"), "{same}: {flow}");
    }
    // Another index by then, other items by then, or who knows.
    for other in [
        "&list[count]",
        "&log[0]",
        "&LIST[0]",
        "&*LIST",
        "_1",
        "&list[i()]",
        "&list[list.len() - 1]",
        "&mut list[0]",
    ] {
        let flow = carries(&format!("let x = {other}"));
        assert!(flow.ends_with("carries x\n"), "{other}: {flow}");
    }
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
        "let mut held = m.lock().await; drop(held); ask!(bool, \"a\").accepted()?; held = m.lock().await; \
         let b = ask!(bool, \"b\"); done(b)",
        &expect![
            "`held` would be released when the question is asked, and nothing is held while the client answers; end it before the step (`drop(held)`, or a block), or take it after"
        ],
    );
    // A lock that one way takes and ends with.
    check(
        "let lock; let n = if flag() { lock = m.lock()?; return done(lock) } else { ask!(u32, \"n\").accepted()? }; done(n)",
        &expect![[r#"
            0 start: takes name, count
            1 asks n: carries nothing
            2 join with a value: takes nothing
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
fn a_reference_that_is_seen() {
    check(
        "let head: &str = name.trim(); let a = ask!(bool, \"a\"); done(head, a)",
        &expect![
            "`head` borrows, and is still needed after a step: what it borrows from is gone when another instance goes on; own it (`.to_owned()`), compute it after the step, or say `&'static` where it is the program's own"
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
