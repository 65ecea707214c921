//! The flow of whole tools: what each state begins with, what each point carries.

#![allow(clippy::needless_raw_string_hashes)] // expect-test writes them

mod assigned;
mod carried;
mod control;
mod names;

use expect_test::Expect;
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
