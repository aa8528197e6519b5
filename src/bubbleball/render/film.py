"""Trials as films: one drawing per moment, which share everything that stands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bubbleball.errors import PictureError
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.physics import SECONDS_PER_STEP, STEPS_PER_SECOND
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial
from bubbleball.render.drawing import Drawing, Group
from bubbleball.render.layers.caption import caption_groups, caption_height
from bubbleball.render.layers.stack import LayerStack
from bubbleball.render.layers.trial_marks import path_marks
from bubbleball.render.overlay import Overlay
from bubbleball.render.theme import Theme
from bubbleball.render.themes import theme_named

END_HOLD = 1.5  # s for which the last drawing of a trial is shown
Shown = tuple[Level, Sequence[Placement], Trial, Overlay | None]

ENDS = MappingProxyType(
    {
        Outcome.REACHED_FLAG: "reached the flag",
        Outcome.LEFT_SCREEN: "left the screen",
        Outcome.TIMED_OUT: "ran out of time",
        Outcome.CAME_TO_REST: "came to rest",
    }
)


MOST_DRAWN = 100_000  # moving parts in all frames of a film; each takes about two kilobytes


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """Drawings, and how long each is shown.

    drawings: in order.
    seconds: one for each drawing.
    """

    drawings: tuple[Drawing, ...]
    seconds: tuple[float, ...]


def film_of_trials(shown: Sequence[Shown], *, theme: str = "light", fps: float = 30) -> Film:
    """Show trials one after the other, each from its start to its end."""
    if not shown:
        raise PictureError("there is no trial to show; a film needs at least one")
    if not 1 <= fps <= STEPS_PER_SECOND:
        raise PictureError(f"fps = {fps!r} is out of range; it must be 1 to {STEPS_PER_SECOND}")
    counts = [
        f"Trial {n} of {len(shown)}" if len(shown) > 1 else "" for n in range(1, len(shown) + 1)
    ]
    fps = _affordable(shown, fps)
    stacks = [LayerStack(level, placed, trial, overlay) for level, placed, trial, overlay in shown]
    strip = max(map(_strip_height, stacks, counts))  # one for all: every frame has the same size
    drawings: list[Drawing] = []
    seconds: list[float] = []
    for stack, counted, (_, _, trial, _) in zip(stacks, counts, shown, strict=True):
        taken = list(_drawings(stack, trial, counted, strip, theme_named(theme), fps))
        drawings += taken
        seconds += [1 / fps] * (len(taken) - 1) + [END_HOLD]
    return Film(tuple(drawings), tuple(seconds))


def _affordable(shown: Sequence[Shown], fps: float) -> float:
    """Frames a second, fewer if all frames together would draw too many parts."""
    drawn = sum(trial.seconds * fps * (1 + len(trial.movers)) for _, _, trial, _ in shown)
    return fps * MOST_DRAWN / drawn if drawn > MOST_DRAWN else fps


def _strip_height(stack: LayerStack, counted: str) -> float:
    given = stack.overlay.caption if stack.overlay else ""
    texts = [given] if given else [stack.caption, counted or stack.title]
    return max(caption_height(t, stack.overlay, traced=True, aside="0 s") for t in texts)


def _drawings(
    stack: LayerStack, trial: Trial, counted: str, strip: float, theme: Theme, fps: float
) -> Iterator[Drawing]:
    given = stack.overlay.caption if stack.overlay else ""
    still = tuple(stack.still_groups())
    lines = tuple(stack.line_groups())
    path: list[Group] = []
    before = 0
    for frame in _frames(trial, fps):
        ended = frame == trial.steps
        path += [Group(tuple(path_marks(trial, before, frame)))] if frame > before else []
        before = frame
        caption = given or (stack.caption if ended else counted or stack.title)
        clock = f"{frame * SECONDS_PER_STEP:.1f} s"
        aside = f"{ENDS[trial.outcome]}, {trial.seconds:.2f} s" if given and ended else clock
        yield Drawing(
            groups=(
                *still,
                *stack.moving_groups(frame),
                *lines,
                *path,
                *stack.effect_groups(frame),
                stack.ball_group(frame),
                *caption_groups(
                    caption, stack.overlay, traced=True, aside=aside, least_height=strip
                ),
            ),
            width=SCREEN_WIDTH,
            height=SCREEN_HEIGHT + strip,
            theme=theme,
            title=stack.title,
            description=stack.description,
        )


def _frames(trial: Trial, fps: float) -> list[int]:
    """The frames of the trial that are shown; the first and the last always are."""
    count = int(trial.seconds * fps) + 1
    frames = [round(number * STEPS_PER_SECOND / fps) for number in range(count)]
    return sorted({*(frame for frame in frames if frame < trial.steps), trial.steps})
