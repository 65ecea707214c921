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

/// Flows, methods, fields, and what is made again, with names that generated code has too.
mod flows {
    use std::sync::Arc;

    use mrtr::{ask, flow, fresh, mrtr_flow, mrtr_tool, roots};
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    /// A state of the application.
    pub(crate) struct Service {
        state: u32,
    }

    /// It cannot travel.
    struct Handle {
        machine: Arc<u32>,
        region: String,
        info: u8,
    }

    impl Handle {
        fn open(machine: u32) -> Self {
            Self {
                machine: Arc::new(machine),
                region: String::new(),
                info: 1,
            }
        }
    }

    /// Asks for one of two.
    ///
    /// # Errors
    /// The person did not answer.
    #[mrtr_flow]
    pub(crate) async fn machine<T>(info: T, state: T, machine: &str) -> mrtr::Result<T>
    where
        T: Serialize + DeserializeOwned + Send + Sync,
    {
        let saving = ask!(bool, "{machine}?").accepted()?;
        let left = if saving { info } else { state };
        Ok(left)
    }

    /// Asks for nothing.
    #[mrtr_flow]
    async fn quiet(info: &Service) -> u32 {
        std::future::ready(info.state).await
    }

    impl Service {
        /// Asks often.
        #[mrtr_tool]
        pub(crate) async fn tool(&self, name: String) -> mrtr::Result<String> {
            let info = Handle::open(self.state);
            let handle = fresh! { Handle::open(self.state) };
            let mut pair = (String::from("p"), 2_u8, Handle::open(1));
            drop((info.machine, pair.2));
            for state in 0..3_u8 {
                if state > 1 {
                    pair.1 += flow!(machine(state, pair.1, &info.region))?;
                }
                let count = flow!(self.part(usize::from(state), &name))?;
                pair.0.push(char::from(handle.info));
                let _ = ask!(usize, "{count}?");
            }
            let slots = flow!(quiet(self));
            let leave = flow!(machine(slots, *handle.machine, "last"))?;
            Ok(format!("{} {} {leave} {}", pair.0, pair.1, info.info))
        }

        #[mrtr_flow]
        async fn part(&self, count: usize, name: &str) -> mrtr::Result<usize> {
            let roots = roots!();
            if count == 0 {
                return Ok(roots.len());
            }
            let inner = flow!(self.part(count - 1, name))?;
            Ok(inner + name.len())
        }
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

/// Bodies that do not come to their end, under attributes of others.
mod endings {
    use mrtr::{ask, mrtr_tool};

    /// Panics.
    #[deprecated]
    #[mrtr_tool]
    pub(crate) async fn panics() -> String {
        panic!("there is nothing to say")
    }

    /// Is not written yet.
    #[must_use]
    #[mrtr_tool]
    pub(crate) async fn unwritten(name: String) -> mrtr::Result<String> {
        let sure = ask!(bool, "Sure, {name}?").accepted()?;
        todo!("{sure}")
    }

    /// Asks for ever.
    #[mrtr_tool]
    #[inline]
    pub(crate) async fn endless() -> mrtr::Result<String> {
        loop {
            let _ = ask!(bool, "Again?");
        }
    }
}

#[test]
fn tools_keep_their_names() {
    assert_eq!(items::input_schema().name, "input_schema");
    let schema = (items::input_schema().input_schema)();
    assert_eq!(schema["required"], serde_json::json!(["type"]));
    assert_eq!(hostile::names().description, "Asks.");
    assert_eq!(by_path::tool().flow.points.len(), 4);
    assert_eq!(flows::Service::tool().flow.points.len(), 5);
}
