//! A call that waits in a file for its answers.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use mrtr::client::Pending;
use rmcp::model::{CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams};
use serde::{Deserialize, Serialize};

use crate::line::Server;

#[derive(Serialize, Deserialize)]
pub struct Saved {
    /// Who asked: nobody else can go on.
    pub server: Server,
    pub call: Waiting,
}

/// The call itself, which knows its method.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Waiting {
    Tool(Pending<CallToolRequestParams>),
    Prompt(Pending<GetPromptRequestParams>),
    Resource(Pending<ReadResourceRequestParams>),
}

impl Saved {
    /// # Errors
    /// There is no such file, or it is none of ours.
    pub fn read(file: &Path) -> Result<Self, String> {
        let wrong = |error: String| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| wrong(format!("no call waits in it: {error}")))
    }

    /// Writes the call for its owner alone: its state and its arguments are nobody else's business.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), io::Error> {
        let text = serde_json::to_string_pretty(self)?;
        // Beside it first, so that what waits there already is not lost half-way.
        let mut new = file.as_os_str().to_owned();
        new.push(".new");
        private(Path::new(&new))?.write_all(text.as_bytes())?;
        fs::rename(new, file)
    }
}

#[cfg(unix)]
fn private(file: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    // A file that is there keeps its mode.
    let _ = fs::remove_file(file);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o600).open(file)
}

#[cfg(not(unix))]
fn private(file: &Path) -> io::Result<fs::File> {
    fs::File::create(file)
}
