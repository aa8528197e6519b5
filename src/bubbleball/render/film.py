"""A trial as scenes in a row, which share all that stands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bubbleball.errors import PictureError
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.physics import SECONDS_PER_STEP, STEPS_PER_SECOND
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial
from bubbleball.render.caption import caption_groups, caption_height
from bubbleball.render.layers import Stage
from bubbleball.render.overlay import Overlay
from bubbleball.render.scene import Group, Scene
from bubbleball.render.theme import Theme, theme_named
from bubbleball.render.trace import path_marks

END_HOLD = 1.5  # s for which the end is shown
Shown = tuple[Level, Sequence[Placement], Trial, Overlay | None]

_ENDS = {
    Outcome.REACHED_FLAG: "flag reached",
    Outcome.LEFT_SCREEN: "left the screen",
    Outcome.TIMED_OUT: "time is over",
    Outcome.CAME_TO_REST: "came to rest",
}


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """Scenes with how long each is shown.

    scenes: in order.
    seconds: one for each scene.
    """

    scenes: tuple[Scene, ...]
    seconds: tuple[float, ...]


def film_of_trials(shown: Sequence[Shown], *, theme: str = "light", fps: float = 30) -> Film:
    """Trials one after the other, each from its start to its end."""
    if not shown:
        raise PictureError("there is no trial to show; a film needs at least one")
    if not 1 <= fps <= STEPS_PER_SECOND:
        raise PictureError(f"fps = {fps!r} is out of range; it must be 1 to {STEPS_PER_SECOND}")
    counts = [
        f"Trial {n} of {len(shown)}" if len(shown) > 1 else "" for n in range(1, len(shown) + 1)
    ]
    stages = [Stage(level, placed, trial, overlay) for level, placed, trial, overlay in shown]
    strip = max(map(_strip_height, stages, counts))  # one for all: the frames are of one size
    scenes: list[Scene] = []
    seconds: list[float] = []
    for stage, counted, (_, _, trial, _) in zip(stages, counts, shown, strict=True):
        taken = list(_scenes(stage, trial, counted, strip, theme_named(theme), fps))
        scenes += taken
        seconds += [1 / fps] * (len(taken) - 1) + [END_HOLD]
    return Film(tuple(scenes), tuple(seconds))


def _strip_height(stage: Stage, counted: str) -> float:
    given = stage.overlay.caption if stage.overlay else ""
    texts = [given] if given else [stage.caption, counted or stage.title]
    return max(caption_height(t, stage.overlay, traced=True, aside="0 s") for t in texts)


def _scenes(
    stage: Stage, trial: Trial, counted: str, strip: float, theme: Theme, fps: float
) -> Iterator[Scene]:
    given = stage.overlay.caption if stage.overlay else ""
    still = tuple(stage.still_groups())
    lines = tuple(stage.line_groups())
    path: list[Group] = []
    before = 0
    for frame in _frames(trial, fps):
        ended = frame == trial.steps
        path += [Group(tuple(path_marks(trial, before, frame)))] if frame > before else []
        before = frame
        caption = given or (stage.caption if ended else counted or stage.title)
        clock = f"{frame * SECONDS_PER_STEP:.1f} s"
        aside = f"{_ENDS[trial.outcome]}, {trial.seconds:.2f} s" if given and ended else clock
        yield Scene(
            groups=(
                *still,
                *stage.moving_groups(frame),
                *lines,
                *path,
                *stage.effect_groups(frame),
                stage.ball_group(frame),
                *caption_groups(
                    caption, stage.overlay, traced=True, aside=aside, least_height=strip
                ),
            ),
            width=SCREEN_WIDTH,
            height=SCREEN_HEIGHT + strip,
            theme=theme,
            title=stage.title,
            description=stage.description,
        )


def _frames(trial: Trial, fps: float) -> list[int]:
    """The frames of the trial that are shown; always its first and its last."""
    count = int(trial.seconds * fps) + 1
    frames = [round(number * STEPS_PER_SECOND / fps) for number in range(count)]
    return sorted({*(frame for frame in frames if frame < trial.steps), trial.steps})
