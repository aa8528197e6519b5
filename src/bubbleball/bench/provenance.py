"""What others need to repeat a benchmark: command, machine, versions."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bubbleball.game.engine import ENGINE

_PACKAGES = ("bubbleball", "numpy", "numba", "scipy", "shapely", "cmaes", "distributed")


def session(executor: str, workers: int) -> dict[str, Any]:
    """The session line that is recorded when a benchmark starts or resumes."""
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": command(),
        "executor": executor,
        "workers": workers,
        "machine": machine(),
        "versions": versions(),
    }


def command() -> str:
    """How this program was called."""
    name = Path(sys.argv[0]).name
    return shlex.join(["bubbleball" if name == "__main__.py" else name, *sys.argv[1:]])


def versions() -> dict[str, str]:
    """Versions of Python and of the installed packages that affect a run."""
    found = {"python": platform.python_version(), "engine": ENGINE}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, str | int]:
    """Processor, cores and system."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str:
    """The model of the processor, if known."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"
