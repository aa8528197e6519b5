"""H-2: a Main Block in motion. A lever on an underpin, struck by a hammer, throws the ball.

The paper finds the state of the Main Block at contact, angular velocity included, and then what
brings it there. Underpin and hammer are its Supporting Blocks:

1. Moment equilibrium gives the poses at which the lever rests on the underpin.
2. Rotational dynamics give a first guess of the hammer's drop. A hammer of mass m that falls by h
   and sticks to a lever of moment of inertia I about its pivot, at arm a, turns it by
   w = m a sqrt(2 g h) / (I + m a²); the lever's other end must meet the ball where the recorded
   path is at that time, and throw it towards the Local Target Set (eq. 11).
3. The best guesses are run in the believed world *without the ball*, which gives the motion of the
   Main Block (the paper's g); the ball is struck by that motion (`model/events/struck`).

Where no lever rests below the ball, one block is the Main Block: it is let go somewhere above, and
falls, slides or rolls into the ball.

Trials correct what the models do not know: how much of an impulse reaches the ball.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import area, moved
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_WIDTH, TRAY_HEIGHT, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches
from bubbleball.game.world import World
from bubbleball.method.resting import ROUND, Resting, centre_of_mass, polygon, solids_of
from bubbleball.method.throw_plan import Launch, Throw
from bubbleball.model.events.struck import (
    BALL_VY,
    BALL_X,
    FIRST,
    LAST,
    REACH,
    STRUCK,
    MovingBlocks,
    strike,
    struck_workspace,
)
from bubbleball.model.statics import boundary

LEVER_LENGTH = 75.0  # px; shorter wood makes no lever
FRAMES = 120  # of the blocks' motion; two seconds
UPRIGHT = 0.5  # share of the blocks let go that are not turned
_ROUNDS = 6  # of the fixed point for the height of the drop


class MovingBlockSearch:
    """Looks for throws from one recorded path towards one aim."""

    def __init__(
        self,
        level: Level,
        base: Sequence[Placement],
        path: Array,
        aim: tuple[float, float],
        physics: Physics,
        rng: np.random.Generator,
    ) -> None:
        self.level, self.base, self.path, self.aim = level, tuple(base), path, aim
        self.physics, self.rng = physics, rng
        self._resting = Resting(level, base, physics)
        self._solids = solids_of(level, base)
        placed = {placement.piece for placement in base}
        self._rests: dict[tuple[Part, Part | None], list[tuple[Array | None, Array]]] | None = None
        self._wood = [p for p in level.pieces if p.kind.wooden and p.id not in placed]

    @property
    def possible(self) -> bool:
        """Whether there is wood to set in motion."""
        return bool(self._wood)

    def guesses(self, count: int) -> Iterator[Throw]:
        """First guesses: levers by statics and rotational dynamics, or else wood that is let go."""
        if self._rests is None:
            self._rests = {pair: self._lever_rests(*pair) for pair in self._pairs()}
        rests = self._rests
        pairs = [pair for pair, found in rests.items() if found]
        if not pairs:
            yield from (self._let_go() for _ in range(count if self._wood else 0))
            return
        for _ in range(count):
            lever, pin = pairs[int(self.rng.integers(len(pairs)))]
            found = rests[lever, pin]
            below, pose = found[int(self.rng.integers(len(found)))]
            throw = self._guess(lever, pin, below, pose)
            if throw is not None:
                yield throw

    def run(self, throw: Throw) -> Throw | None:
        """The same throw with the motion of its blocks; None if it breaks a rule."""
        if next(breaches(self.level, (*self.base, *throw.placements)), None) is not None:
            return None
        world = World(self.level, (*self.base, *throw.placements), self.physics, ball=False)
        movers, motion = world.motion(FRAMES)
        return replace(throw, movers=movers, motion=motion)

    def launches(self, throw: Throw, gives: Sequence[float]) -> Iterator[Launch | None]:
        """How the ball leaves the blocks; a give scales what reaches it, as trials have shown."""
        if throw.motion is None:
            yield from (None for _ in gives)
            return
        gravity = self.physics.gravity * PIXELS_PER_METRE
        bounce = self.physics.restitution
        blocks, workspace = self._moving(throw), struck_workspace()
        lever = throw.movers.index(throw.lever)
        for give in gives:
            blocks.shares[lever] = min(throw.share * give, 1.0)
            result = np.zeros(STRUCK)
            if strike(self.path, blocks, self._solids, gravity, bounce, result, workspace):
                ball = result[BALL_X : BALL_VY + 1].tolist()
                yield Launch(int(result[FIRST]), int(result[LAST]), *ball)
            else:
                yield None

    def near(self, throw: Throw, scale: float) -> Throw:
        """The same throw with the hammers, or else the block that is let go, moved a little."""
        dx, dy = self.rng.normal(0.0, scale, 2).tolist()
        lever = next(i for i, p in enumerate(throw.placements) if p.piece == throw.lever)
        first = min(lever + 1, len(throw.placements) - 1)
        hammers = tuple(
            replace(p, x=p.x + dx, y=max(p.y + dy, self._highest(p)))
            for p in throw.placements[first:]
        )
        return replace(throw, placements=throw.placements[:first] + hammers, motion=None)

    def _highest(self, placement: Placement) -> float:
        part = self.level.piece(placement.piece)
        return TRAY_HEIGHT + (part.height / 2 if part else 0.0) + 0.1

    def _pairs(self) -> Iterator[tuple[Part, Part | None]]:
        """Every lever, on the ground and on every underpin."""
        for lever in self._wood:
            if _length(lever) >= LEVER_LENGTH:
                yield lever, None
                if len(self._wood) > 2:
                    for pin in self._wood:
                        if pin is not lever:
                            yield lever, pin

    def _lever_rests(self, lever: Part, pin: Part | None) -> list[tuple[Array | None, Array]]:
        """Where a lever rests below the recorded ball, with the pose of its underpin."""
        if pin is None:
            rests: list[tuple[Array | None, Array]] = [
                (None, pose) for pose in self._resting.alone(lever)
            ]
        else:
            stands = self._resting.alone(pin, spacing=12.0)
            near = np.abs(stands[:, 0] - self.path[0, 0]) < _length(lever) + pin.width / 2
            pairs = self._resting.supported(lever, pin, stands[near], spacing=12.0)
            rests = [(below, pose) for below, pose in pairs]
        return [(below, pose) for below, pose in rests if self._below_ball(lever, pose)]

    def _below_ball(self, lever: Part, pose: Array) -> bool:
        corners = polygon(moved(lever.outline, *pose.tolist()))
        inside = corners[:, 0].min() < self.path[0, 0] < corners[:, 0].max()
        return bool(inside) and self._arrival(corners) is not None

    def _let_go(self) -> Throw:
        """One piece above the ball's lowest place, from where it falls, slides or rolls."""
        rng = self.rng
        part = self._wood[int(rng.integers(len(self._wood)))]
        top = TRAY_HEIGHT + _length(part) / 2
        y = rng.uniform(top, max(top, float(self.path[:, 1].max())))
        turn = 0.0 if rng.random() < UPRIGHT else float(rng.uniform(-180.0, 180.0))
        at = Placement(part.id, float(rng.uniform(0.0, SCREEN_WIDTH)), float(y), turn)
        mass = self._mass(part)
        return Throw((at,), part.id, mass / (mass + self._ball_mass()))

    def _guess(
        self, lever: Part, pin: Part | None, below: Array | None, pose: Array
    ) -> Throw | None:
        """Draw the hammers and where they fall; the dynamics say from how high."""
        rng = self.rng
        corners = polygon(moved(lever.outline, *pose.tolist()))
        left, right = float(corners[:, 0].min()), float(corners[:, 0].max())
        ball = float(self.path[0, 0])
        hammers = [p for p in self._wood if p is not lever and p is not pin]
        chosen = [hammers[i] for i in rng.permutation(len(hammers))[: 1 + int(rng.integers(2))]]
        side = 1.0 if (left + right) / 2 > ball else -1.0  # the hammer falls beyond the middle
        x = (right if side > 0 else left) - side * rng.uniform(-0.05, 0.45) * (right - left)
        pivot = self._pivot(corners, pin, below, side)
        arm = side * (x - pivot[0])
        if not chosen or arm < 2.0:
            return None
        inside = min(max(x, left + 0.1), right - 0.1)
        top = boundary(corners, len(corners), inside, -1.0, np.zeros(2))
        room = top - TRAY_HEIGHT - 0.5 - sum(part.height + 1.0 for part in chosen)
        meets = self._arrival(corners)
        if room < 5.0 or meets is None:
            return None
        mass, inertia = sum(map(self._mass, chosen)), self._inertia(lever, corners, pivot)
        drop = self._drop(meets, mass * arm / (inertia + mass * arm**2), room)
        heavy = (inertia + mass * arm**2) / max(abs(ball - pivot[0]), 1.0) ** 2
        stood = () if below is None or pin is None else (_placed(pin, below),)
        return Throw(
            (*stood, _placed(lever, pose), *self._stack(chosen, x, top - drop)),
            lever.id,
            heavy / (heavy + self._ball_mass()),
        )

    def _drop(self, meets: float, gain: float, room: float) -> float:
        """The height from which a hammer falls to meet the ball through the lever, px.

        Its fall and the swing of the lever together last until the ball is there. How far the
        lever swings until then is drawn.
        """
        gravity = self.physics.gravity * PIXELS_PER_METRE
        swing, drop = math.radians(self.rng.uniform(0.0, 40.0)), room
        for _ in range(_ROUNDS):
            turning = gain * math.sqrt(2 * gravity * drop)
            fall = max(meets - swing / max(turning, 0.1), 0.0)
            drop = min(max(0.5 * gravity * fall**2, 1.0), room)
        return drop

    def _arrival(self, corners: Array) -> float | None:
        """When the recorded ball would land on the lever at rest, s."""
        x, normal = float(self.path[0, 0]), np.zeros(2)
        y = boundary(corners, len(corners), x, -1.0, normal)
        below = np.flatnonzero(self.path[:, 1] >= y + REACH / min(float(normal[1]), -0.2))
        if not len(below) or below[0] == 0:
            return None
        return float(below[0]) * SECONDS_PER_STEP

    def _stack(self, hammers: Sequence[Part], x: float, bottom: float) -> Iterator[Placement]:
        """Hammers above one another, the lowest with its lower side at `bottom`."""
        for part in hammers:
            yield Placement(part.id, x, bottom - part.height / 2, 0.0)
            bottom -= part.height + 1.0

    def _pivot(
        self, corners: Array, pin: Part | None, below: Array | None, side: float
    ) -> tuple[float, float]:
        """What the lever turns about when its end on `side` is pushed down."""
        middle = centre_of_mass(corners)
        if pin is not None and below is not None:
            shape = polygon(moved(pin.outline, *below.tolist()))
            x = float(np.clip(middle[0], shape[:, 0].min(), shape[:, 0].max()))
            if side * (shape[:, 0].mean() - middle[0]) > 0:
                x = float(shape[:, 0].min() if side > 0 else shape[:, 0].max())
        else:
            x = float(middle[0])
        x = float(np.clip(x, corners[:, 0].min() + 0.1, corners[:, 0].max() - 0.1))
        return x, boundary(corners, len(corners), x, 1.0, np.zeros(2))

    def _moving(self, throw: Throw) -> MovingBlocks:
        assert throw.motion is not None
        parts = [part for part in self.level.parts if part.id in throw.movers]
        parts.sort(key=lambda part: throw.movers.index(part.id))
        corners = np.zeros((len(parts), ROUND, 2))
        sizes = np.zeros(len(parts), np.int64)
        for row, part in enumerate(parts):
            points = polygon(part.outline)
            corners[row, : len(points)], sizes[row] = points, len(points)
        poses, rates = throw.motion[:, :, :3].copy(), throw.motion[:, :, 3:].copy()
        poses[:, :, 2], rates[:, :, 2] = np.radians(poses[:, :, 2]), np.radians(rates[:, :, 2])
        return MovingBlocks(corners, sizes, poses, rates, np.ones(len(parts)))

    def _mass(self, part: Part) -> float:
        physics = self.physics
        catapult = part.kind is Kind.CATAPULT
        return area(part.outline) * (physics.catapult_density if catapult else physics.wood_density)

    def _ball_mass(self) -> float:
        return math.pi * BALL_RADIUS**2 * self.physics.ball_density

    def _inertia(self, lever: Part, corners: Array, pivot: tuple[float, float]) -> float:
        """Moment of inertia of the lever about the pivot, as of a thin rod."""
        middle = centre_of_mass(corners)
        off = (middle[0] - pivot[0]) ** 2 + (middle[1] - pivot[1]) ** 2
        return float(self._mass(lever) * (_length(lever) ** 2 / 12 + off))


def _length(part: Part) -> float:
    return max(part.width, part.height)


def _placed(part: Part | None, pose: Array) -> Placement:
    assert part is not None
    return Placement(part.id, *map(float, pose))
