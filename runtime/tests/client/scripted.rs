//! A server that follows a script, as a shell script over stdio.

use std::path::Path;

use serde_json::{Value, json};

use crate::person::Terminal;
use crate::shop::mrtr;

/// A server that answers each call with the next of `results`, and says something on stderr first.
pub(crate) fn server(name: &str, results: &[Value]) -> String {
    reporting(name, &[], results)
}

/// The same, which tells of its progress in front of each answer.
pub(crate) fn reporting(name: &str, progress: &[Value], results: &[Value]) -> String {
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
    let progress: Vec<String> = progress
        .iter()
        .map(|it| {
            format!(
                "printf '{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\
                 \"params\":{{\"progressToken\":%s,%s}}\\n' \"$token\" '{}'; sleep 0.2; ",
                it.to_string().trim_start_matches('{')
            )
        })
        .collect();
    let progress = progress.concat();
    let calls: Vec<String> = results
        .iter()
        .enumerate()
        .map(|(at, result)| format!("{at}) {progress}{} ;;", reply(result)))
        .collect();
    let script = format!(
        "printf 'log \\033[2Jline\\n' >&2\n\
         calls=0\n\
         while IFS= read -r line; do\n\
         id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n\
         token=$(printf '%s' \"$line\" | sed -n 's/.*\"progressToken\":\\([0-9]*\\).*/\\1/p')\n\
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

pub(crate) fn asks(question: &Value) -> Value {
    json!({"resultType": "input_required", "inputRequests": {"q": question}, "requestState": "S"})
}

pub(crate) fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done \u{1b}]0;x\u{7}"}]})
}

pub(crate) fn page(url: &str) -> Value {
    json!({
        "method": "elicitation/create",
        "params": {"mode": "url", "message": "Sign in", "url": url},
    })
}

pub(crate) fn call(server: &str) -> Terminal {
    Terminal::start(mrtr(&["call", "t", "--stdio", server]))
}
