"""Contact sampling: balls that meet a moving body somewhere on its predicted path."""

from __future__ import annotations

import math
from collections.abc import Sequence

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
    BodyRole.SUBJECT: 4.0,
    BodyRole.TARGET: 2.0,
    BodyRole.OBSTACLE: 1.5,
    BodyRole.PLACED: 1.5,
}
_MEET, _WAIT = 0.6, 0.25  # shares of balls that meet the body in time and that come earlier
_REST = 120  # steps for which a ball may be late where the body rests
_HIGH = 0.5  # share of balls that fall on a resting body from as high as there is room, or nearly
_BELOW = 0.2  # share of points on the lower side of a resting body that are taken
_ANYWHERE = 0.05  # share of balls that are put anywhere
_BATCH = 48
_CLEARANCE = 1e-4  # kept where the rules forbid touching


class Room:
    """Where the rules allow a ball, for many balls at once."""

    def __init__(self, scene: Scene) -> None:
        self.rules = scene.rules
        bodies = scene.bodies
        self._all = Outlines(
            [s for b in bodies for s in (b.at_start() if b.keep_out is None else b.keep_out)]
        )
        self.static = Outlines([s for b in bodies if not b.moves for s in b.at_start()])
        # A ball on whole pixels stands for an action half a pixel further on.
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
        """Which of the balls (n x 3) keep away from balls that are placed already."""
        clear = np.ones(len(balls), bool)
        for other in others:
            away = np.hypot(balls[:, 0] - other.x, balls[:, 1] - other.y)
            clear &= away >= balls[:, 2] + other.radius + self.rules.apart
        return clear


class Aim:
    """Draws balls that meet what moves in one run.

    `paths` is a run without the ball that is to be drawn; `others` are the balls that stay.
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
        self._stock: list[PlacedBall] = []

    def draw(self) -> PlacedBall:
        """One ball that the rules allow."""
        while not self._stock:
            self._stock = self._batch()
        return self._stock.pop()

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
        """Mostly large: what is at rest needs a heavy push."""
        least, most = self.scene.rules.least_radius, self.scene.rules.most_radius
        return least + math.sqrt(self.rng.random()) * (most - least)

    def _batch(self) -> list[PlacedBall]:
        rng = self.rng
        balls = np.empty((_BATCH, 3))
        fall = np.zeros(_BATCH)
        for row in range(_BATCH):
            if rng.random() < _ANYWHERE:
                balls[row] = self._uniform()
                continue
            radius = self._radius()
            x, y, fall[row] = self._meeting(radius)
            balls[row] = x, y + fall[row], radius
        balls = self.room.snap(balls)
        good = self.room.allowed(balls) & self.room.apart(balls, self._others)
        good[good] = self._clear(balls[good], fall[good])
        return [PlacedBall(*map(float, ball)) for ball in balls[good]]

    def _meeting(self, radius: float) -> tuple[float, float, float]:
        """Where a ball of this radius touches a body, and how far it falls before that."""
        rng = self.rng
        number = int(rng.choice(len(self._targets), p=self._weights))
        settled, stride = self._settled[number], self._paths.stride
        frame = min(settled, int(rng.integers(0, settled + _REST // stride + 1)))
        rests = frame == settled
        body, state = self._targets[number], self._paths.states[frame, number]
        kind = rng.random()
        cos, sin = math.cos(state[2]), math.sin(state[2])
        while True:
            (px, py), (nx, ny) = _surface(body, rng)
            up = sin * nx + cos * ny
            if not rests or kind > _MEET + _WAIT or up > 0.0 or rng.random() < _BELOW:
                break
        x = state[0] + cos * px - sin * py + radius * (cos * nx - sin * ny)
        y = state[1] + sin * px + cos * py + radius * up
        steps = frame * stride
        fallen = self._fall * steps * (steps + 1) / 2
        room = self.scene.rules.top - radius - y
        if rests and fallen < room and rng.random() < _HIGH:
            fallen += (room - fallen) * math.sqrt(rng.random())
        elif rests:  # from then on: any later time will do
            steps += int(rng.integers(0, _REST))
            fallen = self._fall * steps * (steps + 1) / 2
        if kind < _MEET:
            return x, y, fallen
        if kind < _MEET + _WAIT:
            return x, y, fallen * rng.random()
        return x, y, 0.0

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
