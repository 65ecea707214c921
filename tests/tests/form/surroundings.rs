//! Generated code means what it says, whatever else has these names, and is quiet under every
//! lint.

#![deny(
    warnings,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
#![allow(dead_code, non_camel_case_types)]

struct Option;
struct Result;
struct Some;
struct Ok;
struct Self_;
struct str;
mod core {}
mod mrtr {}
trait Field {}
trait Ask {}
const __MRTR: u8 = 0;

#[derive(::mrtr::Choice)]
#[deprecated]
enum r#Type {
    Some,
    #[deprecated]
    None,
}

#[derive(::mrtr::Form)]
struct Form {
    content: bool,
    problems: ::core::option::Option<u8>,
    #[form(max = 1000000, default = 999999)]
    field0: u32,
    #[form(min = 0.1234567891)]
    #[deprecated]
    r#match: f64,
}

#[test]
#[allow(deprecated)]
fn the_form_works() {
    let content = super::content(super::json!({
        "content": true, "problems": null, "field0": 1, "match": 1
    }));
    let ::core::result::Result::Ok(form) = <Form as ::mrtr::question::Ask>::read(&content) else {
        panic!("a form")
    };
    assert!(form.content && form.problems.is_none() && form.field0 == 1);
    assert!(form.r#match > 0.5);
}
