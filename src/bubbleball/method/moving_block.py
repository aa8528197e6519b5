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
from functools import cached_property

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
from bubbleball.method.throw_plan import Launch, LeverRest, Throw
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
        self._wood = [p for p in level.pieces if p.kind.wooden and p.id not in placed]

    @cached_property
    def families(self) -> tuple[list[LeverRest] | Part, ...]:
        """What throws are drawn from: a lever at its rests on one underpin, or wood to let go."""
        rests = ([*self._lever_rests(*pair)] for pair in self._pairs())
        return tuple(found for found in rests if found) or tuple(self._kinds())

    def guesses(self, count: int, family: int | None = None) -> Iterator[Throw]:
        """First guesses of one family or of all: levers by statics and rotational dynamics."""
        for _ in range(count if self.families else 0):
            number = int(self.rng.integers(len(self.families))) if family is None else family
            drawn = self.families[number]
            if isinstance(drawn, Part):
                yield self._let_go(drawn)
            else:
                throw = self._guess(drawn[int(self.rng.integers(len(drawn)))])
                if throw is not None:
                    yield throw

    def run(self, throw: Throw, frames: int = FRAMES) -> Throw | None:
        """The same throw with the motion of its blocks; None if it breaks a rule."""
        if next(breaches(self.level, (*self.base, *throw.placements)), None) is not None:
            return None
        world = World(self.level, (*self.base, *throw.placements), self.physics, ball=False)
        movers, motion = world.motion(frames)
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

    def _kinds(self, *without: str) -> list[Part]:
        """One piece of each kind of wood that is left."""
        used = {placement.piece for placement in self.base} | {*without}
        return [part for part in self.level.one_of_each(used) if part.kind.wooden]

    def _pairs(self) -> Iterator[tuple[Part, Part | None]]:
        """Every lever, on the ground and on every underpin."""
        for lever in self._kinds():
            if _length(lever) >= LEVER_LENGTH:
                yield lever, None
                yield from ((lever, pin) for pin in self._kinds(lever.id))

    def _lever_rests(self, lever: Part, pin: Part | None) -> Iterator[LeverRest]:
        """Where a lever rests below the recorded ball."""
        hammers = tuple(p for p in self._wood if p is not lever and p is not pin)
        if not hammers:
            return
        if pin is None:
            rests = self._resting.alone(lever)[:, None]
        else:
            stands = self._resting.alone(pin, spacing=12.0)
            near = np.abs(stands[:, 0] - self.path[0, 0]) < _length(lever) + pin.width / 2
            rests = self._resting.supported(lever, pin, stands[near], spacing=12.0)
        ball = float(self.path[0, 0])
        for poses in rests:
            corners = polygon(moved(lever.outline, *poses[-1].tolist()))
            left, right = float(corners[:, 0].min()), float(corners[:, 0].max())
            meets = self._arrival(corners) if left < ball < right else None
            if meets is None:
                continue
            side = 1.0 if (left + right) / 2 > ball else -1.0  # the hammer falls beyond the middle
            below = None if pin is None else polygon(moved(pin.outline, *poses[0].tolist()))
            pivot = _pivot(corners, below, side)
            parts = (lever,) if pin is None else (pin, lever)
            yield LeverRest(
                tuple(Placement.at(part.id, pose) for part, pose in zip(parts, poses, strict=True)),
                lever,
                hammers,
                corners,
                meets,
                side,
                pivot[0],
                self._inertia(lever, corners, pivot),
            )

    def _let_go(self, part: Part) -> Throw:
        """One piece above the ball's lowest place, from where it falls, slides or rolls."""
        rng = self.rng
        top = TRAY_HEIGHT + _length(part) / 2
        y = rng.uniform(top, max(top, float(self.path[:, 1].max())))
        turn = 0.0 if rng.random() < UPRIGHT else float(rng.uniform(-180.0, 180.0))
        at = Placement(part.id, float(rng.uniform(0.0, SCREEN_WIDTH)), float(y), turn)
        mass = self._mass(part)
        return Throw((at,), part.id, mass / (mass + self._ball_mass()))

    def _guess(self, rest: LeverRest) -> Throw | None:
        """Draw the hammers and where they fall; the dynamics say from how high."""
        rng, corners, side = self.rng, rest.corners, rest.side
        left, right = float(corners[:, 0].min()), float(corners[:, 0].max())
        count = 1 + int(rng.integers(2))
        chosen = [rest.hammers[i] for i in rng.permutation(len(rest.hammers))[:count]]
        x = (right if side > 0 else left) - side * rng.uniform(-0.05, 0.45) * (right - left)
        arm = side * (x - rest.pivot)
        if arm < 2.0:
            return None
        inside = min(max(x, left + 0.1), right - 0.1)
        top = boundary(corners, len(corners), inside, -1.0, np.zeros(2))
        room = top - TRAY_HEIGHT - 0.5 - sum(part.height + 1.0 for part in chosen)
        if room < 5.0:
            return None
        mass = sum(map(self._mass, chosen))
        whole = rest.inertia + mass * arm**2
        drop = self._drop(rest.meets, mass * arm / whole, room)
        heavy = whole / max(abs(float(self.path[0, 0]) - rest.pivot), 1.0) ** 2
        return Throw(
            (*rest.placements, *self._stack(chosen, x, top - drop)),
            rest.lever.id,
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


def _pivot(corners: Array, below: Array | None, side: float) -> tuple[float, float]:
    """What a lever turns about when its end on `side` is pushed down; `below`: its underpin."""
    middle = centre_of_mass(corners)
    x = float(middle[0])
    if below is not None:
        x = float(np.clip(x, below[:, 0].min(), below[:, 0].max()))
        if side * (below[:, 0].mean() - middle[0]) > 0:
            x = float(below[:, 0].min() if side > 0 else below[:, 0].max())
    x = float(np.clip(x, corners[:, 0].min() + 0.1, corners[:, 0].max() - 0.1))
    return x, boundary(corners, len(corners), x, 1.0, np.zeros(2))
