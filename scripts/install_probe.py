"""What an installed package does, asked by `install_table.py` inside each environment.

Knows nothing of the repository and needs no package but the one asked about. Prints JSON.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request

PATIENCE = 3600  # s; the first solve compiles the models, and the machine may be busy


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the package."""
    return subprocess.run(
        [sys.executable, "-m", "bubbleball", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def solves() -> dict[str, object]:
    """Solve level 2."""
    began = time.monotonic()
    done = run("solve", "2", "--json")
    try:
        solved = json.loads(done.stdout)["solved"] is True
    except (ValueError, KeyError, TypeError):
        solved = False
    complaint = done.stderr.strip().splitlines()
    return {
        "solved": solved,
        "seconds": round(time.monotonic() - began, 1),
        "says": complaint[-1] if complaint else "",
    }


def studio_answers() -> bool:
    """Start the studio, and ask for its page and for a trial's facts."""
    command = [sys.executable, "-m", "bubbleball", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        try:
            return found is not None and all(
                urllib.request.urlopen(f"{found[0]}{path}", timeout=PATIENCE).status == 200
                for path in ("/", "/api/ping", "/api/packs")
            )
        finally:
            process.terminate()


if __name__ == "__main__":
    answers = {
        "version": run("--version").stdout.strip(),
        **solves(),
        "studio": studio_answers(),
    }
    sys.stdout.write(json.dumps(answers))
