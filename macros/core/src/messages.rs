//! Every text that an author of a tool can meet, grouped by phase.
//!
//! `{tool}` is what the attribute makes of the function: a tool, a prompt, a resource or a flow.
//!
//! Form: what is wrong; why, where it is not evident; what to write instead. Words of the field
//! (step, question, carry), none of the compiler's insides. `{guide:…}` at the end names the entry of
//! the guide that says more.

// ---- the attribute and the signature ----

pub(crate) fn unknown_option(attribute: &str, key: &str, known: &[&str]) -> String {
    format!(
        "`{key}` is not an option of `#[{attribute}]`; there are: `{}` {{guide:options}}",
        known.join("`, `")
    )
}

pub(crate) fn duplicate_option(key: &str) -> String {
    format!("`{key}` is set twice {{guide:options}}")
}

pub(crate) fn option_without_value(key: &str) -> String {
    format!("`{key}` needs a value: `{key} = …` {{guide:options}}")
}

pub(crate) const TOOL_NAME: &str =
    "a {tool}'s name has 1 to 128 of the characters `A-Z a-z 0-9 _ - .` {guide:names}";

pub(crate) const TOOL_NAME_OF_FN: &str = "a {tool}'s name has only the characters `A-Z a-z 0-9 _ - .`; give it one: \
     `#[mrtr_{tool}(name = \"…\")]` {guide:names}";

pub(crate) const NOT_ASYNC: &str =
    "a {tool} waits for answers, so it is an `async fn`: write `async fn` {guide:the-signature}";

pub(crate) const QUALIFIER: &str =
    "a {tool} is a plain `async fn`; remove this {guide:the-signature}";

pub(crate) const GENERIC_TOOL: &str = "a {tool} cannot be generic: nobody says which type to call it with; \
     name the type, or move the generic part to a function that the {tool} calls {guide:generic-tools}";

pub(crate) const RECEIVER: &str = "`self` is taken by reference only: the method runs again in each round, on any instance; \
     write `&self` {guide:methods}";

pub(crate) const ARGUMENT_PATTERN: &str = "an argument needs a name, by which it is given; name it here and take it apart in the body {guide:arguments}";

pub(crate) const ARGUMENT_ATTRIBUTE: &str = "this attribute has no meaning on a {tool}'s argument; doc comments (`/// …`) describe it, and \
     `#[arg(not_salient)]` lets a retry bring another value {guide:arguments}";

pub(crate) const INJECTED_ATTRIBUTE: &str = "this is no argument of the call, so state is not bound to it; \
     remove the attribute {guide:arguments}";

pub(crate) const MUT_REFERENCE: &str = "a {tool} cannot take `&mut`: what it changed before a step would be lost when another \
     instance goes on; take `&T` with a lock inside, or take the value {guide:arguments}";

pub(crate) fn borrowed_argument(owned: &str) -> String {
    format!(
        "an argument comes from the request, so it owns its data: write `{owned}` {{guide:arguments}}"
    )
}

pub(crate) const REQUIRE: &str = "what a question needs of the client is looked at when the question is reached; \
     `require = \"up_front\"` looks at it before the first line {guide:options}";

pub(crate) const ON_INVALID: &str = "an answer that does not fit is asked for again, with the reason; `on_invalid = \"reject\"` \
     refuses it with an error of the protocol {guide:options}";

pub(crate) const RESTART: &str = "where the code has changed, `restart` runs again what ran before the step: only a tool that \
     changes nothing can do so, and says it, as in `#[mrtr_tool(read_only, restart)]` {guide:restart}";

pub(crate) const RESTART_ONCE: &str = "`restart` runs again what ran before the step, and `once` promises that it does not; \
     remove one of them {guide:restart}";

pub(crate) const COMPATIBLE_TWICE: &str = "with `compatible`, a step is known by its key, and another step has the same: give it one of its own, \
     as in `ask!(Type, key = \"other\", \"text\")` or `flow!(key = \"other\", call())` {guide:compatible}";

pub(crate) const RESOURCE_URI: &str =
    "a resource begins with its URI: `#[mrtr_resource(\"notes://{name}\")]` {guide:resources}";

pub(crate) const RESOURCE_SCHEME: &str =
    "the URI of a resource has a scheme: `notes://…`, `https://…` {guide:resources}";

