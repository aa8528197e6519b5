"""The paper's events e1 to e4 of one predicted motion, as values that can be read and printed.

e1: the ball meets the Main Block, in the state that was recorded. e2: it leaves the block and
flies. e3: it meets the environment. e4: the end, where it is nearest to the Local Target Set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Hull, Shape, moved, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, Form
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.placement import Placement

CLEAR = 2.0  # px between ball and block beyond which it has left the block


class ContactType(StrEnum):
    """The types of contact j = 1 … C; each has a model of its own, and its own part of β."""

    FLIGHT = "flight"
    LINE = "line"
    CORNER = "corner or circle"
    MOVING_LINE = "moving line"
    SPEED_UP = "speed-up"
    SLOW_DOWN = "slow-down"
    GRAVITY = "gravity"
    SPRING = "spring"
    TELEPORT = "teleport"


@dataclass(frozen=True, slots=True)
class EventState:
    """The ball at one event.

    number: i of e_i. contact: the model that holds from here on.
    part: what is touched; empty in flight. frame: since the start of the trial.
    x, y: px. vx, vy: px/s.
    """

    number: int
    contact: ContactType
    part: str
    frame: int
    x: float
    y: float
    vx: float
    vy: float

    def __str__(self) -> str:
        at = f"({self.x:.1f}, {self.y:.1f}) at ({self.vx:.0f}, {self.vy:.0f}) px/s"
        what = f"{self.contact} {self.part}".rstrip()
        return f"e{self.number}  {self.frame * SECONDS_PER_STEP:5.2f} s  {what}: {at}"


_POWER = {
    "speedup": ContactType.SPEED_UP,
    "slowdown": ContactType.SLOW_DOWN,
    "gravity": ContactType.GRAVITY,
    "spring": ContactType.SPRING,
    "teleport": ContactType.TELEPORT,
}


def contact_type(part: Part, shape: Shape, x: float, y: float) -> ContactType:
    """The type of the contact of a ball at x, y with a part that stands still."""
    if part.kind.button:
        return _POWER[part.kind.value.split("-")[0]]
    if part.form is Form.CIRCLE or isinstance(shape, Disc):
        return ContactType.CORNER
    return ContactType.LINE if _faces(shape, x, y) else ContactType.CORNER


def event_states(
    level: Level,
    placements: Sequence[Placement],
    main: str,
    path: Array,
    events: Sequence[tuple[str, int]],
    aim: tuple[float, float],
    leaves: int | None = None,
) -> tuple[EventState, ...]:
    """e1 to e4 of a predicted path; fewer where the motion ends before.

    path: frames x 4 or more: x, y, vx, vy, from frame 0. events: who is met, and in which frame.
    leaves: the frame in which the ball leaves a Main Block in motion; None for one at rest.
    """
    parts = {part.id: part for part in level.parts}
    poses = {p.piece: p for p in placements}
    found: list[EventState] = []

    def add(number: int, contact: ContactType, part: str, frame: int) -> None:
        found.append(EventState(number, contact, part, frame, *map(float, path[frame, :4])))

    first = next((frame for part, frame in events if part == main), None)
    if first is None:
        return ()
    at = poses.get(main, parts[main])
    shape = moved(parts[main].outline, at.x, at.y, at.angle)
    contact = contact_type(parts[main], shape, *map(float, path[first, :2]))
    add(1, contact if leaves is None else ContactType.MOVING_LINE, main, first)
    others = (frame for part, frame in events if frame > first and part != main and part in parts)
    until = next(others, len(path))
    again = [frame for part, frame in events if part == main and frame < until]
    left = leaves or _leaves(shape, path, max(again))  # it may bounce on the block several times
    add(2, ContactType.FLIGHT, "", left)
    after = next(((p, f) for p, f in events if f > left and p in parts and p != main), None)
    last = left
    if after is not None:
        part, last = parts[after[0]], after[1]
        at = poses.get(part.id, part)
        body = moved(part.outline, at.x, at.y, at.angle)
        add(3, contact_type(part, body, *map(float, path[last, :2])), part.id, last)
    end = last + int(np.hypot(*(path[last:, :2] - aim).T).argmin())
    add(4, ContactType.FLIGHT if after is None else found[-1].contact, "", end)
    return tuple(found)


def _leaves(shape: Shape, path: Array, first: int) -> int:
    """The first frame after a contact in which the ball is clear of the block."""
    for frame in range(first + 1, len(path)):
        x, y = path[frame, :2].tolist()
        if signed_distance(x, y, shape) > BALL_RADIUS + CLEAR:
            return frame
    return len(path) - 1


def _faces(shape: Hull, x: float, y: float) -> bool:
    """Whether a point lies over the inside of a side rather than over a corner."""
    corners = np.array(shape.corners)
    sides = np.roll(corners, -1, axis=0) - corners
    share = ((np.array([x, y]) - corners) * sides).sum(axis=1) / (sides**2).sum(axis=1)
    nearest = corners + share.clip(0, 1)[:, None] * sides
    side = int(np.hypot(*(nearest - (x, y)).T).argmin())
    return bool(0.0 < share[side] < 1.0)
