"""Levels, trials and drawings as pictures in a notebook."""

from __future__ import annotations

from bubbleball.game.level import Level
from bubbleball.game.trial import Trial
from bubbleball.render.drawing import Drawing
from bubbleball.render.picture import draw
from bubbleball.render.svg import to_svg

WIDTH = 640.0  # CSS pixels


def notebook_svg(value: object) -> str:
    """Draw a level, a trial with its path, or what is drawn already."""
    if isinstance(value, Trial):
        value = draw(value.level, trial=value)
    elif isinstance(value, Level):
        value = draw(value)
    assert isinstance(value, Drawing), "only levels, trials and drawings are drawable"
    return to_svg(value, embed=True, width=WIDTH)
