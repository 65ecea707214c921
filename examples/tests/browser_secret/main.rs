//! The key is entered in the browser, by the person who made the call and by nobody else, and
//! never passes the client.

mod browser;
mod example;

use example::{Example, KEY, page_of};

#[test]
fn the_key_never_passes_the_client() {
    let mut example = Example::start();
    let asked = example.call("ann", None);
    let (url, ticket) = page_of(&asked);

    // An accept is consent; the record says that nothing was done.
    let again = example.call("ann", Some((&asked, "accept")));
    let told = &again["result"]["inputRequests"]["page"]["params"]["message"];
    assert!(told.as_str().expect("asked again").contains("not finished"));

    let (status, page) = Example::open(url, Some("ann"));
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("type=password"), "{page}");
    assert_eq!(example.enter(ticket, "ann"), 200);

    let ended = example.call("ann", Some((&again, "accept")));
    let text = ended["result"]["content"][0]["text"].as_str();
    assert_eq!(
        text,
        Some("2 invoices in 2026-07, with a key of 15 characters"),
        "{ended}"
    );
    assert!(!example.said.contains(KEY));
    // It is there the next time.
    let ended = example.call("ann", None);
    assert_eq!(ended["result"]["resultType"], "complete", "{ended}");
}

#[test]
fn a_link_that_was_sent_to_somebody_else_is_refused() {
    let mut example = Example::start();
    // Mallory makes the call and sends the link to Ann, who would enter her key for it.
    let asked = example.call("mallory", None);
    let (url, ticket) = page_of(&asked);
    let (status, page) = Example::open(url, Some("ann"));
    assert_eq!(status, 403, "{page}");
    assert!(page.contains("somebody else"), "{page}");
    assert!(!page.contains("<form"), "{page}");
    assert_eq!(example.enter(ticket, "ann"), 403);
    assert_eq!(Example::open(url, None).0, 401);

    let again = example.call("mallory", Some((&asked, "accept")));
    assert_eq!(again["result"]["resultType"], "input_required", "{again}");
    // Nor did Ann get a key in the vault that way.
    let asked = example.call("ann", None);
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
}

#[test]
fn a_link_that_was_changed_is_refused() {
    let mut example = Example::start();
    let asked = example.call("ann", None);
    let (url, ticket) = page_of(&asked);
    let (status, page) = Example::open(&format!("{url}A"), Some("ann"));
    assert_eq!(status, 403, "{page}");
    assert_eq!(example.enter(&ticket[1..], "ann"), 403);
    assert_eq!(example.enter("", "ann"), 403);
}
