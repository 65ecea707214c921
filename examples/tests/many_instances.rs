//! Several instances behind nginx, killed and rolled. It needs `redis-server` and `nginx`:
//!
//! ```sh
//! cargo test -p mrtr-examples --test many_instances -- --ignored
//! ```

use std::process::Command;

#[test]
#[ignore = "needs redis-server and nginx"]
fn every_flow_finishes_or_is_refused_and_no_effect_is_doubled_or_lost() {
    let run = Command::new(env!("CARGO_BIN_EXE_many-instances"))
        .args(["--flows", "600", "--instances", "3", "--kill-every", "250"])
        .output()
        .expect("it starts");
    let (told, log) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(run.status.success(), "{told}{log}");
    println!("{told}");
    let number = |name: &str| -> u32 {
        let line = told.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or_else(|| panic!("no `{name}`: {told}"))
    };
    // And the fifty that wait over the five changes.
    assert_eq!(number("flows"), 650);
    assert_eq!(number("finished") + number("refused"), 650);
    // How many rounds are interrupted depends on how fast the machine is.
    assert!(number("finished") > 325, "{told}");
    assert!(told.contains("(twice: 0, lost: 0)"), "{told}");
    // Each change restarts each instance.
    assert!(number("kills") >= 15, "{told}");
}
