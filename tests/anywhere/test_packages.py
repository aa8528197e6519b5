"""The wheel and the source archive hold what they must, and work where nothing else is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from bubbleball.files import packs
from repository import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": source}


def test_the_wheel_says_what_it_is(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
        about = Parser().parsestr(wheel.read(name).decode("utf-8"))
        names = wheel.namelist()
    assert about["Requires-Python"] == ">=3.11"
    for field in ("Author", "Keywords", "Classifier", "Project-URL", "License-Expression"):
        assert about[field], field
    links = re.findall(r"\]\(([^)]*)\)", str(about.get_payload()))
    assert links
    assert all(link.startswith("https://") for link in links), "relative links lead nowhere there"
    assert {f"bubbleball/levels/{name}.json" for name in packs.names()} <= set(names)
    assert "bubbleball/py.typed" in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".nbc")]


def test_the_source_archive_can_be_built_from_and_tested(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "src/bubbleball/__init__.py"} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_was_built_installs_and_plays(
    kind: str, built: dict[str, Path], tmp_path: Path
) -> None:
    target = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--target", str(target), str(built[kind])]
    subprocess.run([*pip, *options], check=True, capture_output=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    where = subprocess.run(
        [sys.executable, "-c", "import bubbleball; print(bubbleball.__file__)"],
        env=environment, cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert where.stdout.startswith(str(target))
    for line in ("check 2", "play 2 --solution", "show 8 -o level.png", "--version"):
        command = [sys.executable, "-m", "bubbleball", *line.split()]
        subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True)
