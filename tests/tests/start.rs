//! What is wrong with a server is told before it serves, all of it at once.

mod support;

use mrtr::__private::ToolInfo;
use mrtr::Tool;
use mrtr::host::{Host, Server, StartError, StartProblem};
use support::{add, greet, key};

fn start_error(server: Server) -> StartError {
    server.http_service().expect_err("it must not start")
}

/// A tool of any name; it is never called.
fn named(name: &'static str) -> impl Tool {
    move || {
        let like = add.describe();
        ToolInfo::new(
            name,
            "",
            like.flow,
            like.input_schema,
            like.injected,
            like.run,
        )
    }
}

#[test]
fn all_problems_are_told_at_once() {
    let server = Server::new("tests", "1.0")
        .key(&key())
        .tool(greet)
        .tool(add)
        .tool(add)
        .tool(named("no good"));
    let error = start_error(server);
    let greeting = std::any::type_name::<support::tool::Greeting>();
    assert_eq!(
        error.problems(),
        [
            StartProblem::Duplicate { name: "add" },
            StartProblem::MissingState {
                name: "greet",
                type_name: greeting
            },
            StartProblem::BadName { name: "no good" },
        ]
    );
    let told = error.to_string();
    assert!(
        told.contains(&format!("`greet` takes `&{greeting}`")),
        "{told}"
    );
    assert!(told.contains("`add` is there twice"), "{told}");
    assert!(told.contains("`no good` cannot be a name"), "{told}");
}

#[test]
fn names_that_clients_accept() {
    let start = |name| {
        Server::new("t", "1")
            .key(&key())
            .tool(named(name))
            .http_service()
    };
    for good in ["a", "A_b-c.9", "x".repeat(128).leak()] {
        assert!(start(good).is_ok(), "{good}");
    }
    for bad in ["", "a b", "a,b", "é", "a/b", "x".repeat(129).leak()] {
        let error = start(bad).expect_err(bad);
        assert_eq!(error.problems(), [StartProblem::BadName { name: bad }]);
    }
}

#[test]
fn a_route_checks_its_tool_too() {
    let host = Host::builder("tests").key(&key()).build().expect("a host");
    let error = host
        .route::<(), _>(greet)
        .expect_err("no greeting is registered");
    assert!(
        matches!(
            error.problems(),
            [StartProblem::MissingState { name: "greet", .. }]
        ),
        "{error}"
    );
    assert!(host.route::<(), _>(add).is_ok());
}
