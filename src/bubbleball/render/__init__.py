"""Pictures of levels, placements, trials and thoughts: SVG, PNG, GIF and MP4 from one scene.

>>> scene = draw(level, placements, trial=trial, theme="dark")
>>> svg = to_svg(scene)
>>> png = to_png(scene, scale=2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bubbleball.render.files import write_film, write_picture
from bubbleball.render.overlay import Overlay
from bubbleball.render.picture import draw, thumbnail_svg
from bubbleball.render.scene import Scene
from bubbleball.render.svg import to_svg
from bubbleball.render.theme import THEMES

if TYPE_CHECKING:
    from bubbleball.render.movie import gif_of_trials, to_gif
    from bubbleball.render.raster import to_png

__all__ = [
    "THEMES",
    "Overlay",
    "Scene",
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
    "gif_of_trials": "movie",
    "to_gif": "movie",
    "to_png": "raster",
}


def __getattr__(name: str) -> object:
    """Names that need Pillow, which is slow to import, come on first use."""
    if name in _WITH_PILLOW:
        return getattr(import_module(f"{__name__}.{_WITH_PILLOW[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
