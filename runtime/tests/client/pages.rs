//! Pages: what a person is told about one, and when it is opened.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::person::{DOWN, ENTER, ESC, Terminal};
use crate::scripted::{asks, call, done, page, server};
use crate::shop::mrtr;

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
fn what_is_not_encrypted_is_said_to_be() {
    let server = server("http.sh", &[asks(&page("http://localhost:8000/a")), done()]);
    let mut terminal = call(&server);
    terminal.sees("http://localhost:8000/a");
    terminal.sees("The site is localhost.");
    terminal.sees("Careful: the connection is not encrypted.");
    terminal.sees("Nothing is opened without a yes");
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("done");
    terminal.ends_with(0);
}

#[test]
fn the_site_stands_out() {
    let url = "https://good.example.evil.example/good.example";
    let server = server("bold.sh", &[asks(&page(url)), done()]);
    let mut command = mrtr(&["call", "t", "--stdio", &server]);
    command.env("NO_COLOR", "");
    let mut terminal = Terminal::start_in_colour(command);
    terminal.sees("https://\u{1b}[1mgood.example.evil.example\u{1b}[0m/good.example");
    terminal.sees("Nothing is opened without a yes");
    terminal.types(&[ESC]);
    terminal.sees("done");
    terminal.ends_with(0);
}

/// A browser that notes what it is given, each in a line; the path that it is found on, and its
/// notes.
fn browser(name: &str) -> (PathBuf, PathBuf) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).expect("a directory");
    let notes = path.join("notes");
    // Left by an earlier run.
    let _ = fs::remove_file(&notes);
    let script = path.join("xdg-open");
    let text = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$#:$*\" >>'{}'\n",
        notes.display()
    );
    fs::write(&script, text).expect("it can be written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    (path, notes)
}

#[test]
fn a_page_is_opened_once_for_each_yes_and_by_nothing_else() {
    let url = "https://pay.example/?a=1&b=$(id)";
    let pages = [asks(&page(url)), asks(&page(url)), asks(&page(url)), done()];
    let server = server("opened.sh", &pages);
    let (path, notes) = browser("browser");
    let mut command = mrtr(&["call", "t", "--stdio", &server]);
    let rest = std::env::var("PATH").expect("a path");
    command.env("PATH", format!("{}:{rest}", path.display()));
    let mut terminal = Terminal::start(command);
    terminal.sees("Nothing is opened without a yes");
    assert!(!notes.exists(), "it was opened before the yes");
    terminal.types(&[ENTER]);

    // The same again: Enter goes on without opening it, and "Open it again" opens it.
    terminal.sees("It is the page that was asked for before.");
    terminal.sees("Nothing is opened without a yes");
    terminal.types(&[ENTER]);
    terminal.sees("It is the page that was asked for before.");
    terminal.sees("Nothing is opened without a yes");
    terminal.types(&[DOWN, ENTER]);
    terminal.sees("done");
    terminal.ends_with(0);
    // The browser runs on its own, and may still be about to write.
    while fs::read_to_string(&notes)
        .unwrap_or_default()
        .lines()
        .count()
        < 2
    {
        std::thread::yield_now();
    }
    let notes = fs::read_to_string(&notes).expect("its notes");
    let line = format!("1:{url}\n");
    assert_eq!(notes, [line.as_str(), &line].concat());
}
