#!/usr/bin/env bash
# Make .venv with the locked versions and this package, editable. Uses uv where it is, pip otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

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
    local python
    python=$(find_python)
    rm -rf .venv
    if command -v uv >/dev/null; then
        uv venv --quiet --python "$python" .venv
    elif ! "$python" -m venv .venv; then
        rm -rf .venv
        echo "setup: $python cannot make a virtual environment; on Debian: apt install python3-venv" >&2
        return 1
    fi
}

install() {
    if command -v uv >/dev/null; then
        uv pip install --quiet --python .venv/bin/python "$@"
    else
        .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null
        .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
    fi
}

export UV_PYTHON_DOWNLOADS=never
fits .venv/bin/python || make_venv
echo "setup: installing the locked versions into .venv" >&2
install --no-deps -r requirements.lock
install --no-deps --no-build-isolation --editable .
