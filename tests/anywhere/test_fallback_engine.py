"""The engine built from source gives the same bits as the ready-made one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from repository import ROOT

HERE = Path(__file__).parent
EACH = 3  # random trials of each level
# Built once in a checkout: it takes most of a minute.
KEPT = ROOT / "out" / f"engine-{sys.version_info[0]}.{sys.version_info[1]}"


def digests(environment: dict[str, str]) -> list[str]:
    command = [sys.executable, str(HERE / "trial_digests.py"), str(EACH)]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_the_engine_built_from_source_gives_the_same_bits(tmp_path: Path) -> None:
    if not (shutil.which("c++") or shutil.which("g++")):
        pytest.skip("there is no C++ compiler")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    tools, engine = tmp_path / "tools", KEPT
    if not engine.exists():
        build(pip, tools, engine)
    path = os.pathsep.join([str(engine), os.environ.get("PYTHONPATH", "")])
    usual, other = digests({}), digests({"PYTHONPATH": path})
    assert other[0] == "Box2D 2.3.8"
    assert usual[1:] == other[1:]


def build(pip: list[str], tools: Path, engine: Path) -> None:
    fetched = subprocess.run(
        [*pip, "--target", str(tools), "swig", "setuptools", "wheel"],
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode:
        pytest.skip(f"swig cannot be installed here: {fetched.stderr.strip()[-100:]}")
    built = {
        "PYTHONPATH": os.pathsep.join([str(tools), os.environ.get("PYTHONPATH", "")]),
        "PATH": os.pathsep.join([str(tools / "bin"), os.environ["PATH"]]),
    }
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--target", str(engine), "box2d-py==2.3.8"],
        env={**os.environ, **built},
        check=True,
        capture_output=True,
    )
