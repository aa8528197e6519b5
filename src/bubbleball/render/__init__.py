"""Pictures of levels, placements, trials and a solver's thoughts: SVG, PNG, GIF and MP4.

>>> drawing = draw(level, placements, trial=trial, theme="dark")
>>> svg = to_svg(drawing)
>>> png = to_png(drawing, scale=2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bubbleball.render.drawing import Drawing
from bubbleball.render.files import write_film, write_picture
from bubbleball.render.overlay import Overlay
from bubbleball.render.picture import draw, thumbnail_svg
from bubbleball.render.svg import to_svg
from bubbleball.render.themes import THEMES

if TYPE_CHECKING:
    from bubbleball.render.gif import gif_of_trials, to_gif
    from bubbleball.render.raster import to_png

__all__ = [
    "THEMES",
    "Drawing",
    "Overlay",
    "draw",
    "gif_of_trials",
    "thumbnail_svg",
    "to_gif",
    "to_png",
    "to_svg",
    "write_film",
    "write_picture",
]

_WITH_PILLOW = {
    "gif_of_trials": "gif",
    "to_gif": "gif",
    "to_png": "raster",
}


def __getattr__(name: str) -> object:
    """Import the names that need Pillow on first use: Pillow is slow to import."""
    if name in _WITH_PILLOW:
        return getattr(import_module(f"{__name__}.{_WITH_PILLOW[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
