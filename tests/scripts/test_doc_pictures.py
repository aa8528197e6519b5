"""The pictures of the documents: each is shown somewhere, and the film of README loads quickly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PIL import Image

from repository import ROOT

PICTURES = ROOT / "docs" / "pictures"


def test_every_picture_is_shown_on_a_page() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    pictures = [path for path in PICTURES.rglob("*") if path.is_file()]
    names = {path.relative_to(PICTURES).as_posix() for path in pictures}
    assert names
    assert {name for name in names if f"pictures/{name})" not in text} == set()


def test_the_film_of_readme_is_small_and_ends_with_a_pause() -> None:
    film = PICTURES / "solve.gif"
    assert film.stat().st_size < 400_000
    with Image.open(film) as image:
        assert image.info["loop"] == 0
        image.seek(getattr(image, "n_frames", 1) - 1)
        assert image.info["duration"] >= 1500


def plots(folder: Path, **environment: str) -> dict[str, bytes]:
    """The plots of docs/learning.md, drawn by a new process."""
    command = [sys.executable, str(ROOT / "scripts" / "learning_plots.py"), str(folder)]
    subprocess.run(command, env=os.environ | environment, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_plot_does_not_depend_on_a_persons_settings_of_matplotlib(tmp_path: Path) -> None:
    settings = tmp_path / "matplotlibrc"
    settings.write_text("font.size: 20\naxes.grid: True\nlines.linewidth: 7\nfont.family: serif\n")
    usual = plots(tmp_path / "usual")
    assert set(usual) == {"beliefs.svg", "paths.svg"}
    assert plots(tmp_path / "other", MATPLOTLIBRC=str(settings)) == usual
