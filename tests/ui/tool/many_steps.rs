//! A hint, which is an error here because all warnings are.
#![deny(warnings)]
use mrtr::{ask, mrtr_flow, mrtr_tool};

macro_rules! tools {
    ($($step:tt)*) => {
        #[mrtr_tool]
        async fn long() -> mrtr::Result<String> {
            $(let _ = ask!(bool, $step);)*
            Ok(String::new())
        }

        #[mrtr_flow]
        async fn part() -> mrtr::Result<String> {
            $(let _ = ask!(bool, $step);)*
            Ok(String::new())
        }
    };
}

tools! {
    "1" "2" "3" "4" "5" "6" "7" "8" "9" "10" "11" "12" "13" "14" "15" "16"
    "17" "18" "19" "20" "21" "22" "23" "24" "25" "26" "27" "28" "29" "30" "31"
}

fn main() {}
