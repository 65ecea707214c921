//! A person at a terminal.
//!
//! Everything is written to stderr; stdout stays free for a result. What a server says is shown as
//! text only: control characters never reach the terminal.

mod form;
mod page;
mod text;

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;

use inquire::InquireError;
use rmcp::model::CreateMessageResult;
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use url::Url;

use super::answerer::{
    Answerer, Answering, FormHandler, RootsHandler, SamplingHandler, SamplingSupport, Unanswered,
    UrlHandler,
};
use super::question::{
    FormQuestion, Origin, RootsQuestion, Round, SamplingQuestion, ServerName, UrlQuestion,
};
use super::response::Root;
use super::script::Script;
use crate::question::Answer;

pub use text::{clean, one_line};

/// Asks a person at the terminal, and before that, where there is one, a [`Script`].
#[derive(Debug, Default)]
pub struct Terminal {
    script: Option<Script>,
    roots: Option<Vec<Root>>,
    take_defaults: bool,
    asks_nobody: bool,
    show_rounds: bool,
    hint: Option<String>,
    /// One question at a time; the others of the round wait.
    turn: Arc<Mutex<()>>,
}

/// There is nobody at a terminal, and no other answer.
#[derive(Debug)]
struct NobodyThere(String);

/// The person pressed Ctrl-C: the reason why a question stays without an answer then
/// ([`Unanswered::Failed`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

impl Terminal {
    /// Asks for everything.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the answers from a script. Only what it does not have is asked, and only where there
    /// is a terminal.
    #[must_use]
    pub fn script(mut self, script: Script) -> Self {
        self.script = Some(script);
        self
    }

    /// Shares these roots without asking.
    #[must_use]
    pub fn roots(mut self, roots: Vec<Root>) -> Self {
        self.roots = Some(roots);
        self
    }

    /// Accepts each form that its defaults fill in, without asking.
    #[must_use]
    pub fn take_defaults(mut self, yes: bool) -> Self {
        self.take_defaults = yes;
        self
    }

    /// Asks the person, or not even where there is a terminal. Default: yes.
    #[must_use]
    pub fn ask(mut self, yes: bool) -> Self {
        self.asks_nobody = !yes;
        self
    }

    /// Tells about each round in one line.
    #[must_use]
    pub fn show_rounds(mut self, yes: bool) -> Self {
        self.show_rounds = yes;
        self
    }

    /// What to do where there is no terminal, such as the option that takes answers.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Runs a prompt, once it is its turn. A prompt holds its thread until the person has
    /// answered.
    async fn prompt<T: Send + 'static>(
        &self,
        asked: &str,
        prompt: impl FnOnce() -> Result<T, InquireError> + Send + 'static,
    ) -> Result<T, Unanswered> {
        if !self.somebody_there() {
            let why = if self.asks_nobody {
                "nobody is to be asked"
            } else {
                "there is no terminal"
            };
            let hint = self.hint.iter().map(|hint| format!("; {hint}"));
            let hint: String = hint.collect();
            let asked = clean(asked);
            return Err(NobodyThere(format!("{why}{hint}\n\n{asked}")).into());
        }
        let _turn = self.turn.lock().await;
        let answer = tokio::task::spawn_blocking(prompt).await?;
        answer.map_err(|error| match error {
            InquireError::OperationInterrupted => Interrupted.into(),
            error => error.into(),
        })
    }

    /// The script, where it has an answer to this, or is all that there is.
    fn script_for(&self, origin: &Origin) -> Option<&Script> {
        let script = self.script.as_ref()?;
        (script.has(&origin.key) || !self.somebody_there()).then_some(script)
    }

    fn somebody_there(&self) -> bool {
        !self.asks_nobody && io::stdin().is_terminal() && io::stderr().is_terminal()
    }
}

/// The directory in which the program was started, as a root.
///
/// # Errors
/// There is none, or it has no URI.
pub fn current_directory() -> io::Result<Root> {
    let path = std::env::current_dir()?;
    let name = path.file_name();
    let name = name.map(|name| name.to_string_lossy().into_owned());
    let uri = Url::from_directory_path(path)
        .map_err(|()| io::Error::other("the current directory has no URI"))?;
    Ok(Root {
        uri: uri.into(),
        name,
    })
}

