"""What a world keeps of its run: the states of the parts that move, the contacts of the ball."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.engine import AnyEngine, Body, Touch, Vector
from bubbleball.game.geometry import Point
from bubbleball.game.physics import PIXELS_PER_METRE

NEVER = -1  # a number of contacts that no world has

State = tuple[float, float, float, float]  # x, y, vx, vy; m and m/s


def pixels(x: float, y: float) -> Point:
    """A point or a velocity of the engine, in px or px/s."""
    return x * PIXELS_PER_METRE, y * PIXELS_PER_METRE


class Movers:
    """The bodies that can move, besides the ball, and their states in every frame."""

    def __init__(self, engine: AnyEngine) -> None:
        self._engine = engine
        self._bodies: list[tuple[str, Body, Vector, Vector]] = []  # id, body, its live views
        self._states: list[list[tuple[float, ...]]] = []  # runs of equal frames are kept once
        self._repeats: list[int] = []
        self.wake()

    def __len__(self) -> int:
        return len(self._bodies)

    @property
    def ids(self) -> tuple[str, ...]:
        """In building order."""
        return tuple(part_id for part_id, *_ in self._bodies)

    def add(self, part_id: str, body: Body) -> None:
        """Follow one more body."""
        self._bodies.append((part_id, body, body.position, body.linearVelocity))

    def start(self) -> None:
        """Make the present states frame 0."""
        self._states, self._repeats = [self._now()], [1]

    def wake(self) -> None:
        """Forget that everything slept: something outside the engine's steps has changed."""
        self._slept, self._alone_at = False, NEVER

    def look_again(self) -> None:
        """Forget that the ball had no neighbour: it has been moved."""
        self._alone_at = NEVER

    def awake(self) -> bool:
        """Whether any of them is awake."""
        return any(body.awake for _, body, *_ in self._bodies)

    def awake_above(self, y: float) -> bool:
        """Whether any of them is awake above a height, m."""
        return any(at.y <= y and body.awake for _, body, at, _ in self._bodies)

    def places(self) -> list[Vector]:
        """Live views of the positions."""
        return [at for _, _, at, _ in self._bodies]

    def keep(self, ball: Body) -> None:
        """Record a frame; while all bodies sleep, only count the last states once more."""
        count = self._engine.contact_count
        if self._alone_at != NEVER and count() == self._alone_at:
            self._repeats[-1] += 1  # asleep, and the ball has had no neighbour since
            return
        slept, self._slept = self._slept, not self.awake()
        if slept and self._slept:
            self._repeats[-1] += 1
        else:
            self._states.append(self._now())
            self._repeats.append(1)
        untouched = self._slept and not self._engine.neighbours(ball)
        self._alone_at = count() if untouched else NEVER

    def keep_now(self) -> None:
        """Record a frame whatever sleeps."""
        self._states.append(self._now())
        self._repeats.append(1)

    def last(self) -> Array:
        """The last recorded states: movers x 6, in the units of a trial."""
        states: Array = self._scaled(self._states[-1:])[0]
        return states

    def frames(self) -> Array:
        """The recorded states: frames x movers x 6, in the units of a trial."""
        return np.repeat(self._scaled(self._states), self._repeats, axis=0)

    def _now(self) -> list[tuple[float, ...]]:
        return [
            (at.x, at.y, body.angle, speed.x, speed.y, body.angularVelocity)
            for _, body, at, speed in self._bodies
        ]

    def _scaled(self, states: Sequence[Sequence[tuple[float, ...]]]) -> Array:
        flat = chain.from_iterable(chain.from_iterable(states))
        scaled = np.fromiter(flat, np.float64).reshape(len(states), len(self._bodies), 6)
        for lengths, degrees in ((slice(0, 2), 2), (slice(3, 5), 5)):
            scaled[:, :, lengths] *= PIXELS_PER_METRE
            scaled[:, :, degrees] = np.degrees(scaled[:, :, degrees])
        for number, (_, body, *_) in enumerate(self._bodies):
            cx, cy = body.localCenter
            if cx or cy:  # the engine gives the velocity of the centre of mass, not of the box
                turn, spin = np.radians(scaled[:, number, (2, 5)]).T
                cos, sin = np.cos(turn), np.sin(turn)
                scaled[:, number, 3] += spin * (sin * cx + cos * cy) * PIXELS_PER_METRE
                scaled[:, number, 4] -= spin * (cos * cx - sin * cy) * PIXELS_PER_METRE
        return scaled


class Contacts:
    """What the ball touched, from when to when.

    touching: the parts that the ball touches now, each with the index of its open contact.
    """

    def __init__(self, engine: AnyEngine, movers: Movers) -> None:
        self._engine = engine
        self._movers = movers
        self._contacts: list[Contact] = []
        self.touching: dict[str, int] = {}

    def __iter__(self) -> Iterator[Contact]:
        return iter(self._contacts)

    def update(self, ball: Body, frames: Sequence[State], effects: Sequence[Effect]) -> int:
        """Record the contacts that began or ended in the last frame.

        Return the number of contacts in the world at which nothing more can begin, or NEVER: as
        long as nothing moves but the ball, and it has no neighbour that it does not touch yet.
        """
        frame = len(frames) - 1
        touching = self.touching
        edges = self._engine.neighbours(ball)
        now = set()
        for edge in edges:
            contact = edge.contact
            if contact.touching:
                part_id = edge.other.userData
                now.add(part_id)
                if part_id not in touching:
                    touching[part_id] = len(self._contacts)
                    self._contacts.append(_began(part_id, contact, frames, effects))
        if len(now) < len(touching):
            for part_id in [part_id for part_id in touching if part_id not in now]:
                index = touching.pop(part_id)
                self._contacts[index] = dataclasses.replace(self._contacts[index], until=frame)
        steady = len(now) == len(edges) == 1 and not self._movers.awake()
        return self._engine.contact_count() if steady else NEVER


def _began(
    part_id: str, contact: Touch, frames: Sequence[State], effects: Sequence[Effect]
) -> Contact:
    frame = len(frames) - 1
    manifold = contact.worldManifold
    (px, py), (nx, ny) = manifold.points[0], manifold.normal
    x, y, vx, vy = frames[-1]
    if nx * (x - px) + ny * (y - py) < 0:
        nx, ny = -nx, -ny
    _, _, ux, uy = frames[-2]
    if effects and effects[-1].frame == frame - 1:
        ux, uy = (v / PIXELS_PER_METRE for v in effects[-1].velocity_after)
    return Contact(
        part=part_id,
        frame=frame,
        until=None,
        point=pixels(px, py),
        normal=(nx, ny),
        velocity_before=pixels(ux, uy),
        velocity_after=pixels(vx, vy),
    )
