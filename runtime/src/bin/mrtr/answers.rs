//! Who answers, by what was typed.

use std::fs;
use std::path::Path;

use mrtr::client::terminal::Terminal;
use mrtr::client::{Root, Script};
use url::Url;

use crate::Failure;
use crate::command_line::Options;

pub fn terminal(options: &Options) -> Result<Terminal, Failure> {
    let mut terminal = Terminal::new()
        .take_defaults(options.yes)
        .ask(!options.no_input)
        .hint("give answers with `--answers FILE`, or directories with `--root`");
    if let Some(file) = &options.answers {
        terminal = terminal.script(script(file).map_err(Failure::Usage)?);
    }
    if !options.root.is_empty() {
        let roots: Result<Vec<Root>, Failure> = options.root.iter().map(|it| root(it)).collect();
        terminal = terminal.roots(roots?);
    }
    Ok(terminal)
}

fn script(file: &Path) -> Result<Script, String> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let script: Script = text.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok(script.otherwise(format!("{name} has none that was not given already")))
}

fn root(directory: &Path) -> Result<Root, Failure> {
    let wrong = |why: String| Failure::Usage(format!("`--root {}`: {why}", directory.display()));
    let path = fs::canonicalize(directory).map_err(|error| wrong(error.to_string()))?;
    let uri = Url::from_directory_path(&path).map_err(|()| wrong("it has no URI".to_owned()))?;
    Ok(Root {
        uri: uri.into(),
        name: path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned()),
    })
}
