"""A picture to measure in: axes in px, and the id and size of every part. For vision models."""

from __future__ import annotations

from collections.abc import Iterator

from bubbleball.errors import expect
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.trial import Trial
from bubbleball.render.drawing import Drawing, Group, Mark, Rect, Style, Text, moved_marks
from bubbleball.render.layers.stack import GRID, LayerStack, grid_marks
from bubbleball.render.theme import LIGHT, Role

_LEFT, _TOP = 26.0, 14.0  # px of margin for the numbers of the axes
_RIGHT, _BOTTOM = 12.0, 4.0
_SIZE = 6.5  # px of the labels
_LETTER = 0.6  # width of a letter, as a fraction of its size


def draw_annotated(level: Level, trial: Trial | None = None) -> Drawing:
    """Draw a level, and a trial if there is one, with axes and with every part named."""
    stack = LayerStack(level, (), trial, None, plain=True)
    scene = (
        *stack.still_groups(),
        *stack.moving_groups(None),
        *stack.line_groups(),
        *stack.trace_groups(None),
        stack.ball_group(None),
        Group(tuple(grid_marks(Style(line=Role.INK_SOFT, width=0.4, opacity=0.35), 0))),
        Group(tuple(_labels(level, stack))),
    )
    moved = (Group(moved_marks(group.marks, _LEFT, _TOP), group.name) for group in scene)
    return Drawing(
        groups=(*moved, Group(tuple(_frame()))),
        width=_LEFT + SCREEN_WIDTH + _RIGHT,
        height=_TOP + SCREEN_HEIGHT + _BOTTOM,
        theme=LIGHT,
        title=stack.title,
        description=stack.description,
    )


def annotated_png(level: Level, trial: Trial | None = None, scale: float = 2.0) -> bytes:
    """Draw a level and a trial with axes, ids and sizes, as a PNG that a model can look at."""
    expect(level, Level, "annotated_png", "load_level('2') gives one")
    if trial is not None:
        expect(trial, Trial, "annotated_png", "play('2') gives one")
    from bubbleball.render.raster import to_png  # noqa: PLC0415  # Pillow loads slowly

    return to_png(draw_annotated(level, trial), scale)


def _frame() -> Iterator[Mark]:
    """The margins, which also hide what sticks out of the screen, with the numbers of the axes."""
    width, height = _LEFT + SCREEN_WIDTH + _RIGHT, _TOP + SCREEN_HEIGHT + _BOTTOM
    paper = Style(fill=Role.PAPER)
    yield Rect(0.0, 0.0, width, _TOP, paper)
    yield Rect(0.0, 0.0, _LEFT, height, paper)
    yield Rect(_LEFT + SCREEN_WIDTH, 0.0, _RIGHT, height, paper)
    yield Rect(0.0, _TOP + SCREEN_HEIGHT, width, _BOTTOM, paper)
    ink = Style(fill=Role.INK)
    for x in range(0, int(SCREEN_WIDTH) + 1, GRID):
        yield Text(_LEFT + x, _TOP - 3.0, f"x {x}" if x == 0 else f"{x}", ink, 8.0, "middle")
    for y in range(GRID, int(SCREEN_HEIGHT) + 1, GRID):
        text = f"y {y}" if y == GRID else f"{y}"
        yield Text(_LEFT - 3.0, _TOP + y + 2.5, text, ink, 8.0, "end")


def _labels(level: Level, stack: LayerStack) -> Iterator[Mark]:
    poses = stack.poses(None)
    for part in level.parts:
        x, y, _ = poses.get(part.id, (part.x, part.y, part.angle))
        below = part.height / 2 + 1.2 * _SIZE if part.kind.button else 0.0
        measure = str(part.kind) if part.kind.button else f"{part.width:g}x{part.height:g}"
        yield from _label(x, y + below, part.id, measure)
    ball, flag = level.ball, level.flag
    yield from _label(ball.x, ball.y + 21.0, f"ball {ball.x:g},{ball.y:g}")
    yield from _label(flag.x, flag.y - flag.height / 2 - 5.0, f"flag {flag.x:g},{flag.y:g}")


def _label(x: float, y: float, *lines: str) -> Iterator[Mark]:
    """Lines of text, centred but wholly on the screen, on paper that keeps them readable."""
    width = _LETTER * _SIZE * max(map(len, lines)) + 2.0
    height = _SIZE * len(lines) + 1.5
    x = min(max(x, width / 2), SCREEN_WIDTH - width / 2)
    top = min(max(y - height / 2, 1.0), SCREEN_HEIGHT - height)
    yield Rect(x - width / 2, top, width, height, Style(fill=Role.PAPER, opacity=0.8))
    for number, line in enumerate(lines):
        baseline = top + _SIZE * (number + 0.85)
        yield Text(x, baseline, line, Style(fill=Role.INK), _SIZE, "middle")
