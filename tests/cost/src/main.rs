//! What a flow costs to compile, and how large its future is, against the same function as plain
//! `async` code, and written by hand on rmcp.
//!
//! ```text
//! cargo run -p mrtr-cost              # 1, 10, 20 and 50 steps, the least of five
//! cargo run -p mrtr-cost -- 30 9      # 30 steps, the least of nine
//! ```
//!
//! Each function is a crate of its own, checked with `cargo check` after a change to its text. The
//! crates are checked in turn, so that a machine that is busy for a while is so for all of them.

// Text is written here, and how fast does not count.
#![allow(clippy::format_collect)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

/// How often each crate is checked, where the command line does not say.
const RUNS: usize = 5;

/// What is measured.
struct Subject {
    name: &'static str,
    /// The crate's source for so many steps.
    source: fn(usize) -> String,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "plain async",
        source: plain,
    },
    Subject {
        name: "mrtr, in a row",
        source: in_a_row,
    },
    Subject {
        name: "mrtr, in branches",
        source: in_branches,
    },
    Subject {
        name: "by hand on rmcp",
        source: by_hand,
    },
];

fn main() {
    let numbers: Vec<usize> = env::args()
        .skip(1)
        .filter_map(|it| it.parse().ok())
        .collect();
    let counts = numbers
        .first()
        .map_or_else(|| vec![1, 10, 20, 50], |count| vec![*count]);
    let runs = numbers.get(1).copied().unwrap_or(RUNS);
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/cost");
    println!(
        "{:>5}  {:<18} {:>9} {:>12} {:>10}",
        "steps", "", "check", "over plain", "future"
    );
    for count in counts {
        measure(&home, count, runs);
    }
}

fn measure(home: &Path, count: usize, runs: usize) {
    let crates: Vec<PathBuf> = SUBJECTS
        .iter()
        .enumerate()
        .map(|(at, subject)| write_crate(home, at, &(subject.source)(count)))
        .collect();
    let sizes: Vec<String> = crates.iter().map(|it| future_size(it)).collect();
    let mut least = vec![Duration::MAX; SUBJECTS.len()];
    for run in 0..runs {
        for (at, folder) in crates.iter().enumerate() {
            least[at] = least[at].min(check(folder, run));
        }
    }
    let plain = least[0];
    for ((subject, time), size) in SUBJECTS.iter().zip(&least).zip(sizes) {
        let over = time.saturating_sub(plain);
        let (time, over) = (time.as_secs_f64(), over.as_secs_f64());
        println!(
            "{count:>5}  {:<18} {time:>7.2} s {over:>10.2} s {size:>10}",
            subject.name
        );
    }
}

/// Writes a crate whose `main` prints the size of the future.
fn write_crate(home: &Path, at: usize, source: &str) -> PathBuf {
    let folder = home.join(format!("subject_{at}"));
    fs::create_dir_all(folder.join("src")).expect("the target directory is writable");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    let runtime = runtime.canonicalize().expect("the runtime");
    let runtime = runtime.display();
    let manifest = format!(
        "[package]\nname = \"subject_{at}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nmrtr = {{ path = \"{runtime}\" }}\nrmcp = {{ version = \"3.11\", default-features = false, features = [\"server\"] }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n\n[workspace]\n"
    );
    write_if_new(&folder.join("Cargo.toml"), &manifest);
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let _ = fs::copy(lock, folder.join("Cargo.lock"));
    fs::write(folder.join("src/main.rs"), source).expect("the target directory is writable");
    folder
}

fn write_if_new(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::write(path, text).expect("the target directory is writable");
}

fn cargo(folder: &Path, command: &str) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    let target = folder.parent().expect("a folder for all").join("target");
    cargo
        .args([command, "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0");
    cargo
}

