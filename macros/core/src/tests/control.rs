//! Where control goes, and what goes along.

use expect_test::expect;

use super::check;

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
            1 asks answer: carries __mrtr_loop_4, plan.steps; makes again __mrtr_loop_4_1, at, step
            3 join with a value: takes __mrtr_loop_4, plan.steps; makes again __mrtr_loop_4_1, at, step
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
fn for_loops_over_chains_of_borrows_carry_an_index() {
    for same in [
        "list.iter().enumerate()",
        "list.chunks(2).rev().skip(i)",
        "text.split(&[',', ';'])",
        "(list.iter()).zip(&text).zip(name.lines()).zip(1_u8..).zip(0..i)",
    ] {
        let body = format!(
            "let list = list(); let text = text(); let i = i(); \
             for x in {same} {{ ask!(bool, \"{{x}}\").accepted()?; done(x) }}"
        );
        let flow = super::flow_of(&body);
        let (_, again) = flow.rsplit_once("; makes again __mrtr_loop_").expect(same);
        assert!(again.ends_with(", x\n"), "{same}: {flow}");
    }
    for other in [
        "list.iter().skip(count)",
        "list.iter().map(|x| x + 1)",
        "log.lines()",
        "list.iter().zip(others())",
        "list.iter().zip(1..)",
        "list.iter().zip(1 + (2)..)",
        "list.char_indices()",
        "list().iter().rev()",
        "list.split(separator())",
    ] {
        let body = format!(
            "let list = list(); for x in {other} {{ ask!(bool, \"{{x}}\").accepted()?; done(x) }}"
        );
        let flow = super::flow_of(&body);
        assert!(flow.contains("carries __mrtr_loop_"), "{other}: {flow}");
    }
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
