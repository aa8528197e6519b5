"""A GIF shows the trial in real time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.game.game import Game
from bubbleball.render import Overlay, draw, gif_of_trials, to_gif, to_png, write_picture
from bubbleball.render.film import END_HOLD, Shown
from bubbleball.render.theme import Role
from bubbleball.render.themes import THEMES
from pictures import BRIDGE, TWO_BARS, bridged, colour_at, opened


@pytest.mark.parametrize("fps", [10, 30, 50])
def test_a_gif_has_a_frame_for_every_moment_and_keeps_real_time(fps: int, tmp_path: Path) -> None:
    target = tmp_path / "trial.gif"
    trial = bridged()
    write_picture(target, TWO_BARS, BRIDGE, trial=trial, fps=fps)
    with Image.open(target) as image:
        count = getattr(image, "n_frames", 1)
        durations = []
        for number in range(count):
            image.seek(number)
            durations.append(image.info["duration"])
        assert image.info["loop"] == 0
    moments = len([k for k in range(1000) if round(60 * k / fps) < trial.steps])
    assert count == moments + 1
    assert durations[-1] == pytest.approx(1000 * END_HOLD, abs=10)
    assert sum(durations[:-1]) == pytest.approx(1000 * moments / fps, abs=10)
    assert min(durations) >= 20


def test_a_gif_shows_the_ball_where_the_trial_had_it() -> None:
    trial = bridged()
    image = opened(gif_of_trials([(TWO_BARS, BRIDGE, trial, None)], scale=2))
    for number in (0, 20, 60):
        image.seek(number)
        x, y = trial.ball[2 * number, :2]
        assert colour_at(image, x, y, 2) == THEMES["light"][Role.BALL]
        assert colour_at(image, 250, 130, 2) == THEMES["light"][Role.SKY]


def test_trials_in_a_row_make_one_gif() -> None:
    shown: list[Shown] = [
        (TWO_BARS, (), Game(TWO_BARS).play(), None),
        (TWO_BARS, BRIDGE, bridged(), Overlay(caption="The bar bridges the gap.")),
    ]
    image = opened(gif_of_trials(shown, theme="dark"))
    each = [getattr(opened(gif_of_trials([one])), "n_frames", 1) for one in shown]
    assert getattr(image, "n_frames", 1) == sum(each)


def test_a_level_without_a_trial_is_a_gif_of_one_frame(tmp_path: Path) -> None:
    write_picture(tmp_path / "level.gif", TWO_BARS)
    with Image.open(tmp_path / "level.gif") as image:
        assert getattr(image, "n_frames", 1) == 1


def test_nothing_to_show_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(PictureError, match="no trial to show"):
        gif_of_trials([])
    with pytest.raises(PictureError, match="no drawing to show"):
        to_gif([])
    with pytest.raises(PictureError, match="2 durations for 1 drawings"):
        to_gif([draw(TWO_BARS)], [1.0, 2.0])
    with pytest.raises(PictureError, match="fps = 0 is out of range; it must be 1 to 60"):
        gif_of_trials([(TWO_BARS, BRIDGE, bridged(), None)], fps=0)
    for scale in (0, -1, 11, float("nan")):
        with pytest.raises(PictureError, match=r"scale = .* is out of range"):
            to_png(draw(TWO_BARS), scale)
