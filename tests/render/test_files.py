"""Pictures are written to files whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bubbleball import render
from bubbleball.errors import BubbleBallError, PictureError
from bubbleball.render import draw, to_svg, write_film, write_picture
from pictures import BRIDGE, TWO_BARS, bridged


def test_an_svg_file_holds_the_svg(tmp_path: Path) -> None:
    target = tmp_path / "picture.SVG"
    write_picture(target, TWO_BARS, BRIDGE, trial=bridged(), theme="dark")
    expected = to_svg(draw(TWO_BARS, BRIDGE, trial=bridged(), theme="dark"))
    assert target.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("name", ["picture", "picture.bmp", "picture.svg.txt"])
def test_an_unknown_ending_is_refused_with_the_known_ones(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"known: \.svg, \.png, \.gif, \.mp4"):
        write_picture(tmp_path / name, TWO_BARS)
    assert not list(tmp_path.iterdir())


def test_a_picture_that_fails_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    target.write_text("old")
    with pytest.raises(BubbleBallError):
        write_picture(target, TWO_BARS, theme="none")
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]
    assert target.read_text() == "old"


def test_a_folder_that_does_not_exist_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"nowhere.picture\.svg: cannot be written"):
        write_picture(tmp_path / "nowhere" / "picture.svg", TWO_BARS)


def test_a_film_is_a_gif_or_an_mp4(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"ends in '\.svg'; known: \.gif, \.mp4"):
        write_film(tmp_path / "film.svg", [(TWO_BARS, BRIDGE, bridged(), None)])


def test_a_folder_in_the_way_is_an_error_and_stays(tmp_path: Path) -> None:
    (tmp_path / "picture.svg").mkdir()
    with pytest.raises(PictureError, match=r"picture\.svg: cannot be written"):
        write_picture(tmp_path / "picture.svg", TWO_BARS)
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]


def test_all_public_names_exist() -> None:
    for name in render.__all__:
        assert getattr(render, name)
    with pytest.raises(AttributeError, match="no attribute 'to_bmp'"):
        _ = render.to_bmp


def test_drawing_svg_does_without_pillow() -> None:
    code = "import sys, bubbleball.render; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
