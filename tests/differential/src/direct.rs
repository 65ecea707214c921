//! The direct run: a step takes the next answer of the script, in line.

use std::cell::RefCell;
use std::fmt::Debug;

use mrtr::IntoToolOutput as _;
use mrtr::Roots;
pub use mrtr::fresh;
use serde_json::{Value, json};

pub use crate::log::Log;
use crate::script::{Asked, Script};
pub use crate::world::*;
use crate::{Ended, Input, Program, log};

pub use crate::{
    direct_ask as ask, direct_ask_all as ask_all, direct_flow as flow, direct_roots as roots,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

macro_rules! as_flow {
    ($($function:tt)*) => {
        #[allow(clippy::unused_async)] // its twin waits
        $($function)*
    };
}

include!("flows.rs");

thread_local! {
    static RUN: RefCell<Option<(Script, Vec<Round>)>> = const { RefCell::new(None) };
}

/// What was asked in one round, by key.
pub(crate) type Round = Vec<Exchange>;

/// One question, and its answer on the wire.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Exchange {
    pub(crate) key: String,
    /// The text; a list of roots has none.
    pub(crate) text: Option<String>,
    pub(crate) response: Value,
}

/// Runs the direct twin: how it ends, and what was asked.
pub(crate) fn run(program: &Program, input: Input, script: Script) -> (Ended, Vec<Round>) {
    RUN.set(Some((script, Vec::new())));
    let outcome = crate::engine::block_on((program.direct)(input, &Log));
    let rounds = RUN.take().map(|(_, rounds)| rounds).unwrap_or_default();
    (outcome.into_tool_output(), rounds)
}

/// What a log says of a round.
pub(crate) fn asked(round: &[Exchange]) -> String {
    let mut asked: Vec<String> = round
        .iter()
        .map(|exchange| format!("{} {:?}", exchange.key, exchange.text))
        .collect();
    asked.sort();
    format!("asked {}", asked.join(" and "))
}

/// A question that a script answers.
pub trait Question {
    /// The type of the answer.
    type Answer;

    /// Answers it.
    #[allow(private_interfaces, reason = "only this module calls it")]
    fn answer(self, script: &mut Script) -> (Exchange, Self::Answer);
}

/// `ask!(T, …)`
#[derive(Debug)]
pub struct Ask<T> {
    key: &'static str,
    text: String,
    ty: std::marker::PhantomData<T>,
}

impl<T> Ask<T> {
    /// A question.
    pub fn new(key: &'static str, text: impl Into<String>) -> Self {
        Self {
            key,
            text: text.into(),
            ty: std::marker::PhantomData,
        }
    }
}

impl<T: Asked> Question for Ask<T> {
    type Answer = Answer<T>;

    #[allow(private_interfaces, reason = "only this module calls it")]
    fn answer(self, script: &mut Script) -> (Exchange, Answer<T>) {
        let (answer, response) = script.answer();
        (
            Exchange {
                key: self.key.to_owned(),
                text: Some(self.text),
                response,
            },
            answer,
        )
    }
}

/// `roots!()`
#[derive(Debug)]
pub struct AskRoots(pub &'static str);

impl Question for AskRoots {
    type Answer = Roots;

    #[allow(private_interfaces, reason = "only this module calls it")]
    fn answer(self, script: &mut Script) -> (Exchange, Roots) {
        let roots: Vec<Value> = (0..script.below(3))
            .map(|number| json!({"uri": format!("file:///{number}")}))
            .collect();
        let response = json!({"roots": roots});
        let list = roots.into_iter().map(|mut root| {
            root["name"] = Value::Null;
            root
        });
        let answer = serde_json::from_value(list.collect()).expect("roots");
        (
            Exchange {
                key: self.0.to_owned(),
                text: None,
                response,
            },
            answer,
        )
    }
}

/// The questions of one round.
pub trait Questions {
    /// The types of the answers.
    type Answers;

    /// Answers them.
    #[allow(private_interfaces, reason = "only this module calls it")]
    fn answers(self, script: &mut Script, round: &mut Round) -> Self::Answers;
}

macro_rules! questions {
    ($($name:ident)*) => {
        impl<$($name: Question),*> Questions for ($($name,)*) {
            type Answers = ($($name::Answer,)*);

            #[allow(private_interfaces, reason = "only this module calls it")]
            #[allow(non_snake_case, reason = "each type names its value")]
            fn answers(self, script: &mut Script, round: &mut Round) -> Self::Answers {
                let ($($name,)*) = self;
                ($({
                    let (exchange, answer) = $name.answer(script);
                    round.push(exchange);
                    answer
                },)*)
            }
        }
    };
}

questions! { A }
questions! { A B }
questions! { A B C }

/// Asks the questions of one round.
///
/// # Panics
/// Outside of a run.
pub fn together<Q: Questions>(questions: Q) -> Q::Answers {
    RUN.with_borrow_mut(|run| {
        let (script, rounds) = run.as_mut().expect("steps are taken in a run");
        let mut round = Vec::new();
        let answers = questions.answers(script, &mut round);
        log::write(asked(&round));
        rounds.push(round);
        answers
    })
}

/// Asks one question.
pub fn alone<Q: Question>(question: Q) -> Q::Answer {
    together((question,)).0
}

/// One question, with its text rendered.
#[doc(hidden)]
#[macro_export]
macro_rules! direct_question {
    (ask $ty:ty, key = $key:literal, $text:literal) => {
        $crate::direct::Ask::<$ty>::new($key, format!($text))
    };
    (ask $ty:ty, key = $key:literal, $text:literal, $($arguments:tt)*) => {
        $crate::direct::Ask::<$ty>::new($key, format!($text, $($arguments)*))
    };
    (ask $ty:ty, key = $key:literal, $text:expr) => {
        $crate::direct::Ask::<$ty>::new($key, $text)
    };
    (roots key = $key:literal $(,)?) => {
        $crate::direct::AskRoots($key)
    };
}

/// `ask!` in line.
#[doc(hidden)]
#[macro_export]
macro_rules! direct_ask {
    ($($question:tt)*) => {
        $crate::direct::alone($crate::direct_question!(ask $($question)*))
    };
}

/// `roots!` in line.
#[doc(hidden)]
#[macro_export]
macro_rules! direct_roots {
    ($($question:tt)*) => {
        $crate::direct::alone($crate::direct_question!(roots $($question)*))
    };
}

/// `ask_all!` in line.
#[doc(hidden)]
#[macro_export]
macro_rules! direct_ask_all {
    ($($kind:ident!($($question:tt)*)),* $(,)?) => {
        $crate::direct::together(($($crate::direct_question!($kind $($question)*),)*))
    };
}

/// `flow!` in line.
#[doc(hidden)]
#[macro_export]
macro_rules! direct_flow {
    ($($call:tt)*) => {
        ::std::boxed::Box::pin($($call)*).await
    };
}
