//! A server that is not ours and means no good, in front of a person.

use serde_json::json;

use crate::person::{CTRL_C, DOWN, ENTER};
use crate::scripted::{asks, call, done, server};

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
fn an_interrupt_cancels_a_call_that_is_under_way() {
    let server = server("silent.sh", &[]);
    let mut terminal = call(&server);
    terminal.sees("it was called");
    terminal.types(&[CTRL_C]);
    terminal.sees("it was told");
    terminal.ends_with(130);
}
