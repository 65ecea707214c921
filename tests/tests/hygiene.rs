//! Generated code under hostile surroundings, without a warning under every lint.

#![deny(
    warnings,
    missing_docs,
    unused,
    unreachable_pub,
    rust_2024_compatibility,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
#![allow(
    clippy::redundant_pub_crate,
    reason = "it contradicts `unreachable_pub`"
)]
#![allow(
    dead_code,
    unused_crate_dependencies,
    reason = "the tools are looked at by the compiler; nobody calls them"
)]
#![allow(
    tail_expr_drop_order,
    if_let_rescope,
    reason = "about the tests' own edition"
)]

/// The names that generated code could mean, and does not.
mod hostile {
    #![allow(
        clippy::upper_case_acronyms,
        non_camel_case_types,
        reason = "hostile on purpose"
    )]

    /// Not std's.
    pub(crate) struct Option;
    /// Not std's.
    pub(crate) struct Box;
    /// Not std's.
    pub(crate) struct Vec;
    /// Not std's.
    pub(crate) enum Result {}
    /// Not std's.
    pub(crate) mod std {}
    /// Not core's.
    pub(crate) mod core {}
    /// Not ours.
    pub(crate) mod serde {}
    /// Not ours.
    pub(crate) mod rmcp {}
    /// Not std's.
    #[macro_export]
    macro_rules! format {
        () => {};
    }

    use mrtr::{Answer, ask, ask_all, mrtr_tool, roots};

    /// Asks.
    #[mrtr_tool]
    pub(crate) async fn names(
        machine: String,
        state: u32,
        arguments: bool,
    ) -> mrtr::Result<String> {
        let region = machine.len();
        let saving = region + 1;
        let rendered = state;
        let (value, roots) = ask_all!(ask!(bool, "{saving} {rendered}?"), roots!());
        let local = match value {
            Answer::Accept(value) => value && arguments,
            Answer::Decline | Answer::Cancel => false,
        };
        let ask = ask!(String, "{machine} {local} {}", roots.len()).accepted()?;
        let answer = if local {
            ask!({ field0: u8, r#type: bool }, "{ask}?")
                .accepted()?
                .field0
        } else {
            0
        };
        Ok([machine, ask, answer.to_string(), region.to_string()].concat())
    }
}

/// Patterns in their short form, with and without a step between them and what they bind.
mod patterns {
    use mrtr::{Answer, Form, ask, mrtr_tool};

    /// Two things.
    #[derive(Form)]
    struct Two {
        first: u8,
        second: String,
    }

    /// Asks twice.
    #[mrtr_tool]
    async fn apart() -> mrtr::Result<String> {
        let Two { first, second } = ask!(Two, "Which?").accepted()?;
        match ask!(Two, "{second}?") {
            Answer::Accept(two) => {
                let Two {
                    first: other,
                    second,
                } = two;
                Ok(format!("{first} {other} {second}"))
            }
            Answer::Decline | Answer::Cancel => Ok(String::new()),
        }
    }
}

/// Items named like generated ones.
mod items {
    use mrtr::{ask, mrtr_tool};

    /// A function of the author's.
    pub(crate) fn run(text: &str) -> String {
        text.to_owned()
    }

    /// A function of the author's.
    pub(crate) const fn flow() -> u8 {
        1
    }

    const INFO: &str = "info";

    /// Asks.
    #[mrtr_tool]
    pub(crate) async fn input_schema(r#type: String) -> mrtr::Result<String> {
        /// An item in the body.
        const LIMIT: u8 = 3;
        let mut count = flow() + LIMIT;
        let mut rest = vec![1_u8, 2];
        while let Some(next) = rest.pop() {
            let r#match = ask!(bool, "{next}: {}?", run(INFO)).accepted()?;
            if r#match {
                count += next;
            }
        }
        for name in r#type.split(' ').map(str::to_owned) {
            let _ = ask!(bool, key = "whatever", "{name}?");
        }
        let deep = if count > 3 {
            let deep = ask!(u8, "Deep?").accepted()?;
            deep + 1
        } else {
            0
        };
        Ok(run(&format!("{type} {count} {deep}", r#type = r#type)))
    }
}

/// Without a prelude, and by path only.
#[allow(clippy::absolute_paths, reason = "there are no imports")]
mod by_path {
    /// Asks.
    #[mrtr::mrtr_tool]
    pub(crate) async fn tool() -> ::mrtr::Result<::std::string::String> {
        let sure = mrtr::ask!(bool, "Sure?").accepted()?;
        let (again, _roots) = ::mrtr::ask_all!(mrtr::ask!(bool, "Again?"), ::mrtr::roots!());
        let form = mrtr::ask!({ share: f64, note: ::std::string::String }, "More?").accepted()?;
        let last = mrtr::ask!(bool, "Last?").accepted()?;
        let same = form == form.clone();
        ::core::result::Result::Ok(::std::format!("{sure} {again:?} {form:?} {last} {same}"))
    }
}

#[test]
fn tools_keep_their_names() {
    assert_eq!(items::input_schema().name, "input_schema");
    let schema = (items::input_schema().input_schema)();
    assert_eq!(schema["required"], serde_json::json!(["type"]));
    assert_eq!(hostile::names().description, "Asks.");
    assert_eq!(by_path::tool().flow.points.len(), 4);
}
