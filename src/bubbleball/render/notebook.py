"""Levels and trials as pictures in a notebook."""

from __future__ import annotations

from bubbleball.game.level import Level
from bubbleball.game.trial import Trial
from bubbleball.render.picture import draw
from bubbleball.render.svg import to_svg

WIDTH = 640.0  # CSS pixels


def notebook_svg(value: object) -> str:
    """Draw a level, or a trial with its path."""
    if isinstance(value, Trial):
        return to_svg(draw(value.level, trial=value), embed=True, width=WIDTH)
    assert isinstance(value, Level), "only levels and trials are drawable"
    return to_svg(draw(value), embed=True, width=WIDTH)
