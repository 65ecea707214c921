//! The person at the terminal, with a bar for progress.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use mrtr::client::terminal::{Terminal, one_line};
use mrtr::client::{
    Answerer, FormHandler, Progress, RootsHandler, Round, SamplingHandler, UrlHandler,
};

pub struct Front {
    terminal: Terminal,
    bar: Mutex<Option<ProgressBar>>,
}

impl Front {
    pub fn new(terminal: Terminal) -> Self {
        Self {
            terminal,
            bar: Mutex::default(),
        }
    }

    fn bar(&self) -> std::sync::MutexGuard<'_, Option<ProgressBar>> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answerer for Front {
    fn forms(&self) -> Option<&dyn FormHandler> {
        self.terminal.forms()
    }

    fn urls(&self) -> Option<&dyn UrlHandler> {
        self.terminal.urls()
    }

    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        self.terminal.sampling()
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        // In full: `Terminal` has a method of this name that sets them.
        Answerer::roots(&self.terminal)
    }

    fn on_round(&self, round: &Round<'_>) {
        // The terminal belongs to the questions now.
        if let Some(bar) = self.bar().take() {
            bar.finish_and_clear();
        }
        self.terminal.on_round(round);
    }

    fn on_progress(&self, progress: &Progress<'_>) {
        let message = progress.message.map(one_line).unwrap_or_default();
        if !io::stderr().is_terminal() {
            if !message.is_empty() {
                eprintln!("{message}");
            }
            return;
        }
        let mut bar = self.bar();
        let bar = bar.get_or_insert_with(ProgressBar::no_length);
        bar.set_style(match progress.total {
            Some(_) => style("{wide_bar} {percent}% {msg}"),
            None => style("{spinner} {msg}"),
        });
        if let Some(total) = progress.total {
            bar.set_length(thousandths(total));
        }
        bar.set_position(thousandths(progress.done));
        bar.set_message(message);
    }
}

fn style(template: &str) -> ProgressStyle {
    // The templates are those above; a default is better than none.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A bar counts in whole numbers; progress may be 0.5 of 1.
fn thousandths(amount: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and a bar needs no more"
    )]
    {
        (amount * 1000.0) as u64
    }
}
