"""Set-up takes the Python that it is given, or says why not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "setup.sh"


@pytest.mark.parametrize("name", ["missing", "does not run"])
def test_a_python_that_does_not_serve_is_refused_and_no_other_is_taken(
    name: str, tmp_path: Path
) -> None:
    folder = tmp_path / "scripts"
    folder.mkdir()
    shutil.copy(SCRIPT, folder)
    given = tmp_path / name
    if name != "missing":
        given.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        given.chmod(0o755)
    done = subprocess.run(
        ["bash", str(folder / SCRIPT.name)],
        env={**os.environ, "PYTHON": str(given)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"PYTHON={given} is no Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()
