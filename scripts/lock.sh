#!/usr/bin/env bash
# Choose exact versions anew for all extras, Python 3.11 to 3.13 and every system. Needs uv.
set -euo pipefail
cd "$(dirname "$0")/.."
UV_PYTHON_DOWNLOADS=never uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
    --all-extras --no-annotate --no-header --no-emit-index-url "$@" --output-file requirements.lock
