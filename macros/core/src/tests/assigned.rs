//! Locals that are given a value, or another one.

use expect_test::expect;

use super::check;

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
fn a_local_that_is_assigned_and_not_read() {
    check(
        "let mut x = None; ask!(bool, \"a\").accepted()?; x = Some(1); done()",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries nothing; declares x
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
fn a_value_that_is_replaced_does_not_travel() {
    check(
        "let mut page = first(); show(page); ask!(bool, \"a\").accepted()?; page = next(); \
         ask!(bool, \"b\").accepted()?; done(page)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries nothing; declares page
            2 asks answer: carries page
        "#]],
    );
    check(
        "ask!(bool, \"a\").accepted()?; if flag() { log.write(1); count = 1 } else { return done() } \
         ask!(bool, \"b\").accepted()?; done(count)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries nothing; declares count
            2 asks answer: carries count
        "#]],
    );
    check(
        "let mut page = first(); loop { show(page); match ask!(u8, \"a\").accepted()? { \
         0 => break, 1 => page = next(), 2 => panic!(), _ => { let other = next(); page = other; } } }",
        &expect![[r#"
            0 start: takes name, count
            2 loop: takes page
            1 asks answer: carries nothing; declares page
        "#]],
    );
}

#[test]
fn a_value_that_may_be_kept_travels() {
    check(
        "let mut page = first(); ask!(bool, \"a\").accepted()?; if flag() { page = next(); } done(page)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries page
        "#]],
    );
    check(
        "let mut page = first(); ask!(bool, \"a\").accepted()?; while flag() { page = next(); } done(page)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries page
        "#]],
    );
    check(
        "let mut page = first(); ask!(bool, \"a\").accepted()?; #[cfg(unix)] { page = next(); } done(page)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries page
        "#]],
    );
    check(
        "let mut page = first(); ask!(bool, \"a\").accepted()?; { let mut page = next(); page = next(); } done(page)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries page
        "#]],
    );
    check(
        "let mut page = first(); ask!(bool, \"a\").accepted()?; page = next(&page); done(page)",
        &expect![[r#"
            0 start: takes name, count
            1 asks answer: carries page
        "#]],
    );
}

#[test]
fn a_local_that_goes_in_parts_is_not_replaced() {
    check(
        "let mut form = load(); let go = ask!(bool, \"Go?\"); log.write(form.label); form = load(); \
         log.write(form.label, go)",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries form
        "#]],
    );
    check(
        "let mut form = load(); log.write(form.label); let go = ask!(bool, \"Go?\"); form = load(); \
         log.write(form.label, go)",
        &expect![[r#"
            0 start: takes name, count
            1 asks go: carries nothing; declares form
        "#]],
    );
}

/// What is assigned on some ways, and looked at on none before, needs no value there.
#[test]
fn a_value_that_nobody_looks_at_again_does_not_travel() {
    for replaced in [
        "if flag() { page = next(); show(&page); } else { return done() } done(page)",
        "match kind() { 0 => page = next(), 1 => { page = other(); show(page.label); } _ => panic!(\"{kind}\") } done(page)",
        "if flag() { page = next(); } done(1)",
        "while flag() { page = next(); show(&page); } page = last(); done(page)",
        "loop { if flag() { page = next(); break; } } page = last(); done(page)",
        "'a: { if flag() { break 'a; } page = next(); } page = last(); done(page)",
        "let Some(x) = ({ page = next(); y() }) else { return done() }; done(page, x)",
        "page = match kind() { page => next(page) }; done(page)",
        "page = { let mut page = next(); page = other(page); page }; done(page)",
    ] {
        let flow = super::flow_of(&format!(
            "let mut page = first(); ask!(bool, \"a\").accepted()?; {replaced}"
        ));
        assert!(
            flow.contains("carries nothing; declares page"),
            "{replaced}: {flow}"
        );
    }
    for kept in [
        "if flag() { page = next(); } done(page)",
        "if flag(&page) { page = next(); } else { page = other(); } done(page)",
        "page = next(page); done(page)",
        "page = { show!(page); next() }; done(page)",
        "page = { println!(\"{page:?}\"); next() }; done(page)",
        "{ let set = async { page = next(); }; set.await; page = last(); } done(page)",
        "{ let set = || page = next(); set(); page = last(); } done(page)",
        "match kind() { 0 => page = next(), page => other(page) } done(page)",
        "#[cfg(unix)] page = next(); done(page)",
        "'a: { if flag() { break 'a; } page = next(); } done(page)",
        "while flag() { show(&page); page = next(); } done(1)",
        "let Some(x) = (if flag() { page = next(); y() } else { None }) else { return done(page) }; page = last(); done(page, x)",
        "{ let mut page = next(); page = other(); } done(page)",
    ] {
        let flow = super::flow_of(&format!(
            "let mut page = first(); ask!(bool, \"a\").accepted()?; {kept}"
        ));
        assert!(flow.contains("carries page"), "{kept}: {flow}");
    }
}

/// Where every way leaves, what is behind it is left out; what a macro does is not known.
#[test]
fn what_comes_behind_a_statement_that_never_ends() {
    let behind = |statement: &str| {
        super::flow_of(&format!(
            "let page = first(); ask!(bool, \"a\").accepted()?; \
             loop {{ {statement} ask!(bool, \"b\").accepted()?; done(page) }}"
        ))
    };
    for never_ends in [
        "if flag() { return x(); } else { break; }",
        "match kind() { 0 => continue, _ => { done(1); return x() } }",
    ] {
        let flow = behind(never_ends);
        assert!(!flow.contains("page"), "{never_ends}: {flow}");
    }
    for may_end in [
        "if flag() { return x(); }",
        "match kind() { 0 => continue, _ => todo!() }",
        "#[cfg(unix)] return x();",
        "loop { break; }",
        "'a: { break 'a; }",
    ] {
        let flow = behind(may_end);
        assert!(flow.contains("page"), "{may_end}: {flow}");
    }
}

/// Nobody writes that, and nothing panics where somebody does: rustc says that there is no such macro.
#[test]
fn a_placeholder_of_the_authors() {
    let item = quote::quote! {
        async fn tool() -> Result<String> {
            let mut page = first();
            loop {
                ask!(bool, "a").accepted()?;
                if flag() { page = next(); __mrtr_jump!(99); } else { break; }
                page = last();
            }
            done(page)
        }
    };
    let expanded = crate::tool(proc_macro2::TokenStream::new(), item).to_string();
    assert!(expanded.contains("__mrtr_jump ! (99)"), "{expanded}");
}
