//! The steps, for those who read about them. `#[mrtr_tool]` takes them out before they expand;
//! one that expands stands outside a tool.

/// Asks the user with a form, and evaluates to an [`Answer`](crate::Answer).
///
/// ```text
/// ask!(Type, "text {x}", args…)      a format string, as in `format!`
/// ask!(Type, TEXT)                   any expression that is text
/// ask!(Type, key = "…", "text")      a key of its own
/// ```
///
/// `Type` is a [`#[derive(Form)]`](derive@crate::Form) struct, a
/// [`#[derive(Choice)]`](derive@crate::Choice) enum, `bool`, `String`, or a number. The *key* in
/// `inputRequests` is the name that the answer is bound to, else `answer`.
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
        ::core::compile_error!(
            "`ask!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed"
        )
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
        ::core::compile_error!(
            "`roots!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed"
        )
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
        ::core::compile_error!(
            "`ask_all!` works in the body of an `async fn` under `#[mrtr_tool]` only: that is what can be resumed"
        )
    };
}
