use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

pub(crate) const SERVER: &str = env!("CARGO_BIN_EXE_journey-server");

/// Our server as a process of its own, on a free port.
pub(crate) struct Served {
    process: Child,
    url: String,
}

impl Served {
    pub(crate) fn over_http() -> Self {
        let mut command = Command::new(SERVER);
        let command = command
            .arg("http")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = command.spawn().expect("it starts");
        let mut url = String::new();
        BufReader::new(process.stdout.take().expect("stdout"))
            .read_line(&mut url)
            .expect("UTF-8");
        Self {
            process,
            url: url.trim().to_owned(),
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It is gone already where this fails.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs a client to its end; what it printed, and what it logged.
pub(crate) fn ran(program: &str, arguments: &[&str]) -> (String, String) {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}
