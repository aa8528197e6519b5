"""What the ball meets during a trial: solid parts that it touches, power-ups that act on it."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.game.geometry import Point


@dataclass(frozen=True, slots=True)
class Contact:
    """The ball touching one solid part, from the first frame to the last.

    A contact that begins and ends between two frames is not recorded.

    part: id of what it touched.
    frame: first frame in contact.
    until: first frame out of contact again; None if the trial ended before.
    point: where, px.
    normal: unit vector from the part towards the ball.
    velocity_before, velocity_after: of the ball, px/s, either side of the first frame.
    """

    part: str
    frame: int
    until: int | None
    point: Point
    normal: Point
    velocity_before: Point
    velocity_after: Point


@dataclass(frozen=True, slots=True)
class Effect:
    """A power-up acting on the ball, between two frames.

    part: id of the power-up.
    frame: the frame at whose end the ball was found inside it.
    velocity_before, velocity_after: of the ball, px/s.
    position_before, position_after: of the ball, px; they differ for a teleport.
    gravity_up: whether gravity points up after it.
    """

    part: str
    frame: int
    velocity_before: Point
    velocity_after: Point
    position_before: Point
    position_after: Point
    gravity_up: bool