pub(crate) const RESOURCE_VARIABLE: &str = "a variable in the URI of a resource is written `{name}`, with text between two of them: \
     `db://{table}/{id}` {guide:resources}";

pub(crate) fn resource_variable_twice(name: &str) -> String {
    format!("`{{{name}}}` is in the URI twice {{guide:resources}}")
}

pub(crate) fn argument_not_in_uri(name: &str) -> String {
    format!(
        "`{name}` is not in the URI, and a resource is asked for by nothing else: put `{{{name}}}` \
         there, or take state of the application by reference {{guide:resources}}"
    )
}

pub(crate) fn variable_not_an_argument(name: &str) -> String {
    format!(
        "`{{{name}}}` is in the URI, and the function does not take it: add `{name}: String` {{guide:resources}}"
    )
}

// ---- the grammar of the steps ----

pub(crate) const ASK_GRAMMAR: &str = "a question begins with the type that it asks for, or with fields: `ask!(bool, \"text\")`, \
     `ask!({ count: u8 }, \"text\")` {guide:how-a-step-is-written}";

pub(crate) const EMPTY_FORM: &str = "a form without fields asks nothing; give it one, or ask `ask!(bool, \"text\")` {guide:how-a-step-is-written}";

pub(crate) const ASK_WITHOUT_TEXT: &str = "a question needs a text for the person who answers: `ask!(Type, \"text\")` {guide:how-a-step-is-written}";

pub(crate) const ASK_URL_GRAMMAR: &str = "a question for a page begins with the page's URL: `ask_url!(url, \"text\")` {guide:how-a-step-is-written}";

pub(crate) const ASK_URL_WITHOUT_TEXT: &str = "a question needs a text for the person who is sent to the page: \
     `ask_url!(url, \"text\")` {guide:how-a-step-is-written}";

pub(crate) const UNTIL_COMES_LAST: &str =
    "`until = …` comes last: `ask_url!(url, \"text\", until = done)` {guide:how-a-step-is-written}";

pub(crate) const UNTIL_IN_ROUND: &str = "`until` asks again by itself, so its question cannot share a round with others; \
     take it out of `ask_all!` {guide:several-questions-in-one-round}";

pub(crate) const SAMPLE_GRAMMAR: &str = "`sample!` needs what to say to the model: `sample!(\"text\")`, \
     or `sample!(Sampling::new(\"text\").max_tokens(100))` {guide:how-a-step-is-written}";

pub(crate) const FLOW_GRAMMAR: &str = "`flow!` calls a function or a method that is under `#[mrtr_flow]`: \
     `flow!(confirm(what))`, `flow!(self.confirm(what))` {guide:calls-of-other-flows}";

pub(crate) const FLOW_AWAITED: &str =
    "`flow!` waits by itself; remove `.await` {guide:calls-of-other-flows}";

pub(crate) const FLOW_TRIED: &str =
    "`?` stands behind the call: `flow!(confirm(what))?` {guide:calls-of-other-flows}";

pub(crate) const FLOW_MUT_ARGUMENT: &str = "another flow cannot change a local of this one: what it changed would be lost when \
     another instance goes on; pass the value, and take it back with the result {guide:calls-of-other-flows}";

pub(crate) const ROOTS_GRAMMAR: &str =
    "`roots!()` takes nothing, or `key = \"…\"` {guide:how-a-step-is-written}";

pub(crate) const KEY: &str = "a key has 1 to 64 of the characters `A-Z a-z 0-9 _ - .` {guide:keys}";

pub(crate) const EMPTY_ROUND: &str = "`ask_all!` needs questions: `ask_all!(ask!(Type, \"text\"), roots!())` {guide:several-questions-in-one-round}";

pub(crate) const NOT_A_QUESTION: &str = "`ask_all!` takes questions only: `ask_all!(ask!(Type, \"text\"), roots!())`; \
     compute other values before or after it {guide:several-questions-in-one-round}";

pub(crate) fn duplicate_key(key: &str) -> String {
    format!(
        "two questions of one round have the key `{key}`; the answers could not be told apart: \
         give one another key, as in `ask!(Type, key = \"other\", \"text\")` {{guide:keys}}"
    )
}

// ---- where a step can stand ----

