"""Front-end tools that are no part of the project: brought by npm where there is one."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PATIENCE = 120  # s


@contextmanager
def _alone() -> Iterator[None]:
    """One test process at a time; the others wait for what it brings."""
    lock = HERE / ".installing"
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            lock.mkdir()
            break
        except FileExistsError:
            if time.monotonic() > deadline:  # left behind by a run that was killed
                break
            time.sleep(0.2)
    try:
        yield
    finally:
        with suppress(FileNotFoundError):
            lock.rmdir()


@cache
def _missing() -> str:
    """Why the tools cannot be had; empty if they are there."""
    npm = shutil.which("npm")
    with _alone():
        if (HERE / "node_modules" / ".complete").is_file():
            return ""
        if npm is None:
            return "no npm here to bring the front-end tools"
        command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund"]
        try:
            done = subprocess.run(
                [*command, "--prefix", str(HERE)],
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return f"npm did not bring the front-end tools within {PATIENCE} s"
        if done.returncode != 0:
            return f"npm could not bring the front-end tools: {done.stderr.strip()[-200:]}"
        (HERE / "node_modules" / ".complete").touch()
    return ""


def tool(path: str) -> Path:
    """A file that npm brought; skips the test, with the reason, where it cannot be had."""
    why = _missing()
    if why:
        pytest.skip(why)
    return HERE / "node_modules" / path
