//! A lock that would be held over the step.
use mrtr::{ask, mrtr_tool};

#[mrtr_tool]
async fn named(mutex: &std::sync::Mutex<u32>) -> mrtr::Result<String> {
    let _guard = mutex.lock().expect("a lock");
    Ok(ask!(bool, "Go?").accepted()?.to_string())
}

#[mrtr_tool]
async fn locked(mutex: &std::sync::Mutex<u32>) -> mrtr::Result<String> {
    let mut count = mutex.lock().expect("a lock");
    *count += 1;
    Ok(ask!(bool, "Go?").accepted()?.to_string())
}

#[mrtr_tool]
async fn ended(mutex: &std::sync::Mutex<u32>) -> mrtr::Result<String> {
    let count = mutex.lock().expect("a lock");
    drop(count);
    {
        let _inner = mutex.lock().expect("a lock");
    }
    Ok(ask!(bool, "Go?").accepted()?.to_string())
}

fn main() {}
