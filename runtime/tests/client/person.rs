//! The program with a person at a terminal.

use std::path::Path;
use std::process::Command;

use rexpect::process::wait::WaitStatus;
use rexpect::session::{PtySession, spawn_command};
use serde_json::json;

use crate::scripted::{asks, call, done, reporting, server};
use crate::shop::{mrtr, open};

/// How long a person waits before they give up, in milliseconds.
const PATIENCE: u64 = 30_000;

pub(crate) const ENTER: &str = "\r";
pub(crate) const ESC: &str = "\x1b";
pub(crate) const SPACE: &str = " ";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const CTRL_C: &str = "\x03";

pub(crate) struct Terminal(PtySession);

impl Terminal {
    pub(crate) fn start(mut command: Command) -> Self {
        command.env("NO_COLOR", "1");
        Self::start_in_colour(command)
    }

    pub(crate) fn start_in_colour(mut command: Command) -> Self {
        command.env("TERM", "xterm");
        Self(spawn_command(command, Some(PATIENCE)).expect("it starts"))
    }

    /// Waits until this is on the screen.
    pub(crate) fn sees(&mut self, text: &str) {
        // It is read byte by byte.
        let bytes: String = text.bytes().map(char::from).collect();
        let seen = self.0.exp_string(&bytes);
        seen.unwrap_or_else(|error| panic!("{text:?}: {error}"));
    }

    pub(crate) fn types(&mut self, keys: &[&str]) {
        for keys in keys {
            self.0.send(keys).expect("it reads");
            self.0.flush().expect("it reads");
        }
    }

    pub(crate) fn ends_with(self, code: i32) {
        self.ends_without("\0", code);
    }

    /// It ends, and this is not on the screen any more.
    pub(crate) fn ends_without(mut self, text: &str, code: i32) {
        let rest = self.0.exp_eof().expect("it ends");
        assert!(!rest.contains(text), "{rest:?}");
        match self.0.process().wait().expect("it ends") {
            WaitStatus::Exited(_, ended) => assert_eq!(ended, code),
            other => panic!("{other:?}"),
        }
    }
}

fn order(url: &str) -> Terminal {
    let mut terminal = Terminal::start(mrtr(&["call", "order", "item=tea", "--http", url]));
    // Who asks is always there: what it calls itself, and where it is.
    terminal.sees(&format!("shop ({url}) asks:"));
    terminal.sees("How do you want tea?");
    terminal.sees("Esc cancels");
    terminal
}

/// Fills in the form, up to the review.
fn filled_in(url: &str) -> Terminal {
    let mut terminal = order(url);
    terminal.types(&[ENTER]);
    terminal.sees("How many?");
    terminal.sees("1 to 9");
    // The default is there: 2 becomes 20, and 20 is refused.
    terminal.types(&["0", ENTER]);
    terminal.sees("must be at most 9");
    terminal.types(&["\x7f", ENTER]);
    terminal.sees("Which size?");
    terminal.sees("A large one");
    terminal.sees("Esc goes back");
    terminal.types(&[ENTER]);
    terminal.sees("A gift?");
    terminal.sees("Esc goes back");
    terminal.types(&["y", ENTER]);
    terminal.sees("A note");
    terminal.sees("may be left out");
    terminal.types(&[ENTER]);
    terminal.sees("How many?: 2");
    terminal.sees("Which size?: A large one");
    terminal.sees("A gift?: yes");
    terminal.sees("A note: (left out)");
    terminal.sees("Is it right?");
    terminal.sees("Esc goes back");
    terminal
}

#[test]
fn a_form_is_filled_in_looked_over_and_sent() {
    let mut terminal = filled_in(&open());
    terminal.types(&[ENTER]);
    terminal.sees("2x large tea, gift true, note -, urgency 0");
    terminal.ends_with(0);
}

#[test]
fn a_field_can_be_changed_before_it_is_sent() {
    let mut terminal = filled_in(&open());
    terminal.types(&[DOWN, DOWN, DOWN, DOWN, ENTER]);
    terminal.sees("may be left out");
    terminal.types(&["hello!", ENTER]);
    terminal.sees("must be at most 5 characters");
    terminal.types(&["\x7f", ENTER]);
    terminal.sees("A note: hello");
    terminal.sees("Esc goes back");
    terminal.types(&[ENTER]);
    terminal.sees("2x large tea, gift true, note hello, urgency 0");
    terminal.ends_with(0);
}

#[test]
fn declining_and_cancelling_are_always_in_reach() {
    let url = open();
    let mut terminal = order(&url);
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("declined");
    terminal.ends_with(0);

    let mut terminal = order(&url);
    terminal.types(&[ESC]);
    terminal.sees("cancelled");
    terminal.ends_with(0);

    // From within a form, by the way back.
    let mut terminal = order(&url);
    terminal.types(&[ENTER]);
    terminal.sees("Esc goes back");
    terminal.types(&[ESC]);
    terminal.sees("Esc cancels");
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("declined");
    terminal.ends_with(0);
}

