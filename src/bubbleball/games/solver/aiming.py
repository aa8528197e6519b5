"""Contact sampling: balls that meet a moving body somewhere on its predicted path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum, auto

import numpy as np

from bubbleball.game.arrays import Array, Mask
from bubbleball.game.geometry import Disc
from bubbleball.games.arena import ball_name
from bubbleball.games.scene import (
    STEPS_PER_SECOND,
    BodyRole,
    Constants,
    PlacedBall,
    Scene,
    SceneBody,
)
from bubbleball.games.solver.outlines import Outlines
from bubbleball.games.trial import PuzzleTrial

_WEIGHTS = {
    BodyRole.SUBJECT: 2.0,
    BodyRole.TARGET: 1.0,
    BodyRole.OBSTACLE: 1.5,
    BodyRole.PLACED: 1.5,
}
_REST = 120  # steps by which a ball may be late where the body rests
_HIGH = 0.5  # share of balls that fall on a resting body from the greatest height, or nearly
_BELOW = 0.2  # share of points on the lower side of a resting body that are taken
_BESIDE = 20 / 256  # of the scene's width; mean gap of a ball that is put beside a body
_COLUMN = 12 / 256  # of the scene's width; spread of balls above and below a body, besides its own
_BATCH = 32
_BATCHES = 10  # without a legal ball, after which it is put anywhere
_CLEARANCE = 1e-4  # kept where the rules forbid touching


class Approach(StrEnum):
    """How a ball is placed with respect to the path of a body.

    MEET: it falls on the body in time.
    WAIT: it arrives there earlier.
    TOUCH: it is put where it touches the body at some time.
    BESIDE: it is put near such a place; half of these balls are near the body's start.
    COLUMN: it is put above or below such a place, at any height, whatever is in between.
    ANYWHERE: it is put regardless of the path.
    """

    MEET = auto()
    WAIT = auto()
    TOUCH = auto()
    BESIDE = auto()
    COLUMN = auto()
    ANYWHERE = auto()


_APPROACHES = tuple(Approach)
_SHARES = (0.2, 0.1, 0.2, 0.2, 0.2, 0.1)  # of the balls, in the order of the approaches


class Room:
    """Where the rules allow a ball, for many balls at once."""

    def __init__(self, scene: Scene) -> None:
        self.rules = scene.rules
        bodies = scene.bodies
        self._all = Outlines(
            [s for b in bodies for s in (b.at_start() if b.keep_out is None else b.keep_out)]
        )
        self.static = Outlines([s for b in bodies if not b.moves for s in b.at_start()])
        # A ball on whole pixels stands for an action half a pixel further.
        self._shift = self.rules.grid / 2

    def snap(self, balls: Array) -> Array:
        """Balls (n x 3: x, y, radius) on the grid of the game."""
        grid = self.rules.grid
        return np.round(balls / grid) * grid if grid else np.round(balls, 4)

    def allowed(self, balls: Array) -> Mask:
        """Which of the balls (n x 3) the rules allow."""
        rules, radius = self.rules, balls[:, 2]
        x, y = balls[:, 0] + self._shift, balls[:, 1] + self._shift
        fits = (radius >= rules.least_radius) & (radius <= rules.most_radius)
        fits &= (x >= rules.left + radius) & (x <= rules.right - radius)
        fits &= (y >= rules.bottom + radius) & (y <= rules.top - radius)
        gap = self._all.distance(balls[:, :2]) - radius
        return fits & (gap >= 0.0 if rules.may_touch else gap > _CLEARANCE)

    def apart(self, balls: Array, others: Sequence[PlacedBall]) -> Mask:
        """Which of the balls (n x 3) keep away from balls that are already placed."""
        clear = np.ones(len(balls), bool)
        for other in others:
            away = np.hypot(balls[:, 0] - other.x, balls[:, 1] - other.y)
            clear &= away >= balls[:, 2] + other.radius + self.rules.apart
        return clear


class Aim:
    """Draws balls that meet the moving bodies of one run.

    `paths` is a run without the ball to be drawn; `others` are the balls that stay.
    """

    def __init__(
        self,
        room: Room,
        constants: Constants,
        paths: PuzzleTrial,
        rng: np.random.Generator,
        others: Sequence[PlacedBall] = (),
    ) -> None:
        scene = self.scene = paths.scene
        self.room = room
        self.rng = rng
        self._paths = paths
        self._others = others
        self._fall = constants.gravity * scene.rules.unit / STEPS_PER_SECOND**2
        bodies = {body.name: body for body in scene.bodies}
        placed = {ball_name(number): ball for number, ball in enumerate(paths.balls, start=1)}
        self._targets = [
            bodies[name] if name in bodies else _as_body(name, placed[name]) for name in paths.names
        ]
        weights = np.array([_WEIGHTS[body.role] for body in self._targets])
        self._weights = weights / weights.sum()
        self._settled = [_settled(paths.path(name)) for name in paths.names]
        self._stocks: dict[tuple[int, Approach], list[PlacedBall]] = {}

    def draw(self) -> PlacedBall:
        """One ball that the rules allow.

        Approach and body are drawn first, so that those with few allowed balls are drawn as often.
        """
        approach = _APPROACHES[int(self.rng.choice(len(_APPROACHES), p=_SHARES))]
        if approach == Approach.ANYWHERE:
            return self.anywhere()
        number = int(self.rng.choice(len(self._targets), p=self._weights))
        stock = self._stocks.setdefault((number, approach), [])
        for _ in range(_BATCHES):
            if stock:
                return stock.pop()
            stock += self._batch(number, approach)
        return self.anywhere()

    def anywhere(self) -> PlacedBall:
        """A ball that the rules allow, with no aim at all."""
        while True:
            row = self.room.snap(np.array([self._uniform()]))
            if self.room.allowed(row)[0] and self.room.apart(row, self._others)[0]:
                return PlacedBall(*map(float, row[0]))

    def _uniform(self) -> tuple[float, float, float]:
        rng, rules = self.rng, self.scene.rules
        radius = self._radius()
        x = rng.uniform(rules.left + radius, rules.right - radius)
        return x, rng.uniform(rules.bottom + radius, rules.top - radius), radius

    def _radius(self) -> float:
        """Mostly large: a resting body needs a heavy push."""
        least, most = self.scene.rules.least_radius, self.scene.rules.most_radius
        return least + math.sqrt(self.rng.random()) * (most - least)

    def _batch(self, number: int, approach: Approach) -> list[PlacedBall]:
        balls = np.empty((_BATCH, 3))
        fall = np.zeros(_BATCH)
        for row in range(_BATCH):
            radius = self._radius()
            x, y, fall[row] = self._meeting(number, approach, radius)
            balls[row] = x, y + fall[row], radius
        balls = self.room.snap(balls)
        good = self.room.allowed(balls) & self.room.apart(balls, self._others)
        good[good] = self._clear(balls[good], fall[good])
        return [PlacedBall(*map(float, ball)) for ball in balls[good]]

    def _meeting(
        self, number: int, approach: Approach, radius: float
    ) -> tuple[float, float, float]:
        """Where a ball of this radius must be, and how far it falls before that."""
        rng, rules = self.rng, self.scene.rules
        settled, stride = self._settled[number], self._paths.stride
        frame = min(settled, int(rng.integers(0, settled + _REST // stride + 1)))
        if approach == Approach.BESIDE and rng.random() < 0.5:
            frame = 0
        rests, falls = frame == settled, approach in (Approach.MEET, Approach.WAIT)
        body, state = self._targets[number], self._paths.states[frame, number]
        size = rules.right - rules.left
        if approach == Approach.COLUMN:
            x = state[0] + rng.normal(0.0, body.reach + _COLUMN * size)
            return x, rng.uniform(rules.bottom + radius, rules.top - radius), 0.0
        cos, sin = math.cos(state[2]), math.sin(state[2])
        while True:
            (px, py), (nx, ny) = _surface(body, rng)
            up = sin * nx + cos * ny
            if not (rests and falls) or up > 0.0 or rng.random() < _BELOW:
                break
        away = radius + (rng.exponential(_BESIDE * size) if approach == Approach.BESIDE else 0.0)
        x = state[0] + cos * px - sin * py + away * (cos * nx - sin * ny)
        y = state[1] + sin * px + cos * py + away * up
        if not falls:
            return x, y, 0.0
        fallen = self._fallen(frame, rests=rests, space=rules.top - radius - y)
        return x, y, fallen if approach == Approach.MEET else fallen * rng.random()

    def _fallen(self, frame: int, *, rests: bool, space: float) -> float:
        """How far a ball falls until a frame; any later time will do where the body rests."""
        rng, steps = self.rng, frame * self._paths.stride
        fallen = self._fall * steps * (steps + 1) / 2
        if rests and fallen < space and rng.random() < _HIGH:
            return float(fallen + (space - fallen) * math.sqrt(rng.random()))
        if rests:
            steps += int(rng.integers(0, _REST))
        return self._fall * steps * (steps + 1) / 2

    def _clear(self, balls: Array, fall: Array) -> Mask:
        """Which balls fall that far without meeting anything fixed."""
        clear = np.ones(len(balls), bool)
        for share in (0.2, 0.4, 0.6, 0.8, 0.95):
            points = balls[:, :2] - np.outer(fall * share, (0.0, 1.0))
            clear &= (fall == 0.0) | (self.room.static.distance(points) > 0.9 * balls[:, 2])
        return clear


def _as_body(name: str, ball: PlacedBall) -> SceneBody:
    return SceneBody(
        name, ball.x, ball.y, 0.0, (Disc(0.0, 0.0, ball.radius),), True, BodyRole.PLACED
    )


def _settled(path: Array) -> int:
    """The first frame after which a body hardly moves."""
    apart = np.abs(path[:, :2] - path[-1, :2]).max(axis=1)
    moving = np.flatnonzero(apart > 1e-3 * max(1.0, float(np.abs(path).max())))
    return int(moving[-1]) + 1 if len(moving) else 0


def _surface(
    body: SceneBody, rng: np.random.Generator
) -> tuple[tuple[float, float], tuple[float, float]]:
    """A random point on a body's surface and the normal there, in the body's frame."""
    shape = body.shapes[int(rng.integers(len(body.shapes)))]
    if isinstance(shape, Disc):
        turn = rng.uniform(0, 2 * math.pi)
        normal = math.cos(turn), math.sin(turn)
        return (shape.x + shape.radius * normal[0], shape.y + shape.radius * normal[1]), normal
    corners: Sequence[tuple[float, float]] = shape.corners
    edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    lengths = np.array([math.dist(*edge) for edge in edges])
    (ax, ay), (bx, by) = edges[int(rng.choice(len(edges), p=lengths / lengths.sum()))]
    share = rng.random()
    nx, ny = by - ay, ax - bx
    length = math.hypot(nx, ny)
    middle = np.mean(corners, axis=0)
    side = 1.0 if nx * (ax - middle[0]) + ny * (ay - middle[1]) > 0 else -1.0
    return (ax + share * (bx - ax), ay + share * (by - ay)), (
        side * nx / length,
        side * ny / length,
    )