pub(crate) const IN_CLOSURE: &str = "a step cannot stand in a closure: the closure has a control flow of its own, which cannot \
     be resumed; use `match` or a loop in the {tool}'s body instead {guide:in-a-closure}";

pub(crate) const IN_ASYNC: &str = "a step cannot stand in an `async` block: only the {tool}'s own body can be resumed; \
     take the step before it, and move the answer in {guide:in-an-async-block}";

pub(crate) const IN_ITEM: &str = "a step cannot stand in a nested item: only the {tool}'s own body can be resumed; \
     take the step in the {tool}, and pass the answer {guide:in-a-nested-item}";

pub(crate) const NESTED_ITEM: &str = "an item cannot stand in an inner block with steps, because the block is taken apart; \
     move it to the top of the {tool}'s body, or out of the {tool} {guide:items-beside-steps}";

pub(crate) const IN_CONST: &str = "a step cannot stand in a constant: it is computed before the {tool} runs; \
     take the step in the {tool}'s body {guide:in-a-constant}";

pub(crate) const IN_GUARD: &str = "a step cannot stand in a match guard: other arms would be tried while it waits; \
     take it before the `match` {guide:in-a-match-guard}";

pub(crate) const IN_PATTERN: &str =
    "a step cannot stand in a pattern; take it before, in a `let` {guide:in-other-positions}";

pub(crate) const IN_MACRO: &str = "a step cannot stand in another macro's arguments: what that macro makes of it is not \
     known; bind the answer first: `let answer = ask!(…);` {guide:in-another-macro}";

pub(crate) const IN_FRESH: &str = "a step cannot stand in `fresh!`: what is in it runs again in each round, and would ask again; \
     bind the answer first: `let answer = ask!(…);` {guide:fresh}";

pub(crate) const FRESH_JUMP: &str = "what is in `fresh!` runs again behind a step, outside of the loop, so it cannot `break` or \
     `continue` it {guide:fresh}";

pub(crate) const IN_STEP: &str = "a step cannot stand in another step; bind the first answer: `let answer = ask!(…);` {guide:in-another-step}";

pub(crate) const IN_CHAIN: &str = "a step cannot stand in a later link of an `if let` chain; nest the `if let`, or take the \
     step before it {guide:in-a-chain}";

pub(crate) const IN_UNSAFE: &str = "a step cannot stand in an `unsafe` block: what makes the block sound may not hold any more \
     when the answer comes; end the block before the step {guide:in-an-unsafe-block}";

pub(crate) const IN_TRY_BLOCK: &str =
    "a step cannot stand in this block; take it before, in a `let` {guide:in-other-positions}";

pub(crate) const MUT_LOOP: &str = "a `for` loop with a step in its body cannot borrow mutably: the borrow ends at the step; \
     go over the indices, or over the values and collect what becomes of them {guide:loops-over-borrows}";

pub(crate) const MUT_ELEMENT: &str = "this is borrowed again behind each step, so what changed it before would be lost: remove the `mut`, and \
     bind it anew in the body, where it owns its data: `let mut line = line.to_owned();` {guide:loops-over-borrows}";

pub(crate) const LOOP_OVER_STATE: &str = "this collection is not carried, so it may be another one behind the step: go over a copy \
     of your own, as in `for item in service.items.clone()` {guide:loops-over-borrows}";

pub(crate) const IN_PLACE: &str = "a step cannot stand on the left of an assignment; bind the answer first: \
     `let answer = ask!(…);` {guide:in-other-positions}";

pub(crate) const POSITION: &str = "a step cannot stand here; bind the answer first: `let answer = ask!(…);` {guide:in-other-positions}";

pub(crate) const UNKNOWN_SYNTAX: &str = "this syntax is not understood by `#[mrtr_{tool}]`, so a step cannot stand in it; \
     bind the answer first: `let answer = ask!(…);` {guide:in-other-positions}";

pub(crate) const UNUSED_ANSWER: &str = "nobody looks at this answer, so the {tool} goes on whatever the person says; match on it, end \
     the {tool} with `.accepted()?`, or say that it does not matter: `let _ = …;` {guide:an-answer-that-nobody-looks-at}";

pub(crate) const STATEMENT_CFG: &str = "a statement with a step cannot be under `#[cfg]`: state of one build would be resumed by \
     another; put the `#[cfg]` on a helper function and call it {guide:under-cfg}";

