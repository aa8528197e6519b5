"""An MP4 shows the trial."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.render import draw, write_picture
from bubbleball.render.film import END_HOLD
from bubbleball.render.raster import to_image
from pictures import BRIDGE, TWO_BARS, bridged


def test_an_mp4_shows_the_trial(tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="the extra `video` is not installed")
    target = tmp_path / "trial.mp4"
    trial = bridged()
    write_picture(target, TWO_BARS, BRIDGE, trial=trial, fps=10)
    _, seconds = ffmpeg.count_frames_and_secs(str(target))
    assert seconds == pytest.approx(trial.seconds + END_HOLD, abs=0.2)
    reader = ffmpeg.read_frames(str(target))
    width, height = next(reader)["size"]
    assert (width, height) == to_image(draw(TWO_BARS, trial=trial)).size
    first = Image.frombytes("RGB", (width, height), next(reader))
    reader.close()
    ball = first.getpixel((70, 300))
    assert isinstance(ball, tuple)
    assert np.abs(np.array(ball) - (0x00, 0x72, 0xB2)).max() < 12


def test_an_mp4_without_the_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(PictureError, match=r'pip install "bubbleball\[video\]"'):
        write_picture(tmp_path / "trial.mp4", TWO_BARS, BRIDGE, trial=bridged())
    with pytest.raises(PictureError, match="an MP4 shows a trial, and there is none"):
        write_picture(tmp_path / "trial.mp4", TWO_BARS, BRIDGE)
    assert not list(tmp_path.iterdir())
