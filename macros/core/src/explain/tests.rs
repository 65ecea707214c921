#![allow(clippy::needless_raw_string_hashes)] // expect-test writes them

use expect_test::expect;
use quote::quote;

use super::of;
use crate::parse::{Kind, LooseFn};

#[test]
fn points_and_diagram() {
    let item = quote! {
        async fn deploy(environment: String, deployer: &Deployer) -> Result<String> {
            let plan = deployer.plan(&environment).await?;
            let (approval, roots) = ask_all!(ask!(Approval, "Go?"), roots!());
            for step in &plan {
                if step.is_risky() {
                    flow!(deployer.confirm(step, &roots))?;
                }
            }
            let done = ask!(bool, "Done with {environment}?").accepted()?;
            Ok(format!("{}", approval.accepted()?.label))
        }
    };
    let item: LooseFn = syn::parse2(item).expect("a function");
    let (function, machine) =
        crate::compile(Kind::Tool, proc_macro2::TokenStream::new(), &item).expect("it compiles");
    expect![[r#"
        mrtr: `deploy`
          1. asks `approval`, `roots`
             carries `plan`
             has again `environment`, an argument
          2. waits for `deployer.confirm`
             carries `plan`; `approval`; `roots`; `the rest of a loop`
             has again `environment`, an argument; `step`, made again
          3. asks `done`
             carries `approval`

        flowchart TD
            start([deploy])
            p1["1. asks approval, roots"]
            p2["2. waits for deployer.confirm"]
            p3["3. asks done"]
            finish([returns])
            start --> p1
            p1 --> p2
            p1 --> p3
            p2 --> p2
            p2 --> p3
            p3 --> finish
    "#]]
    .assert_eq(&of(&function, &machine));
}
