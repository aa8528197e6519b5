#!/usr/bin/env bash
# Lock exact versions for Python 3.11 to 3.13 on every system: requirements.lock holds what the
# package needs, requirements-dev.lock what all extras add. Needs uv. Versions that are locked
# already are kept; `scripts/lock.sh --upgrade` takes the newest.
set -euo pipefail
cd "$(dirname "$0")/.."
export UV_PYTHON_DOWNLOADS=never

compile() {
    uv pip compile pyproject.toml --group build --quiet --universal --python-version 3.11 \
        --no-annotate --no-header --no-emit-index-url --no-emit-find-links "$@"
}

everything=$(mktemp)
trap 'rm -f "$everything"' EXIT
cat requirements.lock requirements-dev.lock > "$everything"
compile --all-extras "$@" --output-file "$everything"
compile --constraint "$everything" --output-file requirements.lock
grep -vxFf requirements.lock "$everything" > requirements-dev.lock
