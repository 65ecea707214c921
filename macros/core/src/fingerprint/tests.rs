use quote::quote;

use super::*;
use crate::parse::LooseFn;

/// The fingerprints of a tool's points, by the first key that each asks for.
fn fingerprints(body: &str) -> BTreeMap<String, u64> {
    let body: TokenStream = body.parse().expect("tokens");
    let item = quote!(async fn tool(name: String, log: &Log) -> Result<String> { #body });
    let item: LooseFn = syn::parse2(item).expect("a function");
    let Ok((tool, machine)) = crate::compile(crate::parse::Kind::Tool, TokenStream::new(), &item)
    else {
        panic!("it compiles");
    };
    (0..machine.flow.points.len())
        .map(|index| {
            let question = &machine.flow.points[index].questions()[0];
            let key = question.key.as_ref().expect("a key").value();
            (key, of(&tool, &machine, PointId(index)))
        })
        .collect()
}

const BASE: &str = "let plan = plan(); let a = ask!(bool, \"a {plan}\"); log.note(a); \
     if a.accepted()? { let b = ask!(u8, \"b\").accepted()?; log.keep(plan, b); } done()";

#[track_caller]
fn keeps(edited: &str, points: &[&str]) {
    let (before, after) = (fingerprints(BASE), fingerprints(edited));
    for (key, fingerprint) in &before {
        let kept = after.get(key) == Some(fingerprint);
        assert_eq!(
            kept,
            points.contains(&key.as_str()),
            "point `{key}` after {edited}"
        );
    }
}

#[test]
fn spaces_and_comments_are_no_edit() {
    let spaced = BASE
        .replace("; ", "  ;\n /* a comment */ ")
        .replace("(a)", "( a )");
    keeps(&spaced, &["a", "b"]);
}

#[test]
fn what_has_run_may_be_edited() {
    keeps(&BASE.replace("= plan()", "= other_plan(3)"), &["a", "b"]);
    keeps(
        &format!("log.note(f(g(), 1)); let more = x(); more.y(); {BASE}"),
        &["a", "b"],
    );
    keeps(&BASE.replace("log.note(a);", "log.note(a, 1);"), &["b"]);
}

#[test]
fn the_text_of_the_question_that_waits_may_be_edited() {
    keeps(&BASE.replace("\"b\"", "\"b, better\""), &["b"]);
    keeps(&BASE.replace("\"a {plan}\"", "\"a: {plan}\""), &["a", "b"]);
}

#[test]
fn another_step_before_does_not_renumber() {
    let inserted = format!("let z = ask!(u8, \"z\").accepted()?; log.note(f(g(), z)); {BASE}");
    keeps(&inserted, &["a", "b"]);
}

#[test]
fn what_the_frame_means_is_no_edit_to_survive() {
    keeps(&BASE.replace("log.keep(plan, b)", "log.keep(b)"), &[]);
    keeps(&BASE.replace("ask!(u8, \"b\")", "ask!(u16, \"b\")"), &[]);
    keeps(
        &BASE
            .replace("let b = ask!(u8, \"b\")", "let c = ask!(u8, \"b\")")
            .replace("plan, b", "plan, c"),
        &[],
    );
    keeps(&BASE.replace("done()", "done(1)"), &[]);
    keeps(
        &BASE
            .replace("let plan = plan()", "let what = plan()")
            .replace("{plan}", "{what}")
            .replace("keep(plan", "keep(what"),
        &[],
    );
}

#[test]
fn the_same_source_has_the_same_fingerprints() {
    assert_eq!(fingerprints(BASE), fingerprints(BASE));
    let mut both: Vec<u64> = fingerprints(BASE).into_values().collect();
    both.dedup();
    assert_eq!(both.len(), 2);
}
