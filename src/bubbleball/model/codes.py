"""Codes of the compiled models. No two meanings share a number where they can meet.

Compiled code compares plain integers, so each member also stands below its enum as a constant.
"""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """How a prediction stands; the first four end it.

    UNFINISHED: a limit of frames, bodies or events was reached.
    AT_FLAG, GONE, RESTING: the ball touches the flag, has left the screen, lies still.
    GOES_ON: nothing has ended it yet.
    PRESSED: nothing has ended it yet, and a power-up has just acted.
    """

    UNFINISHED = 0
    AT_FLAG = 1
    GONE = 2
    RESTING = 3
    GOES_ON = 4
    PRESSED = 5


class NoRow(IntEnum):
    """What stands in place of a row of the board; rows count from 0.

    NONE: there is no such part.
    AIR: the ball touches nothing.
    CROWD: it touches, or is about to touch, several shapes.
    FLAG, EDGE, EXIT: a flight or slide ends at the flag, the edge of its face, a limit of the
        prediction.
    """

    NONE = -1
    AIR = -2
    CROWD = -3
    FLAG = -4
    EDGE = -5
    EXIT = -6


class Material(IntEnum):
    """What a shape is made of, in the order of the frictions in β."""

    GROUND = 0
    METAL = 1
    WOOD = 2


class Power(IntEnum):
    """What a power-up does to the ball."""

    PUSH_UP = 0
    PUSH_DOWN = 1
    PUSH_LEFT = 2
    PUSH_RIGHT = 3
    SLOW = 4
    GRAVITY_UP = 5
    GRAVITY_DOWN = 6
    THROW = 7
    CARRY = 8


UNFINISHED, AT_FLAG, GONE, RESTING, GOES_ON, PRESSED = (status.value for status in Status)
NONE, AIR, CROWD, FLAG, EDGE, EXIT = (code.value for code in NoRow)
WOOD = Material.WOOD.value
PUSH_UP, PUSH_DOWN, PUSH_LEFT, PUSH_RIGHT = (power.value for power in list(Power)[:4])
SLOW, GRAVITY_UP, GRAVITY_DOWN, THROW, CARRY = (power.value for power in list(Power)[4:])
NOT_MET = -1  # instead of a frame
