//! Holds the two runs of a program against each other.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::script::Script;
use crate::{Program, direct, engine, log};

/// How many scripts each program is run with.
const SCRIPTS: u64 = 6;

/// Runs all programs.
///
/// # Panics
/// The two runs of a program differ; all that do are told, the shortest one last.
pub fn check_all(programs: &[Program], refused: u64) {
    let mut differences: Vec<(usize, String)> = programs
        .iter()
        .filter_map(|program| {
            let difference = (0..SCRIPTS).find_map(|number| check_guarded(program, number))?;
            Some((program.source.len(), report(program, &difference)))
        })
        .collect();
    differences.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    let count = differences.len();
    let reports: String = differences.into_iter().map(|(_, report)| report).collect();
    assert!(
        count == 0,
        "{reports}\n{count} of {} programs differ",
        programs.len()
    );
    // A generator or a macro that refuses most programs proves little.
    let written = programs.len() as u64;
    assert!(
        refused * 4 <= written,
        "{refused} programs are refused, {written} are not"
    );
}

fn report(program: &Program, difference: &str) -> String {
    format!(
        "\n==== seed {}: {difference}\n{}",
        program.seed, program.source
    )
}

fn check_guarded(program: &Program, number: u64) -> Option<String> {
    let checked = catch_unwind(AssertUnwindSafe(|| check(program, number)));
    let difference = match checked {
        Ok(Ok(())) => return None,
        Ok(Err(difference)) => difference,
        Err(_) => "it panics".to_owned(),
    };
    Some(format!("script {number}: {difference}"))
}

fn check(program: &Program, number: u64) -> Result<(), String> {
    let mut script = Script::new(program.seed.wrapping_mul(SCRIPTS).wrapping_add(number));
    let input = script.input();
    let manners = script.clone();

    log::take();
    let (expected, rounds) = direct::run(program, input.clone(), script);
    let expected_log = log::take();
    let ended = engine::run(program, &input, &rounds, manners);
    let log = log::take();

    let difference = match ended {
        Err(difference) => difference,
        Ok(_) if log != expected_log => "the effects differ".to_owned(),
        Ok(ended) if ended != expected => {
            format!("ends with {ended:?}, directly with {expected:?}")
        }
        Ok(_) => return Ok(()),
    };
    Err(format!("{difference}\n{}", parting(&expected_log, &log)))
}

/// Where two logs part, with what came before.
fn parting(direct: &[String], lowered: &[String]) -> String {
    let same = direct
        .iter()
        .zip(lowered)
        .take_while(|(direct, lowered)| direct == lowered)
        .count();
    let mut text = String::new();
    for event in &direct[same.saturating_sub(8)..same] {
        let _ = writeln!(text, "           {event}");
    }
    let none = "(nothing)".to_owned();
    let _ = writeln!(text, "directly:  {}", direct.get(same).unwrap_or(&none));
    let _ = writeln!(text, "lowered:   {}", lowered.get(same).unwrap_or(&none));
    text
}
