"""Settings for all tests, and the shell in which documents run their commands."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from command_line import command_line
from console_blocks import Shell

# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them send.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A wide terminal without colours: what is printed must not depend on who starts the tests.
os.environ["COLUMNS"] = "100"
os.environ.pop("FORCE_COLOR", None)

# The same examples every time, and no clock: a slow machine is not a failure.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
# Hypothesis also tries the numbers in every module imported by then: those change with the order
# of the tests.
providers._get_local_constants = lambda: providers._local_constants


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    """Run a line in an empty folder: exit code and all that was printed."""
    bin_folder = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str]:
        words = shlex.split(line)
        if words[0] == "bubbleball" and not set("|<>&;*$") & set(line):
            done = command_line(monkeypatch, capsys)(*words[1:])
            return done.code, done.out + done.err
        result = subprocess.run(
            ["bash", "-c", line], capture_output=True, encoding="utf-8", check=False
        )
        return result.returncode, result.stdout + result.stderr

    return run
