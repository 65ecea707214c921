//! The keys of the people, and the service that takes them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mrtr::Principal;

/// A clone is another handle to the same vault.
#[derive(Clone, Default)]
pub struct Vault(Arc<Mutex<HashMap<String, String>>>);

impl Vault {
    pub fn has_key_of(&self, person: &Principal) -> bool {
        self.key_of(person).is_some()
    }

    pub fn key_of(&self, person: &Principal) -> Option<String> {
        let keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys.get(person.name()?).cloned()
    }

    /// Nobody is anonymous here, so a key of nobody is dropped.
    pub fn store(&self, person: &Principal, key: String) {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = person.name() {
            keys.insert(name.to_owned(), key);
        }
    }
}

/// What the billing service would say.
pub fn billing(key: &str, month: &str) -> String {
    format!(
        "2 invoices in {month}, with a key of {} characters",
        key.chars().count()
    )
}
