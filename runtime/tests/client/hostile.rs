//! A server that is not ours and means no good, over stdio, in front of a person.

use std::path::Path;

use serde_json::{Value, json};

use crate::person::{CTRL_C, DOWN, ENTER, Terminal};
use crate::shop::mrtr;

/// Answers each call with the next of `results`, and says something on stderr first.
fn server(name: &str, results: &[Value]) -> String {
    let reply = |result: &Value| {
        // In single quotes for the shell; the result has none.
        format!("printf '{{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}}\\n' \"$id\" '{result}'")
    };
    let discovered = reply(&json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "evil\u{1b}[2J", "version": "1"}},
        "ttlMs": 0,
        "cacheScope": "private",
    }));
    let tools = reply(&json!({
        "resultType": "complete",
        "tools": [{"name": "t", "inputSchema": {"type": "object"}}],
        "ttlMs": 0,
        "cacheScope": "private",
    }));
    let calls: Vec<String> = results
        .iter()
        .enumerate()
        .map(|(at, result)| format!("{at}) {} ;;", reply(result)))
        .collect();
    let script = format!(
        "printf 'log \\033[2Jline\\n' >&2\n\
         calls=0\n\
         while IFS= read -r line; do\n\
         id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n\
         case \"$line\" in\n\
         *server/discover*) {discovered} ;;\n\
         *tools/list*) {tools} ;;\n\
         *notifications/cancelled*) echo 'it was told' >&2 ;;\n\
         *tools/call*) echo 'it was called' >&2; case $calls in {} esac; calls=$((calls + 1)) ;;\n\
         esac\n\
         done\n",
        calls.join("\n")
    );
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, script).expect("it can be written");
    format!("sh {}", file.display())
}

fn asks(question: &Value) -> Value {
    json!({"resultType": "input_required", "inputRequests": {"q": question}, "requestState": "S"})
}

fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done \u{1b}]0;x\u{7}"}]})
}

fn page(url: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {"mode": "url", "message": "Sign in", "url": url},
    })
}

fn call(server: &str) -> Terminal {
    Terminal::start(mrtr(&["call", "t", "--stdio", server]))
}

#[test]
fn nothing_that_a_server_says_controls_the_terminal() {
    let property = json!({"type": "string", "title": "T\u{1b}[31m", "enum": ["a\u{9b}31m", "b"]});
    let form = json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": "Hello\u{1b}[8m hidden \u{202e}reversed",
            "requestedSchema": {
                "type": "object", "properties": {"x": property}, "required": ["x"],
            },
        },
    });
    let server = server("hostile.sh", &[asks(&form), done()]);
    let mut terminal = call(&server);
    terminal.sees("log �[2Jline");
    terminal.sees("evil�[2J (sh ");
    terminal.sees("Hello�[8m hidden �reversed");
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("T�[31m");
    terminal.sees("a�31m");
    terminal.sees("Esc goes back");
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("done �]0;x�");
    terminal.ends_with(0);
}

#[test]
fn a_page_is_shown_whole_with_what_misleads_in_it() {
    let url = "https://good.example@xn--evl-1na.example/login?x=1";
    let server = server("page.sh", &[asks(&page(url)), asks(&page(url)), done()]);
    let mut terminal = call(&server);
    terminal.sees("Sign in");
    terminal.sees(url);
    terminal.sees("The site is xn--evl-1na.example.");
    terminal.sees("Careful: what stands before the `@` is not the site.");
    terminal.sees("Careful: the site's name has letters that can look like others.");
    terminal.sees("Nothing is opened without a yes");
    // "I open it myself"
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("It is the page that was asked for before.");
    terminal.sees("Nothing is opened without a yes");
    terminal.types(&[ENTER]);
    terminal.sees("done");
    terminal.ends_with(0);
}

#[test]
fn a_page_that_is_not_safe_is_not_even_offered() {
    let server = server("unsafe.sh", &[asks(&page("javascript:alert(1)"))]);
    let mut terminal = call(&server);
    terminal.sees("`q` has no answer: `javascript:alert(1)` is not opened");
    terminal.ends_with(2);
}

#[test]
fn an_interrupt_cancels_a_call_that_is_under_way() {
    let server = server("silent.sh", &[]);
    let mut terminal = call(&server);
    terminal.sees("it was called");
    terminal.types(&[CTRL_C]);
    terminal.sees("it was told");
    terminal.ends_with(130);
}
