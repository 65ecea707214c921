use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Mutex;

use mrtr::*;

struct Service {
    items: Vec<String>,
    total: Mutex<u32>,
}

impl Service {
    fn note(&self, _: u32) {}

    fn remove(&self, _: &str) {}

    async fn remove_all(&self) -> bool {
        true
    }

    async fn is_paid(&self) -> bool {
        true
    }

    unsafe fn size_unchecked(&self) -> u32 {
        3
    }
}

struct Connection;

impl Connection {
    async fn open(_: &str) -> mrtr::Result<Self> {
        Ok(Self)
    }

    async fn send(&self, _: &str) -> mrtr::Result<()> {
        Ok(())
    }
}
