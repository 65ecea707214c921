//! The example with a person at a terminal.
#![cfg(unix)]

use std::process::Command;

use rexpect::process::wait::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

/// How long a person waits before they give up, in milliseconds.
const PATIENCE: u64 = 20_000;

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const DOWN: &str = "\x1b[B";
const CTRL_C: &str = "\x03";

struct Terminal(PtySession);

impl Terminal {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deploy"));
        command
            .env_remove("MRTR_KEY")
            .env("TERM", "xterm")
            .args(arguments);
        Self(spawn_command(command, Some(PATIENCE)).expect("it starts"))
    }

    /// Waits until this is on the screen.
    fn sees(&mut self, text: &str) {
        self.0
            .exp_string(text)
            .unwrap_or_else(|error| panic!("{text:?}: {error}"));
    }

    fn types(&mut self, keys: &str) {
        self.0.send(keys).expect("it reads");
        self.0.flush().expect("it reads");
    }

    fn ends_with(mut self, code: i32) {
        self.0.exp_eof().expect("it ends");
        match self.0.process().wait().expect("it ends") {
            WaitStatus::Exited(_, ended) => assert_eq!(ended, code),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_person_answers_and_the_tool_finishes() {
    let mut terminal = Terminal::start(&[]);
    terminal.sees("round 1: asks approval, roots; state of ");
    terminal.sees("Apply 3 changes to production?");
    terminal.sees("Esc cancels");
    terminal.types(ENTER);
    terminal.sees("Ship it now?");
    terminal.types("y");
    terminal.types(ENTER);
    terminal.sees("A label for the release");
    terminal.sees("1 to 40 characters");
    terminal.types(ENTER);
    terminal.sees("must be at least 1 character");
    terminal.types("v9");
    terminal.types(ENTER);
    terminal.sees("A label for the release: v9");
    terminal.sees("Send it");
    terminal.sees("Esc goes back");
    terminal.types(ENTER);
    terminal.sees("round 2: asks risky; state of ");
    terminal.sees("Run `migrate the database`?");
    terminal.sees("Esc cancels");
    terminal.types(ENTER);
    terminal.sees("answer");
    terminal.types("y");
    terminal.types(ENTER);
    terminal.sees("`v9` is live in production.");
    terminal.ends_with(0);
}

#[test]
fn declining_and_cancelling_are_in_reach_from_the_first_prompt() {
    let mut terminal = Terminal::start(&["staging"]);
    terminal.sees("Esc cancels");
    terminal.types(DOWN);
    terminal.types(ENTER);
    terminal.sees("Nothing was deployed.");
    terminal.ends_with(0);

    let mut terminal = Terminal::start(&["staging"]);
    terminal.sees("Esc cancels");
    terminal.types(ESC);
    terminal.sees("No decision was made; nothing was deployed.");
    terminal.ends_with(0);
}

#[test]
fn they_are_in_reach_from_within_a_form() {
    let mut terminal = Terminal::start(&["staging"]);
    terminal.sees("Esc cancels");
    terminal.types(ENTER);
    terminal.sees("Ship it now?");
    terminal.sees("Esc goes back");
    terminal.types(ESC);
    terminal.sees("Esc cancels");
    terminal.types(DOWN);
    terminal.types(ENTER);
    terminal.sees("Nothing was deployed.");
    terminal.ends_with(0);
}

#[test]
fn an_interrupt_sends_nothing() {
    let mut terminal = Terminal::start(&["staging"]);
    terminal.sees("Esc cancels");
    terminal.types(CTRL_C);
    terminal.sees("`approval` has no answer");
    terminal.ends_with(2);
}
