//! What a tool takes by reference: state that was registered with the host, and the call.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::call::Call;

/// Application state by type. A tool takes it with a parameter `name: &T`.
#[derive(Clone, Default)]
pub struct State {
    values: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

/// A type that a tool takes by reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Injected {
    id: TypeId,
    /// The type's name, for the error that says that it is missing.
    pub type_name: &'static str,
}

/// A tool needs state that was not registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingState {
    /// The type's name.
    pub type_name: &'static str,
}

impl Injected {
    /// The type `T`.
    #[must_use]
    pub fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
        }
    }

    pub(crate) fn missing(self) -> MissingState {
        MissingState {
            type_name: self.type_name,
        }
    }
}

impl State {
    /// No state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a value; one of the same type takes its place.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// The value of type `T`.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Whether a tool can take `injected`: the call is always there.
    #[must_use]
    pub fn provides(&self, injected: Injected) -> bool {
        injected.id == TypeId::of::<Call>() || self.values.contains_key(&injected.id)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("values", &self.values.len())
            .finish()
    }
}

impl fmt::Display for MissingState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no `{}` was registered with `.state(…)`", self.type_name)
    }
}

impl std::error::Error for MissingState {}

/// Finds what a parameter `&T` refers to.
///
/// # Errors
/// [`MissingState`] where no such value was registered.
pub fn inject<'a, T: 'static>(state: &'a State, call: &'a Call) -> Result<&'a T, MissingState> {
    (call as &dyn Any)
        .downcast_ref()
        .or_else(|| state.get())
        .ok_or(MissingState {
            type_name: type_name::<T>(),
        })
}
