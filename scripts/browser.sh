#!/usr/bin/env bash
# Install the browser that the studio's tests drive, where it is missing and apt can bring it.
# Without a browser those tests are skipped and say so.
set -euo pipefail

have() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; }

if have; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "browser: no chromium here and no apt-get to install it; the browser tests will be skipped" >&2
    exit 0
fi
run=()
if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "browser: no chromium here; install it with: sudo apt-get install chromium" >&2
        exit 0
    fi
    run=(sudo -n)
fi
echo "browser: installing chromium for the studio's tests" >&2
if ! { "${run[@]}" apt-get update -qq && "${run[@]}" apt-get install -y -qq --no-install-recommends chromium >/dev/null; }; then
    echo "browser: chromium could not be installed; the browser tests will be skipped" >&2
fi
