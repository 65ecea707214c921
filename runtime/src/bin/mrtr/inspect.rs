//! What a state holds, and why it is refused.

use std::fmt::Display;
use std::io::Read as _;
use std::time::Duration;

use mrtr::Principal;
use mrtr::client::terminal::one_line;
use mrtr::engine::{Clock as _, Refusal, SystemClock};
use mrtr::seal::KeyRing;
use mrtr::seal::inspect::{self, Contents, Expected, Place};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::command_line::Inspect;

/// What was found out.
struct Report<'a> {
    task: &'a Inspect,
    now: Duration,
    header: Option<(&'a str, &'a str)>,
    active: String,
    principal: Option<Principal>,
    contents: Option<Contents>,
    refusals: Vec<Refusal>,
}

pub fn inspect(task: &Inspect, as_json: bool) -> Result<(), Failure> {
    let keys = keys(task)?;
    let (arguments, principal) = (arguments(task)?, principal(task)?);
    let text = text(task)?;
    let now = SystemClock.now();
    let mut expected = Expected::default();
    expected.server = task.server.as_deref();
    expected.flow = task.flow.as_deref();
    expected.principal = principal.as_ref();
    expected.arguments = arguments.as_ref();

    let leeway = Duration::from_secs(task.leeway);
    let (contents, refusals) = match inspect::open(&text, &keys) {
        Ok(contents) => {
            let refusals = contents.refusals(&expected, now, leeway);
            (Some(contents), refusals)
        }
        Err(refusal) => (None, vec![refusal]),
    };
    let report = Report {
        task,
        now,
        header: inspect::header(&text),
        active: keys.active().to_string(),
        principal,
        contents,
        refusals,
    };
    if as_json {
        println!("{:#}", report.to_json());
    } else {
        report.print();
    }
    if report.refusals.is_empty() {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

fn keys(task: &Inspect) -> Result<KeyRing, Failure> {
    let usage = |error: &dyn Display| Failure::Usage(error.to_string());
    if let Some(file) = &task.key_file {
        return KeyRing::from_file(file).map_err(|error| usage(&error));
    }
    if let Some(keys) = KeyRing::from_env("MRTR_KEY").map_err(|error| usage(&error))? {
        return Ok(keys);
    }
    match std::env::var_os("MRTR_KEY_FILE") {
        Some(file) => KeyRing::from_file(file).map_err(|error| usage(&error)),
        None => Err(Failure::Usage(
            "with which keys? Set `MRTR_KEY` or `MRTR_KEY_FILE`, or give `--key-file FILE`"
                .to_owned(),
        )),
    }
}

fn text(task: &Inspect) -> Result<String, Failure> {
    let mut text = task.state.clone();
    if text == "-" {
        text.clear();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::Other(format!("stdin: {error}")))?;
    }
    // What a shell and a log leave around it is not part of it.
    Ok(text.trim().trim_matches('"').to_owned())
}

fn arguments(task: &Inspect) -> Result<Option<Map<String, Value>>, Failure> {
    let Some(arguments) = &task.arguments else {
        return Ok(None);
    };
    serde_json::from_str(arguments)
        .map(Some)
        .map_err(|error| Failure::Usage(format!("`--arguments` is no JSON object: {error}")))
}

fn principal(task: &Inspect) -> Result<Option<Principal>, Failure> {
    match &task.principal {
        _ if task.anonymous => Ok(Some(Principal::anonymous())),
        Some(name) => Principal::named(name)
            .map(Some)
            .map_err(|error| Failure::Usage(format!("`--principal`: {error}"))),
        None => Ok(None),
    }
}

impl Report<'_> {
    fn print(&self) {
        match self.header {
            Some((version, key)) => {
                let role = if key == self.active {
                    "active"
                } else {
                    "not active"
                };
                let kind = match version {
                    "x1" => "encrypted",
                    "m1" => "signed",
                    _ => "unknown",
                };
                row("envelope", format!("{} ({kind})", one_line(version)));
                row("key", format!("{} ({role})", one_line(key)));
            }
            None => row("envelope", "none: this is no state"),
        }
        if let Some(contents) = &self.contents {
            self.print_contents(contents);
        }
        match &self.refusals[..] {
            [] => row("verdict", "nothing speaks against it"),
            refusals => refusals.iter().for_each(|it| row("refused", it)),
        }
    }

    fn print_contents(&self, contents: &Contents) {
        row("server", one_line(contents.server()));
        let (flow, method) = (one_line(contents.flow()), one_line(contents.method()));
        row("flow", format!("{flow} ({method})"));
        row("call", contents.flow_id());
        row("round", contents.round());
        row("issued", self.when(contents.issued()));
        row("expires", self.when(contents.expires()));
        row("deadline", self.when(contents.deadline()));
        row("principal", self.told_principal(contents));
        row(
            "arguments",
            format!("sha256 {}", hex(&contents.arguments())),
        );
        let (asked, answered) = contents.questions();
        row(
            "questions",
            format!("{asked}, of which {answered} are answered"),
        );
        for place in contents.places() {
            let Place {
                point,
                fingerprint,
                locals,
                ..
            } = place;
            row("point", format!("{point} (code {fingerprint:016x})"));
            for (number, local) in (1..).zip(locals) {
                let bytes = local.bytes;
                let value = match local.value {
                    _ if contents.has_secret() => "  (masked)".to_owned(),
                    Some(value) if self.task.values => {
                        format!("  {}", one_line(&value.to_string()))
                    }
                    _ => String::new(),
                };
                row("", format!("local {number}: {bytes} B{value}"));
            }
        }
        if contents.has_secret() {
            row(
                "secret",
                "one of the locals is a `Secret`, so no values are shown",
            );
        }
    }

    fn told_principal(&self, contents: &Contents) -> String {
        let is = |principal: &Principal| contents.is_of(principal);
        match &self.principal {
            _ if is(&Principal::anonymous()) => "anonymous".to_owned(),
            Some(given) => match given.name() {
                Some(name) if is(given) => one_line(name),
                Some(name) => format!("somebody else than {}", one_line(name)),
                None => "somebody with a name".to_owned(),
            },
            None => "somebody with a name (is it `--principal NAME`?)".to_owned(),
        }
    }

    fn when(&self, time: Duration) -> String {
        match time.checked_sub(self.now) {
            Some(left) if !left.is_zero() => format!("in {}", told(left)),
            _ => format!("{} ago", told(self.now.saturating_sub(time))),
        }
    }

    fn to_json(&self) -> Value {
        let refused: Vec<_> = self.refusals.iter().map(ToString::to_string).collect();
        let mut report = json!({
            "envelope": self.header.map(|(version, _)| version),
            "key": self.header.map(|(_, key)| key),
            "activeKey": self.active,
            "refused": refused,
        });
        let Some(contents) = &self.contents else {
            return report;
        };
        let (asked, answered) = contents.questions();
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let is_named = !contents.is_of(&Principal::anonymous());
        report["state"] = json!({
            "server": contents.server(),
            "flow": contents.flow(),
            "method": contents.method(),
            "call": contents.flow_id().to_string(),
            "round": contents.round(),
            "issuedMs": millis(contents.issued()),
            "expiresMs": millis(contents.expires()),
            "deadlineMs": millis(contents.deadline()),
            "anonymous": !is_named,
            "arguments": hex(&contents.arguments()),
            "questions": {"asked": asked, "answered": answered},
            "secret": contents.has_secret(),
            "points": contents.places().iter().map(|place| self.place(place)).collect::<Vec<_>>(),
        });
        report
    }

    fn place(&self, place: &Place) -> Value {
        let local = |local: &inspect::Local| {
            let mut told = json!({"bytes": local.bytes});
            if self.task.values
                && let Some(value) = &local.value
            {
                told["value"] = value.clone();
            }
            told
        };
        json!({
            "point": place.point,
            "code": format!("{:016x}", place.fingerprint),
            "locals": place.locals.iter().map(local).collect::<Vec<_>>(),
        })
    }
}

fn row(name: &str, value: impl Display) {
    println!("{name:<10} {value}");
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// Input:  3723 seconds
/// Output: `1 h 2 min`
fn told(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}
