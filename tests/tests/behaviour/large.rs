//! Flows that are larger than anybody should write.

use mrtr::{ask, mrtr_tool};
use serde_json::json;

use crate::harness::{Log, accept, run};

macro_rules! in_a_row {
    ($($number:literal)*) => {
        #[allow(deprecated, reason = "it has too many steps")]
        #[mrtr_tool]
        async fn in_a_row(log: &Log) -> mrtr::Result<String> {
            let mut sum = 0_u32;
            $(
                sum += ask!(u32, "{sum} and {}?", $number).accepted()?;
                log.note($number.to_string());
            )*
            Ok(sum.to_string())
        }
    };
}

in_a_row! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
    26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50
}

#[tokio::test]
async fn fifty_steps_in_a_row() {
    let answers: Vec<_> = (0..50).map(|_| accept(2)).collect();
    let info = in_a_row();
    assert_eq!(info.flow.points.len(), 50);
    // The engine of the harness allows ten rounds.
    let trace = run(in_a_row, json!({}), &answers).await;
    assert_eq!(trace.effects, "|1|2|3|4|5|6|7|8|9|10");
    assert_eq!(trace.asked.last().expect("rounds"), "answer: 18 and 10?");
    assert!(trace.result.contains("10"), "{}", trace.result);
}

#[mrtr_tool]
async fn nested(log: &Log) -> mrtr::Result<String> {
    let mut path = Vec::new();
    'outer: loop {
        path.push(1);
        for two in 0..3 {
            path.push(2);
            match two {
                0 => continue,
                _ => {
                    let mut four = 0;
                    while four < 2 {
                        four += 1;
                        path.push(4);
                        if four == 1 {
                            path.push(5);
                            for six in [6, 7] {
                                path.push(six);
                                match six % 2 {
                                    0 => {
                                        path.push(7);
                                        'eight: {
                                            path.push(8);
                                            for nine in [9_u8] {
                                                path.push(nine);
                                                if let Some(ten) = Some(10) {
                                                    path.push(ten);
                                                    while let Some(eleven) = Some(11) {
                                                        path.push(eleven);
                                                        match ask!(u8, "{}?", path.len())
                                                            .accepted()?
                                                        {
                                                            0 => break 'outer,
                                                            1 => break 'eight,
                                                            2 => break,
                                                            other => path.push(other),
                                                        }
                                                    }
                                                }
                                            }
                                            path.push(80);
                                        }
                                    }
                                    _ => path.push(70),
                                }
                            }
                        }
                    }
                    log.note(format!("{}", path.len()));
                }
            }
        }
    }
    Ok(format!("{path:?}"))
}

#[tokio::test]
async fn twelve_constructs_in_each_other() {
    let answers = [12, 2, 1, 0].map(accept);
    let trace = run(nested, json!({}), &answers).await;
    assert_eq!(
        trace.asked,
        ["answer: 11?", "answer: 13?", "answer: 26?", "answer: 40?"]
    );
    assert_eq!(trace.effects, "||17|29|");
    assert_eq!(
        trace.result,
        "[1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 11, 80, 7, 70, 4, \
         2, 4, 5, 6, 7, 8, 9, 10, 11, 7, 70, 4, 1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11]"
    );
}
