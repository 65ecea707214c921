//! Our server, called by clients that are not ours.
//!
//! ```sh
//! eval "$(tests/foreign/install)"
//! cargo test -p mrtr-tests --test foreign_clients -- --ignored
//! ```

mod program;
mod row;

use std::env;

use program::{Served, ran};

/// What each client prints that got through: every kind of question, a prompt and a resource.
const JOURNEY: &str = "\
journey
3 black tea for file:///here, paid accept, named Earl, sure decline
Hello Ann
Note 7 for Ann
";
const PASSED: &str =
    "a tool, a prompt and a resource that ask: forms, a decline, a page, a model, roots";

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is set by `tests/foreign/install`"))
}

/// A client, and what runs it.
#[derive(Debug, Clone, Copy)]
enum Client {
    TypeScript,
    TypeScript2025,
    Python,
    FastMcp,
}

impl Client {
    fn command(self) -> [String; 2] {
        let (runner, file) = match self {
            Self::TypeScript => ("MRTR_NODE", "typescript.mjs"),
            Self::TypeScript2025 => ("MRTR_NODE", "typescript_2025.mjs"),
            Self::Python => ("MRTR_PYTHON", "python.py"),
            Self::FastMcp => ("MRTR_PYTHON", "fastmcp.py"),
        };
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/foreign/clients");
        [variable(runner), format!("{directory}/{file}")]
    }

    fn goes_the_journey(self, version: &str) {
        let [runner, file] = self.command();
        let over_stdio = [&*file, version, "stdio", program::SERVER];
        let (printed, log) = ran(&runner, &over_stdio);
        assert_eq!(printed, JOURNEY, "{log}");
        let served = Served::over_http();
        let (printed, log) = ran(&runner, &[&file, version, "http", served.url()]);
        assert_eq!(printed, JOURNEY, "{log}");
        row::passed(self, version, PASSED);
    }
}

macro_rules! clients {
    ($($test:ident: $client:ident, $version:literal;)*) => {$(
        #[test]
        #[ignore = "needs the packages that `tests/foreign/install` installs"]
        fn $test() {
            Client::$client.goes_the_journey($version);
        }
    )*};
}

clients! {
    the_official_typescript_client: TypeScript, "2026-07-28";
    the_official_typescript_client_in_the_older_era: TypeScript, "2025-11-25";
    the_official_typescript_client_of_2025: TypeScript2025, "2025-11-25";
    the_official_python_client: Python, "2026-07-28";
    the_official_python_client_in_the_older_era: Python, "2025-11-25";
    the_client_of_fastmcp: FastMcp, "2026-07-28";
    the_client_of_fastmcp_in_the_older_era: FastMcp, "2025-11-25";
}

/// Its command line asks nobody, and says so: it can list, and is told why it cannot call.
#[test]
#[ignore = "needs the packages that `tests/foreign/install` installs"]
fn the_official_inspector() {
    let packages = variable("MRTR_NODE_PACKAGES");
    let inspector = format!(
        "{packages}/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
    );
    let served = Served::over_http();
    for (era, version, refusal) in [
        ("modern", "2026-07-28", "does not declare a capability"),
        ("legacy", "2025-11-25", "it lacks `elicitation.form`"),
    ] {
        for target in [program::SERVER, served.url()] {
            let run = |method: &[&str]| {
                let line = ["--cli", target, "--protocol-era", era, "--method"];
                ran(
                    &variable("MRTR_NODE"),
                    &[&[&*inspector][..], &line, method].concat(),
                )
            };
            let (listed, log) = run(&["tools/list"]);
            assert!(listed.contains("\"Orders something\""), "{listed}{log}");
            let (listed, log) = run(&["resources/templates/list"]);
            assert!(listed.contains("note://{id}"), "{listed}{log}");
            let (refused, log) = run(&[
                "tools/call",
                "--tool-name",
                "journey",
                "--tool-arg",
                "item=tea",
            ]);
            assert!(
                format!("{refused}{log}").contains(refusal),
                "{refused}{log}"
            );
        }
        row::inspected(version);
    }
}
