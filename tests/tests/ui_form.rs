//! What an author reads where a form or a choice is wrong.

#[test]
fn messages() {
    trybuild::TestCases::new().compile_fail("ui/form/*.rs");
}