/// Runs the crate, and with it builds what it depends on.
fn future_size(folder: &Path) -> String {
    let output = cargo(folder, "run").output().expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn check(folder: &Path, run: usize) -> Duration {
    let file = folder.join("src/main.rs");
    let mut source = fs::read_to_string(&file).expect("it was written");
    let _ = writeln!(source, "// {run}");
    fs::write(&file, source).expect("the target directory is writable");
    let begin = Instant::now();
    let status = cargo(folder, "check").status().expect("cargo runs");
    assert!(status.success(), "it compiles");
    begin.elapsed()
}

fn plain(count: usize) -> String {
    let steps: String = (0..count)
        .map(|at| {
            format!(
                "    let a{at} = asker.ask::<u32>(&format!(\"{{total}} and {{name}}?\")).await?;\n    total += a{at};\n"
            )
        })
        .collect();
    format!(
        "struct Asker;
impl Asker {{
    async fn ask<T: serde::de::DeserializeOwned>(&self, text: &str) -> Result<T, String> {{
        serde_json::from_str(text).map_err(|error| error.to_string())
    }}
}}
async fn tool(name: String, asker: &Asker) -> Result<String, String> {{
    let mut total = 0_u32;
{steps}    Ok(format!(\"{{name}} {{total}}\"))
}}
fn main() {{
    println!(\"{{}} B\", std::mem::size_of_val(&tool(String::new(), &Asker)));
}}
"
    )
}

/// The future of a tool is behind a pointer; a flow is the same machine without it.
fn flow(body: &str) -> String {
    format!(
        "use mrtr::{{ask, mrtr_flow}};
#[allow(deprecated)]
#[mrtr_flow]
async fn tool(name: String) -> mrtr::Result<String> {{
    let mut total = 0_u32;
{body}    Ok(format!(\"{{name}} {{total}}\"))
}}
fn size_of<'m, A, F: Future>(_: fn(&'m A, String) -> F) -> usize {{
    std::mem::size_of::<F>()
}}
fn main() {{
    println!(\"{{}} B\", size_of(|machine, name| tool(machine, name)));
}}
"
    )
}

fn in_a_row(count: usize) -> String {
    let steps: String = (0..count)
        .map(|at| {
            format!(
                "    let a{at} = ask!(u32, \"{{total}} and {{name}}?\").accepted()?;\n    total += a{at};\n"
            )
        })
        .collect();
    flow(&steps)
}

/// Two steps in a `match`, one behind the other.
fn in_branches(count: usize) -> String {
    let steps: String = (0..count.div_ceil(2))
        .map(|at| {
            format!(
                "    let b{at} = match total % 3 {{
        0 => ask!(u32, \"{{total}} and {{name}}?\").accepted()?,
        1 => ask!(u32, \"{{name}} and {{total}}?\").accepted()? + 1,
        _ => 7,
    }};
    total += b{at};
"
            )
        })
        .collect();
    flow(&steps)
}

fn by_hand(count: usize) -> String {
    let stages: String = (0..count)
        .map(|at| {
            let next = at + 1;
            format!(
                "            {next} => {{
                let answer: u32 = read(answers, \"a{at}\")?;
                state.total += answer;
                ask(&mut state, {next}, \"a{next}\", &name)
            }}
"
            )
        })
        .collect();
    format!(
        "use rmcp::model::{{ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest, InputRequests}};
use serde::{{Deserialize, Serialize}};
use serde_json::{{Map, Value}};

#[derive(Serialize, Deserialize, Default)]
struct State {{
    stage: u32,
    total: u32,
}}

enum Round {{
    Asked(InputRequests, String),
    Done(String),
}}

fn read<T: serde::de::DeserializeOwned>(answers: &Map<String, Value>, key: &str) -> Result<T, String> {{
    let answer = answers.get(key).ok_or(\"no answer\")?;
    if answer[\"action\"] != \"accept\" {{
        return Err(\"declined\".into());
    }}
    serde_json::from_value(answer[\"content\"][\"answer\"].clone()).map_err(|error| error.to_string())
}}

fn ask(state: &mut State, stage: u32, key: &str, name: &str) -> Result<Round, String> {{
    state.stage = stage + 1;
    let schema: ElicitationSchema = serde_json::from_value(serde_json::json!({{
        \"type\": \"object\",
        \"properties\": {{\"answer\": {{\"type\": \"integer\"}}}},
        \"required\": [\"answer\"],
    }}))
    .map_err(|error| error.to_string())?;
    let params = ElicitRequestParams::FormElicitationParams {{
        meta: None,
        message: format!(\"{{}} and {{name}}?\", state.total),
        requested_schema: schema,
    }};
    let request = InputRequest::Elicitation(ElicitRequest::new(params));
    let sealed = serde_json::to_string(state).map_err(|error| error.to_string())?;
    Ok(Round::Asked(InputRequests::from([(key.to_owned(), request)]), sealed))
}}

async fn tool(name: String, state: Option<String>, answers: &Map<String, Value>) -> Result<Round, String> {{
    let mut state: State = match state {{
        Some(state) => serde_json::from_str(&state).map_err(|error| error.to_string())?,
        None => State::default(),
    }};
    if state.stage > {count} {{
        let answer: u32 = read(answers, \"a{count}\")?;
        state.total += answer;
        return Ok(Round::Done(format!(\"{{name}} {{}}\", state.total)));
    }}
    match state.stage {{
            0 => ask(&mut state, 0, \"a0\", &name),
{stages}            _ => Err(\"no such stage\".into()),
    }}
}}

fn main() {{
    let answers = Map::new();
    let round = tool(String::new(), None, &answers);
    println!(\"{{}} B\", std::mem::size_of_val(&round));
    drop(round);
    let _ = |round: Round| match round {{
        Round::Asked(requests, state) => requests.len() + state.len(),
        Round::Done(text) => text.len(),
    }};
}}
"
    )
}