// ---- what is carried ----

pub(crate) fn shadowed(name: &str) -> String {
    format!(
        "this `{name}` hides an earlier `{name}` that is still needed after a step; \
         rename one of them {{guide:names-that-hide-each-other}}"
    )
}

pub(crate) fn hidden(name: &str) -> String {
    format!(
        "this `{name}` is still needed after a step, and before it another `{name}` hides it; \
         rename one of them {{guide:names-that-hide-each-other}}"
    )
}

pub(crate) fn conditional(name: &str) -> String {
    format!(
        "under `#[cfg]` this `{name}` may or may not hide an earlier `{name}`, and what is carried \
         has to be known; rename one of them {{guide:under-cfg}}"
    )
}

pub(crate) fn shadowed_in_text(name: &str) -> String {
    format!(
        "the text uses `{{{name}}}`, and more than one `{name}` is needed around a step; \
         rename one of them {{guide:names-that-hide-each-other}}"
    )
}

pub(crate) fn guard(name: &str) -> String {
    format!(
        "`{name}` would be released when the question is asked, and nothing is held while the \
         client answers; end it before the step (`drop({name})`, or a block), or take it after {{guide:locks-and-guards}}"
    )
}

pub(crate) fn borrowed_local(name: &str) -> String {
    format!(
        "`{name}` borrows, and is still needed after a step: what it borrows from is gone when \
         another instance goes on; own it (`.to_owned()`), compute it after the step, or say `&'static` \
         where it is the program's own {{guide:borrows-over-a-step}}"
    )
}

// ---- what `stateless` does not allow ----

pub(crate) const STATELESS_FLOW: &str = "without state a {tool} can wait at one step of its own; what the called flow keeps has no \
     place: remove `stateless`, or ask here {guide:stateless}";

pub(crate) const UP_FRONT_FLOW: &str = "what the called flow may ask is known only when it is reached, so it cannot be looked at up \
     front: remove `require`, and look with `call.can_ask_form()` and its siblings {guide:require-up-front}";

pub(crate) const STATELESS_ONCE: &str = "`once` remembers which state was redeemed, and with `stateless` there is none; \
     remove one of them {guide:stateless}";

pub(crate) const STATELESS_LATER: &str = "this step is reached behind another one, and with `stateless` nothing says that the first \
     was answered; ask all in one round with `ask_all!`, or remove `stateless` {guide:stateless}";

pub(crate) const STATELESS_AGAIN: &str = "this step can be reached again behind itself (in a loop, or by `until`), and with \
     `stateless` nothing says how often it was answered; ask once, before the loop, or remove \
     `stateless` {guide:stateless}";

pub(crate) const STATELESS_TEMPORARY: &str = "what is computed in front of this step in the same expression is needed behind it, and \
     with `stateless` nothing is carried; bind the answer first (`let answer = ask!(…);`), or \
     remove `stateless` {guide:stateless}";

pub(crate) fn stateless_local(name: &str) -> String {
    format!(
        "`{name}` is needed behind a step, and with `stateless` nothing is carried; compute it \
         behind the step, or remove `stateless` {{guide:stateless}}"
    )
}

pub(crate) fn stateless_argument(name: &str) -> String {
    format!(
        "a `mut` argument that is needed behind a step is carried, and with `stateless` nothing \
         is; take `{name}` without `mut`, and change a copy of it behind the step {{guide:stateless}}"
    )
}

pub(crate) const TOO_MANY_POINTS: &str =
    "a {tool} can have at most 65535 steps; split it into several {tool}s {guide:very-long-flows}";

pub(crate) const JUMP_IN_MACRO: &str = "`break` and `continue` cannot leave a block with steps from inside a macro; \
     take them out of the macro {guide:jumps-in-macros}";

// ---- what is a warning only ----

pub(crate) fn many_points(of: &str, count: usize) -> String {
    format!(
        "a {of} of {count} steps takes long to compile and to read: move parts of it to functions \
         under `#[mrtr_flow]`, and call them with `flow!` {{guide:very-long-flows}}"
    )
}

pub(crate) const URL_IN_A_FORM: &str = "a form should have no URL: a client may make it clickable, and the person does not see where it \
     leads; send them to the page with `ask_url!`, or say `#[allow(deprecated)]` {guide:a-url-in-a-form}";
