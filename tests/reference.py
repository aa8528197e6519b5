"""Where the tests find the log and the files of the real game, which are not ours to ship."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def reference(name: str) -> Path:
    """Path of a reference file; skips the test where it is absent."""
    folder = os.environ.get("BUBBLEBALL_REFERENCE")
    beside = Path(__file__).resolve().parents[2] / "shared" / "reference"
    path = (Path(folder) if folder else beside) / name
    if not path.exists():
        pytest.skip(f"{name} of the real game is not at {path.parent}; set BUBBLEBALL_REFERENCE")
    return path
