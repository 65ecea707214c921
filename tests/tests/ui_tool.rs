//! What an author of a tool reads when something is wrong.

#[test]
fn diagnostics() {
    trybuild::TestCases::new().compile_fail("ui/tool/*.rs");
}
