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

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    local name names=(python3 python3.13 python3.12 python3.11 python3.14 python)
    [ -z "${PYTHON:-}" ] || names=("$PYTHON")
    for name in "${names[@]}"; do
        if command -v "$name" >/dev/null && fits "$name"; then
            command -v "$name"
            return
        fi
    done
    if [ -n "${PYTHON:-}" ]; then
        echo "setup: PYTHON=$PYTHON is no Python 3.11 or newer that runs here; name another one" >&2
    else
        echo "setup: no Python 3.11 or newer found; install one or say PYTHON=/path/to/python" >&2
    fi
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
        uv pip install --compile-bytecode --python .venv/bin/python "$@"  # as pip does
    else
        .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip
        .venv/bin/python -m pip install --disable-pip-version-check "$@"
    fi
}

# The engine has wheels for Python 3.11 to 3.13 on x86-64 Linux, macOS and Windows. Elsewhere it is
# built from the source of its older package, which needs swig (from PyPI) and a C++ compiler.
needs_build() {
    .venv/bin/python -c 'import platform, sys
wheel = sys.version_info < (3, 14) and (sys.platform != "linux" or platform.machine() == "x86_64")
sys.exit(wheel)'
}

build_engine() {
    if ! command -v "${CXX:-c++}" >/dev/null && ! command -v g++ >/dev/null; then
        echo "there is no ready-made engine for this Python or machine, and no C++ compiler to build"
        echo "one; on Debian: apt install g++ python3-dev, on macOS: xcode-select --install"
        return 1
    fi
    install swig setuptools wheel
    PATH="$PWD/.venv/bin:$PATH" install --no-deps --no-build-isolation "box2d-py==2.3.8"
}

log=$(mktemp)
pins=$(mktemp)
ticker=
trap 'rm -f "$log" "$pins"; [ -z "$ticker" ] || kill "$ticker" 2>/dev/null' EXIT

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
        if needs_build; then step "building the engine from source" build_engine; fi
        step "installing what solving needs" install --no-deps -r requirements.lock
        step "installing bubbleball" install --no-deps --no-build-isolation --editable .
        ;;
    dev)
        step "installing what tests and checks need" install --no-deps -r requirements-dev.lock
        ;;
    web)
        # An editable package has no hash, so that none may be asked for here.
        sed -e '/--hash=/d' -e 's/ *\\$//' requirements.lock requirements-dev.lock >"$pins"
        step "installing what the studio needs" install --no-build-isolation \
            --constraint "$pins" --editable ".[web]"
        ;;
    *)
        echo "setup: '$want' is none of: web, dev" >&2
        exit 2
        ;;
esac
count=$(find .venv/lib -maxdepth 3 -name '*.dist-info' | wc -l)
echo "setup: .venv holds $count packages, $(du -sm .venv | cut -f1) MB" >&2
