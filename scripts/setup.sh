#!/usr/bin/env bash
# Install locked versions and this package, editable, into .venv. Uses uv if there is one, else pip.
#
#     scripts/setup.sh          what solving needs
#     scripts/setup.sh web      and what the studio needs
#     scripts/setup.sh dev      and everything for tests, checks, benchmarks and pictures
set -euo pipefail
cd "$(dirname "$0")/.."
export UV_PYTHON_DOWNLOADS=never
want=${1:-}

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }

find_python() {
    local name
    for name in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null && fits "$name"; then
            command -v "$name"
            return
        fi
    done
    echo "setup: no Python 3.11, 3.12 or 3.13 found; install one or say PYTHON=/path/to/python" >&2
    return 1
}

make_venv() {
    rm -rf .venv
    if command -v uv >/dev/null; then
        uv venv --python "$1" .venv
    elif ! "$1" -m venv .venv; then
        rm -rf .venv
        echo "$1 cannot make a virtual environment; on Debian: apt install python3-venv"
        return 1
    fi
}

install() {
    if command -v uv >/dev/null; then
        uv pip install --python .venv/bin/python "$@"
    else
        .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip
        .venv/bin/python -m pip install --disable-pip-version-check "$@"
    fi
}

log=$(mktemp)
ticker=
trap 'rm -f "$log"; [ -z "$ticker" ] || kill "$ticker" 2>/dev/null' EXIT

# Say what is being done, on a terminal with the seconds so far; show its output only if it fails.
step() {
    local text=$1 began=$SECONDS
    shift
    printf 'setup: %s ...' "$text" >&2
    if [ -t 2 ]; then
        while sleep 1; do printf '\rsetup: %s ... %d s' "$text" $((SECONDS - began)) >&2; done &
        ticker=$!
    fi
    local failed=0
    "$@" >"$log" 2>&1 || failed=$?
    [ -z "$ticker" ] || kill "$ticker"
    ticker=
    [ -t 2 ] && printf '\rsetup: %s ...' "$text" >&2
    if [ "$failed" -ne 0 ]; then
        printf ' failed\n' >&2
        cat "$log" >&2
        return "$failed"
    fi
    printf ' %d s\n' $((SECONDS - began)) >&2
}

if ! fits .venv/bin/python; then
    python=$(find_python)
    step "making .venv with $("$python" --version)" make_venv "$python"
fi
case $want in
    "")
        step "installing what solving needs" install --no-deps -r requirements.lock
        step "installing bubbleball" install --no-deps --no-build-isolation --editable .
        ;;
    dev)
        step "installing what tests and checks need" install --no-deps -r requirements-dev.lock
        ;;
    web)
        step "installing what the studio needs" install --no-build-isolation \
            --constraint requirements.lock --constraint requirements-dev.lock --editable ".[web]"
        ;;
    *)
        echo "setup: '$want' is none of: web, dev" >&2
        exit 2
        ;;
esac
count=$(find .venv/lib -maxdepth 3 -name '*.dist-info' | wc -l)
echo "setup: .venv holds $count packages, $(du -sm .venv | cut -f1) MB" >&2
