//! The client against servers that are not ours: the official TypeScript and Python packages.
//!
//! ```sh
//! eval "$(tests/foreign/install)"
//! cargo test -p mrtr-tests --test foreign_servers -- --ignored
//! ```
// Sampling is part of this protocol version, and announced to leave a later one.
#![allow(deprecated)]

mod journey;
mod line;
mod row;

use line::Kind;

macro_rules! foreign {
    ($($server:ident: $kind:expr;)*) => {$(
        mod $server {
            use super::{Kind, journey, row};

            #[tokio::test]
            #[ignore = "needs the packages that `tests/foreign/install` installs"]
            async fn a_journey_over_stdio() {
                journey::ends(&$kind.over_stdio()).await;
                row::passed($kind, "stdio", journey::PASSED);
            }

            #[tokio::test]
            #[ignore = "needs the packages that `tests/foreign/install` installs"]
            async fn a_journey_over_http() {
                journey::ends(&$kind.over_http()).await;
                row::passed($kind, "HTTP", journey::PASSED);
            }

            #[tokio::test]
            #[ignore = "needs the packages that `tests/foreign/install` installs"]
            async fn round_by_round_over_a_connection_each() {
                journey::goes_on_elsewhere(&$kind.over_http()).await;
            }

            #[tokio::test]
            #[ignore = "needs the packages that `tests/foreign/install` installs"]
            async fn prompts_and_resources_ask_too() {
                journey::prompt_and_resource(&$kind.over_http()).await;
            }

            #[tokio::test]
            #[ignore = "needs the packages that `tests/foreign/install` installs"]
            async fn nobody_there_is_an_error_and_never_an_answer() {
                journey::nobody_there(&$kind.over_stdio()).await;
            }
        }
    )*};
}

foreign! {
    python: Kind::Python;
    typescript: Kind::TypeScript;
}

mod typescript_2025 {
    use super::{Kind, journey, row};

    #[tokio::test]
    #[ignore = "needs the packages that `tests/foreign/install` installs"]
    async fn the_same_handlers_answer_over_stdio() {
        journey::in_the_older_era(&Kind::TypeScript2025.over_stdio()).await;
        row::passed(Kind::TypeScript2025, "stdio", journey::PASSED_IN_2025);
    }

    #[tokio::test]
    #[ignore = "needs the packages that `tests/foreign/install` installs"]
    async fn the_same_handlers_answer_over_http() {
        journey::in_the_older_era(&Kind::TypeScript2025.over_http()).await;
        row::passed(Kind::TypeScript2025, "HTTP", journey::PASSED_IN_2025);
    }
}
