//! What a server says, made safe to show.

use std::env;
use std::io::{self, IsTerminal};

/// A text without anything that a terminal would obey: control characters (escape sequences begin
/// with one), and marks that reorder or hide what follows. Each becomes `�`; a new line stays.
#[must_use]
pub fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.chars()
        .map(|c| match c {
            '\n' => c,
            '\t' => ' ',
            c if obeyed(c) => char::REPLACEMENT_CHARACTER,
            c => c,
        })
        .collect()
}

/// As [`clean`], in one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

/// In bold, where colours are wanted (`NO_COLOR`) and can be seen.
pub(super) fn strong(text: &str) -> String {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if unwanted || !io::stderr().is_terminal() {
        text.to_owned()
    } else {
        format!("\u{1b}[1m{text}\u{1b}[0m")
    }
}

fn obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Zero width, direction marks, embeddings, isolates, separators, and the like.
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{61c}' | '\u{feff}' | '\u{ad}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        for (text, shown) in [
            ("\u{1b}[31mred\u{7}", "�[31mred�"),
            ("\u{9b}2J", "�2J"),
            ("a\rb", "a�b"),
            ("a\u{202e}b\u{2066}c\u{200b}d", "a�b�c�d"),
            ("\u{8}\u{7f}\0", "���"),
            ("line\r\nline\n\ttab", "line\nline\n tab"),
            ("Grüße, 日本語 👍", "Grüße, 日本語 👍"),
        ] {
            assert_eq!(clean(text), shown, "{text:?}");
        }
        assert_eq!(one_line("a\nb"), "a b");
    }
}
