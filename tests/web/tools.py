"""Front-end tools that are no part of the project: brought by npm where there is one."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@cache
def _missing() -> str:
    """Why a tool cannot be had; empty if all are there."""
    if (HERE / "node_modules" / ".complete").is_file():
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "no npm here to bring the front-end tools"
    done = subprocess.run(
        [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", str(HERE)],
        capture_output=True,
        text=True,
        check=False,
    )
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
