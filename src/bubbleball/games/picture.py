"""Pictures of scenes and trials, in the style of Bubble Ball's: SVG, PNG, GIF."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bubbleball.errors import PictureError
from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Point, Shape, moved
from bubbleball.games.arena import ball_name
from bubbleball.games.scene import STEPS_PER_SECOND, BodyRole, PlacedBall, Scene, SceneBody
from bubbleball.games.trial import PuzzleTrial
from bubbleball.render.drawing import (
    Circle,
    Drawing,
    Group,
    Mark,
    Polygon,
    Polyline,
    Rect,
    Style,
    Text,
)
from bubbleball.render.files import check_suffix, replacing_picture, write_still
from bubbleball.render.film import END_HOLD
from bubbleball.render.theme import Role as Colour
from bubbleball.render.themes import theme_named

SIDE = 320.0  # px of a picture
_STRIP = 18.0  # px of the caption
_FPS = 30
_PLACED = Style(fill=Colour.PATH, line=Colour.CONTACT)
_STYLES = {
    (BodyRole.SUBJECT, True): Style(fill=Colour.GOAL, line=Colour.INK, width=0.7),
    (BodyRole.TARGET, True): Style(fill=Colour.BALL, line=Colour.BALL_EDGE, width=0.7),
    (BodyRole.TARGET, False): Style(fill=Colour.GRAVITY, line=Colour.INK, width=0.5),
    (BodyRole.OBSTACLE, True): Style(fill=Colour.METAL, line=Colour.METAL_EDGE, width=0.7),
}
_STILL = Style(fill=Colour.GROUND)
_TRACES = {
    BodyRole.SUBJECT: Colour.GOAL,
    BodyRole.TARGET: Colour.BALL,
    BodyRole.OBSTACLE: Colour.METAL_EDGE,
}


def draw(
    scene: Scene,
    balls: Sequence[PlacedBall] = (),
    *,
    trial: PuzzleTrial | None = None,
    frame: int = 0,
    caption: str = "",
    theme: str = "light",
) -> Drawing:
    """Draw a scene with balls; with a trial, its paths and the bodies as they are at a frame."""
    balls = balls or (trial.balls if trial is not None else ())
    canvas = _Canvas(scene)
    states = {} if trial is None else dict(zip(trial.names, trial.states[frame], strict=True))
    groups = [Group((Rect(0, 0, SIDE, SIDE, Style(fill=Colour.SKY)),))]
    groups += [canvas.body(body, states.get(body.name)) for body in scene.bodies]
    groups += [
        canvas.ball(ball, ball_name(number), states.get(ball_name(number)))
        for number, ball in enumerate(balls, start=1)
    ]
    if trial is not None:
        groups += canvas.paths(trial, frame)
    text = caption or scene.name
    strip = (
        Rect(0, SIDE, SIDE, _STRIP + 1, Style(fill=Colour.PAPER)),
        Text(6, SIDE + 12.5, text, Style(fill=Colour.INK), size=9),
    )
    return Drawing(
        groups=(*groups, Group(strip)),
        width=SIDE,
        height=SIDE + _STRIP,
        theme=theme_named(theme),
        title=scene.name,
        description=text,
    )


def write_picture(
    path: Path,
    scene: Scene,
    balls: Sequence[PlacedBall] = (),
    *,
    trial: PuzzleTrial | None = None,
    caption: str = "",
    theme: str = "light",
) -> None:
    """Write a picture in the format of the file's suffix; a GIF shows the motion of a trial."""
    check_suffix(path, (".svg", ".png", ".gif"))
    if path.suffix.lower() != ".gif":
        last = 0 if trial is None else len(trial.states) - 1
        drawing = draw(scene, balls, trial=trial, frame=last, caption=caption, theme=theme)
        write_still(path, drawing)
        return
    if trial is None:
        raise PictureError(f"{path}: a GIF shows a trial, and there is none; use .svg or .png")
    from bubbleball.render.gif import to_gif  # noqa: PLC0415  # Pillow loads slowly

    drawings = list(film(trial, caption=caption, theme=theme))
    seconds = [1 / _FPS] * (len(drawings) - 1) + [END_HOLD]
    with replacing_picture(path) as temporary:
        temporary.write_bytes(to_gif(drawings, seconds, scale=1.0))


def film(trial: PuzzleTrial, *, caption: str = "", theme: str = "light") -> Iterator[Drawing]:
    """The drawings of a trial, one for each thirtieth of a second."""
    count = int(trial.seconds * _FPS) + 1
    last = len(trial.states) - 1
    for number in range(count):
        frame = min(last, round(number * STEPS_PER_SECOND / _FPS / trial.stride))
        text = f"{caption or trial.scene.name}   {number / _FPS:.1f} s"
        yield draw(trial.scene, trial=trial, frame=frame, caption=text, theme=theme)


class _Canvas:
    """From a scene's lengths, y up, to px of a picture, y down."""

    def __init__(self, scene: Scene) -> None:
        rules = scene.rules
        self._scale = SIDE / (rules.right - rules.left)
        self._left, self._top = rules.left, rules.top

    def at(self, x: float, y: float) -> Point:
        return (x - self._left) * self._scale, (self._top - y) * self._scale

    def body(self, body: SceneBody, state: Array | None) -> Group:
        style = _STYLES.get((body.role, body.moves), _STILL)
        x, y, angle = (body.x, body.y, body.angle) if state is None else map(float, state)
        turn = math.degrees(angle)
        marks = [self._mark(moved(shape, x, y, turn), style) for shape in body.shapes]
        if body.round:
            marks.append(self._spoke(body.reach, x, y, angle))
        return Group(tuple(marks), body.name, body.name)

    def ball(self, ball: PlacedBall, name: str, state: Array | None) -> Group:
        x, y, angle = (ball.x, ball.y, 0.0) if state is None else map(float, state)
        disc = self._mark(Disc(x, y, ball.radius), _PLACED)
        return Group((disc, self._spoke(ball.radius, x, y, angle)), name, name)

    def paths(self, trial: PuzzleTrial, frame: int) -> Iterator[Group]:
        roles = {body.name: body.role for body in trial.scene.bodies}
        for number, name in enumerate(trial.names):
            points = trial.states[: frame + 1, number, :2]
            if len(points) < 2 or np.ptp(points, axis=0).max() * self._scale < 1.0:
                continue
            colour = _TRACES.get(roles.get(name, BodyRole.PLACED), Colour.PATH)
            line = tuple(self.at(float(x), float(y)) for x, y in points)
            yield Group((Polyline(line, Style(line=colour, width=1.2, opacity=0.7)),))

    def _mark(self, shape: Shape, style: Style) -> Mark:
        if isinstance(shape, Disc):
            return Circle(*self.at(shape.x, shape.y), shape.radius * self._scale, style)
        return Polygon(tuple(self.at(x, y) for x, y in shape.corners), style)

    def _spoke(self, radius: float, x: float, y: float, angle: float) -> Mark:
        """A short line that shows how far a ball has turned."""
        far = self.at(x + radius * math.cos(angle), y + radius * math.sin(angle))
        return Polyline((self.at(x, y), far), Style(line=Colour.INK, width=0.6, opacity=0.5))
