"""Pictures of the other games."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.games.arena import Arena
from bubbleball.games.picture import draw, film, write_picture
from bubbleball.games.scene import PlacedBall
from bubbleball.render.drawing import Polygon
from bubbleball.render.svg import to_svg
from other_games import two_balls

PUSH = PlacedBall(100, 120, 20)


def test_every_body_is_in_the_picture_by_name() -> None:
    svg = to_svg(draw(two_balls(), [PUSH]))
    for name in ("floor", "subject", "target", "ball 1"):
        assert f'data-part="{name}"' in svg


def test_y_points_up() -> None:
    drawing = draw(two_balls())
    floor = next(group for group in drawing.groups if group.name == "floor")
    (mark,) = floor.marks
    assert isinstance(mark, Polygon)
    assert min(y for _, y in mark.corners) > drawing.width / 2


@pytest.mark.parametrize("suffix", [".svg", ".png", ".gif"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_trial_is_written_in_every_format(tmp_path: Path, suffix: str, theme: str) -> None:
    scene = two_balls()
    path = tmp_path / f"trial{suffix}"
    write_picture(path, scene, trial=Arena(scene).run([PUSH]), theme=theme)
    if suffix == ".svg":
        assert path.read_text(encoding="utf-8").startswith("<?xml")
    else:
        with Image.open(path) as image:
            assert (getattr(image, "n_frames", 1) > 1) == (suffix == ".gif")
            assert image.width >= 320


def test_a_film_shows_thirty_drawings_a_second() -> None:
    trial = Arena(two_balls()).run([PUSH])
    assert len(list(film(trial))) == int(trial.seconds * 30) + 1


def test_a_gif_needs_a_trial_and_other_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="a GIF shows a trial"):
        write_picture(tmp_path / "a.gif", two_balls())
    with pytest.raises(PictureError, match=r"known: \.svg, \.png, \.gif"):
        write_picture(tmp_path / "a.bmp", two_balls())
