//! The client against servers that are not ours: the official TypeScript and Python packages, and
//! fastmcp.
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
            async fn a_tool_a_prompt_and_a_resource_that_ask() {
                for line in [$kind.over_stdio(), $kind.over_http()] {
                    journey::ends(&line).await;
                    journey::prompt_and_resource(&line).await;
                }
                row::passed($kind, journey::PASSED);
            }

            #[tokio::test]
            #[ignore = "needs the packages that `tests/foreign/install` installs"]
            async fn round_by_round_over_a_connection_each() {
                journey::goes_on_elsewhere(&$kind.over_http()).await;
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
    fastmcp: Kind::FastMcp;
    typescript: Kind::TypeScript;
}

#[tokio::test]
#[ignore = "needs the packages that `tests/foreign/install` installs"]
async fn a_server_of_2025_is_answered_by_the_same_handlers() {
    let kind = Kind::TypeScript2025;
    for line in [kind.over_stdio(), kind.over_http()] {
        journey::in_the_older_era(&line).await;
    }
    row::passed(kind, journey::PASSED_IN_2025);
}
