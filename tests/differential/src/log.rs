//! What a flow does to the world.
//!
//! One log for each thread: values that were carried have to reach it when they are dropped.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::fmt::{Debug, Display};

thread_local! {
    static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static ALIVE: Cell<usize> = const { Cell::new(0) };
}

/// What a flow logs to; it is injected.
#[derive(Debug, Clone, Copy)]
pub struct Log;

impl Log {
    /// Logs a text.
    pub fn note(&self, text: impl Display) {
        write(text.to_string());
    }

    /// Logs a value, and passes it on.
    pub fn fx<T: Debug>(&self, id: u32, value: T) -> T {
        write(format!("{id}: {value:?}"));
        value
    }

    /// Logs a value and its type.
    pub fn show<T: Debug>(&self, id: u32, value: &T) {
        write(format!("{id}: {value:?}: {}", type_name::<T>()));
    }

    /// Takes a value, and logs it.
    pub fn take<T: Debug>(&self, value: T) {
        write(format!("taken: {value:?}"));
    }

    /// A value that logs when it is made and when it is dropped.
    pub fn probe(&self, id: u32) -> Probe {
        write(format!("made {id}"));
        Probe {
            id,
            _alive: Alive::default(),
        }
    }

    /// A value that only has to be dropped some time.
    pub fn loose(&self, id: u32) -> Loose {
        write(format!("made {id}"));
        Loose {
            _alive: Alive::default(),
        }
    }
}

/// Logs its drop; it does not travel.
#[derive(Debug)]
pub struct Probe {
    id: u32,
    _alive: Alive,
}

impl Drop for Probe {
    fn drop(&mut self) {
        write(format!("dropped {}", self.id));
    }
}

/// It does not travel, and the time of its drop is its own.
#[derive(Debug)]
pub struct Loose {
    _alive: Alive,
}

/// Counts how many of it there are.
#[derive(Debug)]
pub(crate) struct Alive(());

impl Default for Alive {
    fn default() -> Self {
        ALIVE.set(ALIVE.get() + 1);
        Self(())
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

/// How many values that count themselves live on this thread.
pub(crate) fn alive() -> usize {
    ALIVE.get()
}

pub(crate) fn write(event: String) {
    EVENTS.with_borrow_mut(|events| events.push(event));
}

/// How much was logged.
pub(crate) fn length() -> usize {
    EVENTS.with_borrow(Vec::len)
}

/// What was logged; the log is empty then.
pub(crate) fn take() -> Vec<String> {
    EVENTS.take()
}
