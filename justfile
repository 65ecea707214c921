# The commands that CI runs, under the same names.

default:
    @just --list

# Everything that CI checks.
verify:
    bash .ci/run

# The README's test command.
test:
    cargo test

fmt:
    cargo fmt --all --check

clippy:
    cargo clippy --workspace --all-targets -- -D warnings

doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# The crate without host and client: macro, engine, state and answers only.
lean:
    cargo clippy -p mrtr --no-default-features --all-targets -- -D warnings

# Accept what the compiler's phases and rustc print now; read the diff before you commit it.
bless:
    UPDATE_EXPECT=1 cargo test -q -p mrtr-macros-core
    TRYBUILD=overwrite cargo test -q -p mrtr-tests --test ui_tool --test ui_form
