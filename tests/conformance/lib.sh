# Shared by `server` and `client`, which source it: the official conformance suite, and a Node that
# can run it. Everything is installed into the checkout's `target/`.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$root/tests/conformance
suite_version=0.2.0-alpha.12
# The suite needs Node 22, which Debian does not have yet. npm has it as a package.
node_version=22.23.3
packages=$root/target/conformance
suite=$packages/node_modules/@modelcontextprotocol/conformance/dist/index.js

say() { echo "conformance: $*" >&2; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Debian's npm, where there is none.
ensure_npm() {
    command -v npm >/dev/null && return
    say 'installing npm'
    as_root apt-get update -q >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends npm >&2
}

# What the suite imports that older ones lack.
is_new_enough() { "$1" -e 'process.exit(require("fs").globSync ? 0 : 1)' 2>/dev/null; }

# Installs what is missing, and says in `node` which Node runs the suite.
ensure_suite() {
    ensure_npm
    local missing=() machine
    case $(uname -m) in
    aarch64 | arm64) machine=arm64 ;;
    *) machine=x64 ;;
    esac
    node=$(command -v node || true)
    if [ -z "$node" ] || ! is_new_enough "$node"; then
        node=$packages/node_modules/node-linux-$machine/bin/node
        [ -x "$node" ] || missing+=("node-linux-$machine@$node_version")
    fi
    local installed=$packages/node_modules/@modelcontextprotocol/conformance/package.json
    grep -qs "\"version\": \"$suite_version\"" "$installed" ||
        missing+=("@modelcontextprotocol/conformance@$suite_version")
    [ ${#missing[@]} -eq 0 ] && return
    say "installing ${missing[*]}"
    mkdir -p "$packages"
    [ -e "$packages/package.json" ] || echo '{"private": true}' >"$packages/package.json"
    npm install --prefix "$packages" --save-exact --no-audit --no-fund --loglevel=error \
        "${missing[@]}" >&2
}

# An empty directory for the results of one run: the suite adds to what is there.
fresh() {
    local results=$packages/results/$1
    rm -rf "$results"
    mkdir -p "$results"
    echo "$results"
}

# Prints each check that did not pass, each scenario, and last `N passed, N failed`; fails where a
# check failed or warned. A warning is a SHOULD of the specification that does not hold.
#
#     summarize server|client DIRECTORY
summarize() { "$node" "$here/summarize.mjs" "$1" "$2"; }

# Writes a line of docs/interop.md: see `tests/interop/table`.
#
#     row server|client FILE WHO VERSION PROTOCOL RESULT
row() {
    local rows=$root/target/interop/rows/$1
    mkdir -p "$rows"
    printf '%s\t%s\t%s\t%s\n' "$3" "$4" "$5" "$6" >"$rows/$2"
}
