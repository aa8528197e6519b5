#!/usr/bin/env bash
# Lock exact versions, with the hashes of their files, for Python 3.11 and newer on every system:
# requirements.lock holds what the package needs, requirements-dev.lock what the extra dev adds. Needs
# uv. Versions that are locked already are kept; `scripts/lock.sh --upgrade` takes the newest.
set -euo pipefail
cd "$(dirname "$0")/.."
export UV_PYTHON_DOWNLOADS=never

compile() {
    uv pip compile pyproject.toml --group build --quiet --universal --python-version 3.11 \
        --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links "$@"
}

everything=$(mktemp)
trap 'rm -f "$everything"' EXIT
cat requirements.lock requirements-dev.lock > "$everything"
compile --extra dev "$@" --output-file "$everything"
compile --constraint "$everything" --output-file requirements.lock
# What the first lock has already, an entry with its hashes at a time, is left out of the second.
awk '/^[^ ]/ { wanted = !($1 in locked); if (FNR == NR) locked[$1] }
     FNR != NR && wanted' requirements.lock "$everything" > requirements-dev.lock