#[test]
fn an_interrupt_in_the_middle_of_a_form_sends_nothing() {
    let arguments = ["call", "order", "item=tea", "--http", &open(), "--wire"];
    let mut terminal = Terminal::start(mrtr(&arguments));
    terminal.sees("-> {");
    terminal.sees("tools/call");
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("How many?");
    terminal.sees("Esc goes back");
    terminal.types(&["0"]);
    terminal.types(&[CTRL_C]);
    terminal.ends_without("inputResponses", 130);
}

#[test]
fn a_person_who_leaves_can_come_back() {
    let url = open();
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("left.json");
    let place = place.to_str().expect("UTF-8");
    let arguments = ["call", "trip", "to=Rome", "--http", &url, "--save", place];
    let mut terminal = Terminal::start(mrtr(&arguments));
    terminal.sees("How many days in Rome?");
    terminal.sees("Esc cancels");
    terminal.types(&[CTRL_C]);
    terminal.sees("goes on with it");
    terminal.ends_with(3);

    let mut terminal = Terminal::start(mrtr(&["resume", place]));
    terminal.sees(&format!("shop ({url}) asks:"));
    terminal.sees("How many days in Rome?");
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("Esc goes back");
    terminal.types(&["3", ENTER]);
    terminal.sees("3 days, sure?");
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("Esc goes back");
    terminal.types(&["y", ENTER]);
    terminal.sees("3 days in Rome, true");
    terminal.ends_with(0);
}

#[test]
fn nobody_is_asked_where_nobody_is_to_be() {
    let arguments = ["call", "order", "item=tea", "--http", &open(), "--no-input"];
    let mut terminal = Terminal::start(mrtr(&arguments));
    terminal.sees("`parcel` has no answer: nobody is to be asked");
    terminal.ends_with(2);
}

#[test]
fn several_are_picked_and_looked_over() {
    let items = json!({"anyOf": [
        {"const": "m", "title": "Milk"},
        {"const": "s", "title": "Sugar"},
        {"const": "l", "title": "Lemon"},
    ]});
    let with = json!({
        "type": "array", "title": "With what?", "minItems": 1, "maxItems": 2, "items": items,
        "default": ["s"],
    });
    let form = json!({
        "method": "elicitation/create",
        "params": {"mode": "form", "message": "Tea", "requestedSchema": {
            "type": "object",
            "properties": {"with": with, "hot": {"type": "boolean", "title": "Hot?"}},
            "required": ["with"],
        }},
    });
    let server = server("several.sh", &[asks(&form), done()]);
    let mut terminal = Terminal::start(mrtr(&["call", "t", "--stdio", &server, "--wire"]));
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("With what?");
    terminal.sees("Space picks, Enter is done");
    // Sugar is picked already; without it there is nothing.
    terminal.types(&[DOWN, SPACE, ENTER]);
    terminal.sees("at least 1");
    terminal.types(&[SPACE, DOWN, SPACE, DOWN, SPACE, ENTER]);
    terminal.sees("at most 2");
    terminal.types(&[SPACE, ENTER]);
    terminal.sees("Hot?");
    terminal.sees("Esc goes back");
    // From "leave it out" around to "yes".
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("With what?: Sugar, Lemon");
    terminal.sees("Hot?: yes");
    terminal.sees("Esc goes back");
    terminal.types(&[ENTER]);
    terminal.sees("\"content\":{\"with\":[\"s\",\"l\"],\"hot\":true}");
    terminal.sees("done");
    terminal.ends_with(0);
}

#[test]
fn progress_is_a_bar() {
    let progress = [
        json!({"progress": 0.25, "total": 1, "message": "Boiling"}),
        json!({"progress": 0.75, "total": 1, "message": "Steep\u{1b}ing"}),
    ];
    let mut terminal = call(&reporting("progress.sh", &progress, &[done()]));
    terminal.sees("25% Boiling");
    // What a server says of it is no more obeyed than anything else.
    terminal.sees("75% Steep�ing");
    terminal.sees("done");
    terminal.ends_with(0);
}

#[test]
fn two_questions_of_a_round_come_one_after_the_other() {
    let url = open();
    let mut terminal = Terminal::start(mrtr(&["call", "both", "--http", &url]));
    // By their keys: `roots`, then `sure`.
    terminal.sees("Which directory do you work in?");
    terminal.sees("Tell it file://");
    terminal.types(&["y", ENTER]);
    terminal.sees("Sure?");
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("Esc goes back");
    terminal.types(&["y", ENTER]);
    terminal.sees("Accept(true) file://");
    terminal.ends_with(0);
}

#[test]
fn several_options_are_picked_within_their_bounds() {
    let url = open();
    let mut terminal = Terminal::start(mrtr(&["call", "wrap", "--http", &url]));
    terminal.sees("Esc cancels");
    terminal.types(&[ENTER]);
    terminal.sees("Which extras?");
    terminal.sees("Space picks");
    // The ribbon is there from the start: without it, nothing is left.
    terminal.types(&[" ", ENTER]);
    terminal.sees("must be at least 1 of them");
    terminal.types(&[DOWN, " ", DOWN, " ", ENTER]);
    terminal.sees("Which extras? A card, A bow");
    terminal.sees("wrapped with [Card, Bow]");
    terminal.ends_with(0);
}
