"""Draw a level with placements, a trial and what a solver thinks of it."""

from __future__ import annotations

from collections.abc import Iterable

from bubbleball.errors import expect
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.render.drawing import Drawing
from bubbleball.render.layers.caption import caption_groups, caption_height
from bubbleball.render.layers.stack import LayerStack
from bubbleball.render.overlay import Overlay
from bubbleball.render.svg import to_svg
from bubbleball.render.themes import theme_named

_NOTEBOOK_WIDTH = 640.0  # CSS pixels


def draw(
    level: Level,
    placements: Iterable[Placement] = (),
    *,
    trial: Trial | None = None,
    overlay: Overlay | None = None,
    frame: int | None = None,
    theme: str = "light",
    show_tray: bool = True,
    show_caption: bool = True,
) -> Drawing:
    """Draw a level.

    placements: where pieces lie; if none are given, those of the trial.
    trial: shows the path, the contacts, ghosts of what moved, and the end.
    overlay: what a solver thinks.
    frame: shows the trial as it was at that frame.
    show_tray: whether to draw the tray and the pieces on it.
    show_caption: whether to draw the strip below the screen; a page has its own captions.
    """
    expect(level, Level, "draw", "load_level('2') gives one")
    expect(placements, Iterable, "draw", "give a list of Placement('AO6G', 217, 247.5)")
    stack = LayerStack(level, placements, trial, overlay, show_tray=show_tray)
    stack.check_frame(frame)
    caption, legend = (stack.caption, overlay) if show_caption else ("", None)
    return Drawing(
        groups=(
            *stack.still_groups(),
            *stack.moving_groups(frame),
            *stack.line_groups(),
            *stack.trace_groups(frame),
            stack.ball_group(frame),
            *caption_groups(caption, legend, traced=trial is not None),
        ),
        width=SCREEN_WIDTH,
        height=SCREEN_HEIGHT + caption_height(caption, legend, traced=trial is not None),
        theme=theme_named(theme),
        title=stack.title,
        description=stack.description,
    )


def thumbnail_svg(level: Level, *, theme: str = "light", width: float = 192.0) -> str:
    """Draw a small picture for a gallery, without grid and labels."""
    stack = LayerStack(level, (), None, None, plain=True)
    drawing = Drawing(
        groups=(*stack.still_groups(), *stack.moving_groups(None), stack.ball_group(None)),
        width=SCREEN_WIDTH,
        height=SCREEN_HEIGHT,
        theme=theme_named(theme),
        title=stack.title,
    )
    return to_svg(drawing, embed=True, width=width)


def notebook_svg(value: object) -> str:
    """Draw a level, a trial with its path, or what is drawn already."""
    if isinstance(value, Trial):
        value = draw(value.level, trial=value)
    elif isinstance(value, Level):
        value = draw(value)
    assert isinstance(value, Drawing), "only levels, trials and drawings are drawable"
    return to_svg(value, embed=True, width=_NOTEBOOK_WIDTH)
