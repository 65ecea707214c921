//! What the programs are about.

use std::fmt::{self, Debug};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

pub use std::fmt::Display;

use mrtr::{Choice, Form, NotAccepted};
use serde::{Deserialize, Serialize};

pub use mrtr::Answer;

use crate::log::{self, Alive};

/// What flows return.
pub type Outcome = Result<String, Fault>;

/// A constant text.
pub const WORD: &str = "a constant";
/// A constant number.
pub const LIMIT: u64 = 11;

/// Why a flow failed.
#[derive(Debug)]
pub enum Fault {
    /// It says so itself.
    Told(String),
    /// The person did not accept.
    Answer(NotAccepted),
    /// A text is no number.
    Number(std::num::ParseIntError),
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl From<NotAccepted> for Fault {
    fn from(why: NotAccepted) -> Self {
        Self::Answer(why)
    }
}

impl From<std::num::ParseIntError> for Fault {
    fn from(why: std::num::ParseIntError) -> Self {
        Self::Number(why)
    }
}

/// A struct that travels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pair {
    /// A number.
    pub left: u64,
    /// A text.
    pub right: String,
}

/// An enum that travels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Nothing.
    Dot,
    /// A number.
    Line(u64),
    /// A text and a number.
    Named {
        /// The text.
        name: String,
        /// The number.
        size: u64,
    },
}

impl Shape {
    /// A shape for each number.
    pub fn of(number: u64) -> Self {
        match number % 3 {
            0 => Self::Dot,
            1 => Self::Line(number),
            _ => Self::Named {
                name: format!("of {number}"),
                size: number,
            },
        }
    }

    /// The number in it.
    pub fn size(&self) -> u64 {
        match self {
            Self::Dot => 0,
            Self::Line(size) | Self::Named { size, .. } => *size,
        }
    }
}

/// A value that travels, and that counts how many of it there are.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Token {
    number: u64,
    #[serde(skip)]
    _alive: Counted,
}

#[derive(Default)]
struct Counted {
    _alive: Alive,
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("alive")
    }
}

impl Token {
    /// A token of this number.
    pub fn new(number: u64) -> Self {
        Self {
            number,
            _alive: Counted::default(),
        }
    }

    /// Its number.
    pub fn number(&self) -> u64 {
        self.number
    }
}

/// A value that does not travel.
#[derive(Debug)]
pub struct Opaque(u64);

impl Opaque {
    /// With this number in it.
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number in it.
    pub fn value(&self) -> u64 {
        self.0
    }
}

/// A struct of which only some fields travel.
#[derive(Debug)]
pub struct Mixed {
    /// A number.
    pub kept: u64,
    /// A text.
    pub note: String,
    /// This one does not.
    pub opaque: Opaque,
}

impl Mixed {
    /// All of it is made of the number.
    pub fn new(number: u64) -> Self {
        Self {
            kept: number,
            note: format!("note {number}"),
            opaque: Opaque::new(number),
        }
    }
}

/// What a person is asked for.
#[derive(Debug, Clone, Form)]
pub struct Detail {
    /// How many
    pub count: u64,
    /// What
    pub label: String,
    /// Now?
    pub urgent: bool,
    /// How many more
    pub note: Option<u64>,
}

/// What a person picks.
#[derive(Debug, Clone, Copy, Choice)]
pub enum Size {
    /// Little
    Small,
    /// Some
    Medium,
    /// Much
    Large,
}

/// A sum that ends.
pub fn add(left: u64, right: u64) -> u64 {
    left.wrapping_add(right) % 1000
}

/// A sum of a list.
pub fn sum_of(list: &[u64], more: u64) -> u64 {
    list.iter().fold(more, |sum, item| add(sum, *item))
}

/// A number of two things.
pub fn mix(number: u64, text: String) -> u64 {
    add(number, text.len() as u64)
}

/// Fails for one number in eleven.
pub fn try_it(number: u64) -> Result<u64, Fault> {
    if number % 11 == 10 {
        Err(Fault::Told(format!("tried {number}")))
    } else {
        Ok(number)
    }
}

/// A number, if.
pub fn some_if(condition: bool, number: u64) -> Option<u64> {
    condition.then_some(number)
}

/// Both texts, up to a length.
pub fn join(mut left: String, right: String) -> String {
    left.push_str(&right);
    left.chars().take(40).collect()
}

/// Takes a value, and logs it.
pub fn consume<T: Debug>(value: T) {
    log::write(format!("consumed {value:?}"));
}

/// A number that comes at the second asking.
pub fn later(number: u64) -> impl Future<Output = u64> + Send {
    Later {
        number,
        asked: false,
    }
}

struct Later {
    number: u64,
    asked: bool,
}

impl Future for Later {
    type Output = u64;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u64> {
        if std::mem::replace(&mut self.asked, true) {
            return Poll::Ready(self.number);
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}