/// Gives the terminal back, where a prompt was left behind: for the end of a program.
pub fn restore() {
    // Where it fails there is no terminal.
    let _ = crossterm::terminal::disable_raw_mode();
}

/// Who asks, and what.
fn announce(server: &ServerName, message: &str) {
    let server = one_line(&server.to_string());
    // Not as the label of a prompt, which has one line.
    eprintln!("\n{} asks:\n{}", text::strong(&server), clean(message));
}

impl Answerer for Terminal {
    fn forms(&self) -> Option<&dyn FormHandler> {
        Some(self)
    }

    fn urls(&self) -> Option<&dyn UrlHandler> {
        Some(self)
    }

    /// A person is no model; only a script can say what one said.
    fn sampling(&self) -> Option<&dyn SamplingHandler> {
        self.script.as_ref().map(|_| self as &dyn SamplingHandler)
    }

    fn roots(&self) -> Option<&dyn RootsHandler> {
        Some(self)
    }

    fn on_round(&self, round: &Round<'_>) {
        if !self.show_rounds {
            return;
        }
        let keys: Vec<String> = round.keys.iter().map(|key| one_line(key)).collect();
        let asks = match &keys[..] {
            [] => "nothing".to_owned(),
            keys => keys.join(", "),
        };
        let (number, state) = (round.number, round.state_bytes.unwrap_or(0));
        eprintln!("round {number}: asks {asks}; state of {state} bytes");
    }
}

impl FormHandler for Terminal {
    fn answer(&self, question: FormQuestion) -> Answering<'_, Answer<Map<String, Value>>> {
        Box::pin(async move {
            if let Some(script) = self.script_for(&question.origin) {
                return script.answer(question).await;
            }
            let form = question.form()?;
            if self.take_defaults {
                let mut content = Map::new();
                form.fill_in_defaults(&mut content);
                if form.check(&content).is_ok() {
                    return Ok(Answer::Accept(content));
                }
            }
            let FormQuestion {
                origin, message, ..
            } = question;
            let asked = message.clone();
            self.prompt(&asked, move || {
                announce(&origin.server, &message);
                form::ask(&form)
            })
            .await
        })
    }
}

impl UrlHandler for Terminal {
    fn open(&self, question: UrlQuestion) -> Answering<'_, Answer<()>> {
        Box::pin(async move {
            if let Some(script) = self.script_for(&question.origin) {
                return script.open(question).await;
            }
            let asked = format!("{}\n{}", question.message, question.link);
            self.prompt(&asked, move || {
                announce(&question.origin.server, &question.message);
                page::ask(&question)
            })
            .await
        })
    }
}

impl SamplingHandler for Terminal {
    fn sample(&self, question: SamplingQuestion) -> Answering<'_, CreateMessageResult> {
        match &self.script {
            Some(script) => script.sample(question),
            None => Box::pin(async { Err(Unanswered::NoHandler("run a model")) }),
        }
    }

    fn support(&self) -> SamplingSupport {
        let script = self.script.as_ref();
        script.map(SamplingHandler::support).unwrap_or_default()
    }
}

impl RootsHandler for Terminal {
    fn list(&self, question: RootsQuestion) -> Answering<'_, Vec<Root>> {
        Box::pin(async move {
            if let Some(roots) = &self.roots {
                for root in roots {
                    eprintln!("roots: {}", root.uri);
                }
                return Ok(roots.clone());
            }
            if let Some(script) = self.script_for(&question.origin) {
                return script.list(question).await;
            }
            let root = current_directory()?;
            let asked = "May the server know the directory that you work in?";
            let yes = self.prompt(asked, {
                let (server, uri) = (question.origin.server, root.uri.clone());
                move || {
                    announce(&server, "Which directory do you work in?");
                    let prompt = format!("Tell it {uri}?");
                    let yes = inquire::Confirm::new(&prompt).prompt_skippable()?;
                    Ok(yes == Some(true))
                }
            });
            if yes.await? {
                Ok(vec![root])
            } else {
                Err(Unanswered::Declined)
            }
        })
    }
}

impl fmt::Display for NobodyThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NobodyThere {}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it was interrupted")
    }
}

impl std::error::Error for Interrupted {}
