//! The door for generated code. Nothing here is public API.

use std::marker::PhantomData;

pub use std::format;
pub use std::vec::Vec;

pub use crate::argument::{Arguments, ArgumentsSchema};
pub use crate::machine::{Carried, FlowInfo, Machine, PointInfo, QuestionSpec, Saving};
pub use crate::question::{
    Answer, Ask, Choice, ChoiceOption, Field, FieldSchema, Form, FormField, FormSchema, Format,
    Literal, Problems, Rendered, Roots, Sampled,
};
pub use crate::scope::{Injected, State, inject};
pub use crate::tool::{CannotRun, Info, PromptInfo, ResourceInfo, Running, Tool, ToolInfo};
pub use serde;
use serde::de::DeserializeOwned;
pub use serde_json;

pub use crate::frame::Saved;
pub use crate::items::{
    Held, InclusiveItems, Items, Listed, NextItem, Ordered, RangeItems, inclusive_items, items,
    range_items,
};
use crate::output::{IntoPromptOutput, IntoResourceOutput, IntoToolOutput};
pub use crate::question::inline::Inline;
use crate::question::inline::InlineForm;
use crate::question::{Page, RootsList, Sample, SampleAs, Sampling};
use crate::wire::{ErrorObject, PromptOutput, ResourceOutput, ToolOutput};

/// What is known about `ask!(T, …)`.
#[must_use]
pub const fn form<T: Ask>(key: &'static str) -> QuestionSpec {
    QuestionSpec::of::<Form<T>>(key)
}

/// What is known about `ask!({ … }, …)`.
#[must_use]
pub const fn inline_form<T: Inline>(key: &'static str) -> QuestionSpec {
    QuestionSpec::of::<InlineForm<T>>(key)
}

/// What is known about `ask_url!(…)`.
#[must_use]
pub const fn page(key: &'static str) -> QuestionSpec {
    QuestionSpec::of::<Page>(key)
}

/// What is known about `sample!(…)`.
#[must_use]
pub const fn sample(key: &'static str) -> QuestionSpec {
    QuestionSpec::of::<Sample>(key)
}

/// What is known about `sample!(as T, …)`.
#[must_use]
pub const fn sample_as<T: DeserializeOwned + Send + 'static>(key: &'static str) -> QuestionSpec {
    QuestionSpec::of::<SampleAs<T>>(key)
}

/// What is known about `roots!()`.
#[must_use]
pub const fn roots(key: &'static str) -> QuestionSpec {
    QuestionSpec::of::<RootsList>(key)
}

/// The text of a question that is not a format string.
pub fn text(text: impl Into<String>) -> String {
    text.into()
}

/// A page, and what the person reads before they go there.
pub fn url(url: &(impl AsRef<str> + ?Sized), text: String) -> Rendered {
    Page::at(url.as_ref(), text)
}

/// The text of a question that is asked again because what it is for is not done.
#[must_use]
pub fn reminded(text: impl Into<String>, again: bool) -> String {
    let text = text.into();
    if again {
        format!("{text}\n\nThis is not finished yet: please complete it on the page.")
    } else {
        text
    }
}

/// What a model is to go on with.
pub fn sampling(sampling: impl Into<Sampling>) -> Rendered {
    Rendered::Sample(Box::new(sampling.into()))
}

/// Reads a carried local; `None` where it cannot be read, and the flow must leave.
pub fn load<T: Saved>(machine: &Machine, name: &'static str, _tie: Carried<T>) -> Option<T> {
    machine.load(name)
}

/// Stands for a value of a type; it never runs.
#[must_use]
pub fn of_type<T>(_tie: Carried<T>) -> T {
    unfinished()
}

/// A place where a value can be coerced, as the end of a branch is.
pub fn same<T>(value: T) -> T {
    value
}

/// The next element of a loop by value.
pub fn next<N: NextItem>(items: &mut N) -> Option<N::Item> {
    items.next_item()
}

/// An element of a loop over a borrowed collection.
pub fn nth<C: Ordered + ?Sized>(collection: &C, index: usize) -> Option<C::Item<'_>> {
    collection.at(index)
}

/// The element that the loop is at, borrowed again behind a step.
///
/// # Panics
/// Where the collection is not the one that was carried. rustc has refused to change it: it is held
/// at each step.
pub fn again<C: Ordered + ?Sized>(collection: &C, next_index: usize) -> C::Item<'_> {
    let index = next_index.checked_sub(1);
    let item = index.and_then(|index| collection.at(index));
    item.expect("what is carried has not changed")
}

/// The collection of a loop that goes over it in another way than element by element.
pub fn listed<C: Listed + ?Sized>(collection: &C) -> &C {
    collection
}

/// What something borrows from that is made again behind a step.
pub fn held<C: Held + ?Sized>(place: &C) -> &C {
    place
}

/// An element of such a loop.
pub fn nth_of<I: IntoIterator>(elements: I, index: usize) -> Option<I::Item> {
    elements.into_iter().nth(index)
}

/// The element that such a loop is at, borrowed again behind a step.
///
/// # Panics
/// Where the collection is not the one that was carried. rustc has refused to change it: it is held
/// at each step.
pub fn again_of<I: IntoIterator>(elements: I, next_index: usize) -> I::Item {
    let index = next_index.checked_sub(1);
    let item = index.and_then(|index| elements.into_iter().nth(index));
    item.expect("what is carried has not changed")
}

/// Takes the values that wait for a state.
///
/// # Panics
/// Where nothing waits: a fault of generated code.
pub fn take<T>(slot: &mut Option<T>) -> T {
    slot.take().expect("each state is entered with its values")
}

/// The tool's result, from whatever the author returns.
pub fn output<T: IntoToolOutput>(value: T) -> Result<ToolOutput, ErrorObject> {
    value.into_tool_output()
}

/// What is known of a type that a tool returns. Where it is no result, [`NotReturned`] answers in
/// the place of the method of the same name, so that [`output`] alone complains.
pub struct Returned<T>(PhantomData<fn() -> T>);

impl<T> Returned<T> {
    /// Of the type `T`.
    #[must_use]
    pub const fn of() -> Self {
        Self(PhantomData)
    }
}

impl<T: IntoToolOutput> Returned<T> {
    /// The schema of its structured data.
    #[must_use]
    pub fn output_schema(self) -> Option<Object> {
        T::output_schema()
    }
}

/// See [`Returned`].
pub trait NotReturned: Sized {
    /// Nothing is known.
    fn output_schema(self) -> Option<Object> {
        None
    }
}

impl<T> NotReturned for Returned<T> {}

/// The prompt's result, from whatever the author returns.
pub fn prompt_output<T: IntoPromptOutput>(value: T) -> Result<PromptOutput, ErrorObject> {
    value.into_prompt_output()
}

/// The resource's contents, from whatever the author returns.
pub fn resource_output<T: IntoResourceOutput>(value: T) -> Result<ResourceOutput, ErrorObject> {
    value.into_resource_output()
}

/// Stands for a step in a tool that has an error elsewhere; it never runs.
#[must_use]
pub fn hole<T>() -> T {
    unfinished()
}

/// Stands for a tool that has an error; it never runs.
///
/// # Panics
/// Always.
pub const fn unfinished() -> ! {
    panic!("this tool did not compile")
}

/// The content of an accepted form.
pub type Object = serde_json::Map<String, serde_json::Value>;
