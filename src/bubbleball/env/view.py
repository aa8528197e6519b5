"""Pictures of an environment: as arrays, and as coloured half blocks for a terminal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.trial import Trial
from bubbleball.render.picture import draw
from bubbleball.render.raster import to_image

Pixels = NDArray[np.uint8]

OBSERVED_SCALE = 0.25  # of an image observation
SHOWN_SCALE = 1.5  # of rgb_array
_COLUMNS, _LINES = 96, 32  # of a picture in a terminal


def picture(level: Level, trial: Trial | None, scale: float) -> Pixels:
    """The level with the last trial's pieces and path: height x width x 3."""
    image = to_image(draw(level, trial=trial), scale)
    size = round(SCREEN_WIDTH * scale), round(SCREEN_HEIGHT * scale)
    return np.array(image.crop((0, 0, *size)), dtype=np.uint8)  # without the caption below it


def observed_shape() -> tuple[int, int, int]:
    """Height, width and colours of an image observation."""
    return round(SCREEN_HEIGHT * OBSERVED_SCALE), round(SCREEN_WIDTH * OBSERVED_SCALE), 3


def half_blocks(pixels: Pixels) -> str:
    """The picture in characters, each of which shows two pixels, one above the other."""
    small = Image.fromarray(pixels).resize((_COLUMNS, 2 * _LINES), Image.Resampling.BOX)
    rows = np.array(small).tolist()
    lines = []
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        cells = (
            f"\x1b[38;2;{r};{g};{b};48;2;{u};{v};{w}m▀"
            for (r, g, b), (u, v, w) in zip(above, below, strict=True)
        )
        lines.append("".join(cells) + "\x1b[0m")
    return "\n".join(lines) + "\n"
