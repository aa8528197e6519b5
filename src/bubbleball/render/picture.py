"""From a level, placements, a trial and thoughts to a scene."""

from __future__ import annotations

from collections.abc import Iterable

from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.render.caption import caption_groups, caption_height
from bubbleball.render.layers import Stage
from bubbleball.render.overlay import Overlay
from bubbleball.render.scene import Scene
from bubbleball.render.svg import to_svg
from bubbleball.render.theme import theme_named


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
) -> Scene:
    """The scene of a level.

    placements: where pieces lie; with a trial and none given, the trial's.
    trial: shows the path, the contacts, ghosts of what moved, and the end.
    overlay: a solver's thoughts.
    frame: shows the trial as it was at that frame.
    show_tray: without it the shelf and what lies on it are left out.
    show_caption: without it the strip below the screen is left out; a page has its own words.
    """
    stage = Stage(level, placements, trial, overlay, show_tray=show_tray)
    stage.check_frame(frame)
    caption, legend = (stage.caption, overlay) if show_caption else ("", None)
    return Scene(
        groups=(
            *stage.still_groups(),
            *stage.moving_groups(frame),
            *stage.line_groups(),
            *stage.trace_groups(frame),
            stage.ball_group(frame),
            *caption_groups(caption, legend, traced=trial is not None),
        ),
        width=SCREEN_WIDTH,
        height=SCREEN_HEIGHT + caption_height(caption, legend, traced=trial is not None),
        theme=theme_named(theme),
        title=stage.title,
        description=stage.description,
    )


def thumbnail_svg(level: Level, *, theme: str = "light", width: float = 192.0) -> str:
    """A small picture for a gallery, without grid and labels."""
    stage = Stage(level, (), None, None, plain=True)
    scene = Scene(
        groups=(*stage.still_groups(), *stage.moving_groups(None), stage.ball_group(None)),
        width=SCREEN_WIDTH,
        height=SCREEN_HEIGHT,
        theme=theme_named(theme),
        title=stage.title,
    )
    return to_svg(scene, embed=True, width=width)
