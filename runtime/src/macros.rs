//! The steps, for those who read about them. `#[mrtr_tool]` takes them out before they expand;
//! one that expands stands outside a tool.

/// The link to an entry of the guide, at the end of an error.
#[doc(hidden)]
#[macro_export]
macro_rules! __guide {
    ($anchor:literal) => {
        ::core::concat!(
            "\nguide: https://github.com/mrtr-rs/mrtr/blob/main/docs/diagnostics.md#",
            $anchor
        )
    };
}

/// Asks the user with a form, and evaluates to an [`Answer`](crate::Answer).
///
/// ```text
/// ask!(Type, "text {x}", args…)      a format string, as in `format!`
/// ask!(Type, TEXT)                   any expression that is text
/// ask!(Type, key = "…", "text")      a key of its own
/// ask!({ field: Type, … }, "text")   a form of its own
/// ```
///
/// `Type` is a [`#[derive(Form)]`](derive@crate::Form) struct, a
/// [`#[derive(Choice)]`](derive@crate::Choice) enum, `bool`, `String`, or a number. The *key* in
/// `inputRequests` is the name that the answer is bound to, else `answer`.
///
/// A form that is asked for in one place can be written there. Its fields have the attributes and
/// the docs that they have under [`#[derive(Form)]`](derive@crate::Form); the answer has a type of
/// its own, which can be carried, cloned, compared and printed where its fields can:
///
/// ```
/// # use mrtr::{ask, mrtr_tool};
/// # #[mrtr_tool]
/// # async fn order() -> mrtr::Result<String> {
/// let order = ask!(
///     {
///         /// How many?
///         #[form(min = 1, max = 9)]
///         count: u8,
///         note: Option<String>,
///     },
///     "What do you want?",
/// )
/// .accepted()?;
/// let note = order.note.unwrap_or_default();
/// # Ok(format!("{} {note}", order.count))
/// # }
/// ```
///
/// ```
/// use mrtr::{Answer, ask, mrtr_tool};
///
/// /// Deletes a branch.
/// #[mrtr_tool]
/// async fn delete(branch: String) -> mrtr::Result<String> {
///     match ask!(bool, "Delete `{branch}`?") {
///         Answer::Accept(true) => Ok(format!("{branch} is gone")),
///         Answer::Accept(false) | Answer::Decline => Ok(format!("{branch} was kept")),
///         Answer::Cancel => Ok("No decision was made".into()),
///     }
/// }
/// ```
///
/// Where only an accepted form matters, `.accepted()?` ends the tool with the reason:
///
/// ```
/// # use mrtr::{ask, mrtr_tool};
/// # #[mrtr_tool]
/// # async fn greet() -> mrtr::Result<String> {
/// let name = ask!(String, "What is your name?").accepted()?;
/// # Ok(name)
/// # }
/// ```
///
/// Spec: *client/elicitation*, form mode.
#[macro_export]
macro_rules! ask {
    ($($question:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`ask!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed",
            $crate::__guide!("a-step-outside-of-a-tool")
        ))
    };
}

/// Sends the user to a page, and evaluates to an [`Answer<()>`](crate::Answer): for passwords, keys,
/// payments and whatever else must not pass through the client.
///
/// ```text
/// ask_url!(url, "text {x}", args…)
/// ask_url!(url, key = "…", "text", until = condition)
/// ```
///
/// The `url` is anything that is text (`AsRef<str>`). It has to be `https` (`http` for this machine
/// only), without a user name and without a parameter that is named like a secret; the call ends
/// with an internal error otherwise.
///
/// **Consent is not completion**: an accept says that the person agreed to open the page. What they
/// did there is in the server's own record, so look there, or let `until` look. Its condition is
/// code of the tool (`?` and `.await` mean what they mean there) that is run after an accept, and
/// only then. While it is false, the person is sent to the page again, until the server's bound on
/// rounds ends the call; the URL and the text are evaluated anew each time.
///
/// ```
/// use mrtr::{Call, ask_url, mrtr_tool};
///
/// struct Vault;
///
/// impl Vault {
///     async fn has_key(&self, call: &Call) -> mrtr::Result<bool> {
///         # Ok(true)
///     }
/// }
///
/// /// Lists the invoices of the last month.
/// #[mrtr_tool]
/// async fn invoices(vault: &Vault, call: &Call) -> mrtr::Result<String> {
///     if !vault.has_key(call).await? {
///         ask_url!(
///             "https://billing.example.com/key",
///             "Enter your API key on our page.",
///             until = vault.has_key(call).await?
///         )
///         .accepted()?;
///     }
///     Ok("…".into())
/// }
/// ```
///
/// A page that does something for the person who opens it has to know that it is the person who
/// made the call: see [`link`](crate::link).
///
/// Spec: *client/elicitation*, URL mode.
#[macro_export]
macro_rules! ask_url {
    ($($question:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`ask_url!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed",
            $crate::__guide!("a-step-outside-of-a-tool")
        ))
    };
}

/// Lets the client's model go on with a text, and evaluates to what it answered.
///
/// ```text
/// sample!("text {x}", args…)               a format string: one message of the user
/// sample!(request)                         a `Sampling`, or anything that becomes one
/// sample!(as Type, …)                      JSON in the answer, read with serde
/// sample!(key = "…", …)                    a key of its own
/// ```
///
/// The plain form evaluates to a [`Sampled`](crate::Sampled), `as Type` to a `Type`. Where the
/// answer is no such JSON, the model is told what is wrong with it and asked again, until the
/// server's bound on rounds ends the call. Say in the prompt what the JSON looks like.
///
/// ```
/// use mrtr::{Sampling, mrtr_tool, sample};
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Verdict {
///     risky: bool,
/// }
///
/// /// Reviews a migration.
/// #[mrtr_tool]
/// async fn review(sql: String) -> mrtr::Result<String> {
///     let verdict = sample!(
///         as Verdict,
///         Sampling::new(format!(r#"Does this lose data? Answer {{"risky": true or false}}. {sql}"#))
///             .max_tokens(100)
///     );
///     Ok(if verdict.risky { "Look again." } else { "Looks fine." }.into())
/// }
/// ```
///
/// There is no decline: a client whose user says no ends the call. What a model answers is not what
/// the user answers: never take it for consent.
///
/// Sampling is deprecated by the protocol; it is offered for the clients that have it. Tools for
/// the model need the capability `sampling.tools`.
///
/// Spec: *client/sampling*.
#[macro_export]
macro_rules! sample {
    ($($question:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`sample!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed",
            $crate::__guide!("a-step-outside-of-a-tool")
        ))
    };
}

/// Asks for the client's roots, and evaluates to [`Roots`](crate::Roots).
///
/// ```text
/// roots!()
/// roots!(key = "…")
/// ```
///
/// A client without roots answers with an empty list; there is no decline. Roots are deprecated by
/// the protocol; they are offered for the clients that have them.
///
/// Spec: *client/roots*.
#[macro_export]
macro_rules! roots {
    ($($question:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`roots!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed",
            $crate::__guide!("a-step-outside-of-a-tool")
        ))
    };
}

/// Asks several questions in **one** round, and evaluates to a tuple of their answers.
///
/// ```text
/// ask_all!(ask!(…), roots!(), …)
/// ```
///
/// ```
/// use mrtr::{ask, ask_all, mrtr_tool, roots};
///
/// #[mrtr_tool]
/// async fn publish() -> mrtr::Result<String> {
///     let (title, roots) = ask_all!(ask!(String, "Which title?"), roots!());
///     Ok(format!("{} in {} roots", title.accepted()?, roots.len()))
/// }
/// ```
///
/// The function goes on when all are answered. Where a client sends some of the answers, they are
/// kept, and the others are asked again.
#[macro_export]
macro_rules! ask_all {
    ($($question:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`ask_all!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed",
            $crate::__guide!("a-step-outside-of-a-tool")
        ))
    };
}

/// Calls another flow, which may ask, and evaluates to what it returns.
///
/// ```text
/// flow!(function(args…))
/// flow!(receiver.method(args…))
/// ```
///
/// The function is under [`#[mrtr_flow]`](crate::mrtr_flow). It may stand wherever a step may, in
/// loops too, and a flow may call itself.
///
/// ```
/// use mrtr::{Answer, ask, flow, mrtr_flow, mrtr_tool};
///
/// #[mrtr_flow]
/// async fn name_of(thing: &str) -> mrtr::Result<String> {
///     Ok(ask!(String, "What is the {thing} called?").accepted()?)
/// }
///
/// /// Introduces two people.
/// #[mrtr_tool]
/// async fn introduce() -> mrtr::Result<String> {
///     let host = flow!(name_of("host"))?;
///     let guest = flow!(name_of("guest"))?;
///     Ok(format!("{host}, this is {guest}."))
/// }
/// ```
///
/// The arguments are evaluated once. One that is computed is carried, like a local; a borrow of a
/// local is made again; there is no `&mut`.
#[macro_export]
macro_rules! flow {
    ($($call:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`flow!` works in the body of an `async fn` under `#[mrtr_tool]` or `#[mrtr_flow]` only: that is what can be resumed",
            $crate::__guide!("a-step-outside-of-a-tool")
        ))
    };
}

/// Says that a local is made again in each round, instead of carried: a connection, an open file.
///
/// ```text
/// let PAT = fresh! { code };
/// ```
///
/// The code is that of the function around it: it has its locals, and `?`, `return` and `.await`. It
/// runs where it stands, and again behind each step behind which the local may be needed; within a
/// round it does not run twice. What it mentions is carried in the local's place.
///
/// ```
/// use mrtr::{ask, fresh, mrtr_tool};
/// # struct Database;
/// # impl Database {
/// #     async fn connect(_: &str) -> mrtr::Result<Self> { Ok(Self) }
/// #     async fn count(&self) -> mrtr::Result<u64> { Ok(1) }
/// #     async fn clear(&self) -> mrtr::Result<()> { Ok(()) }
/// # }
///
/// /// Clears a table.
/// #[mrtr_tool]
/// async fn clear(url: String) -> mrtr::Result<String> {
///     let database = fresh! { Database::connect(&url).await? };
///     let count = database.count().await?;
///     if ask!(bool, "Clear {count} rows?").accepted()? {
///         database.clear().await?; // another connection, maybe on another machine
///     }
///     Ok(format!("there were {count}"))
/// }
/// ```
///
/// Elsewhere than in a `let` of its own it is a block like any other.
#[macro_export]
macro_rules! fresh {
    ($($code:tt)*) => {
        { $($code)* }
    };
}
