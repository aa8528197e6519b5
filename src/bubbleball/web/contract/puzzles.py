"""What the server answers about the puzzles of other games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bubbleball.game.geometry import Point
from bubbleball.games.scene import BodyRole, PlacedBall
from bubbleball.web.contract.events import BeganEvent, ErrorEvent, QueuedEvent


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """A template or a level of another game.

    name: as the game calls it.
    puzzles: how many it has.
    """

    name: str
    puzzles: int


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """Another game.

    name: as commands call it.
    title: as people call it.
    groups: empty when its data are not on this machine.
    missing: what to do then; empty when the data are there.
    """

    name: str
    title: str
    groups: tuple[PuzzleGroup, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class PuzzlesReply:
    """The other games.

    games: all that the studio knows.
    """

    games: tuple[PuzzleGame, ...]


@dataclass(frozen=True, slots=True)
class PuzzleNamesReply:
    """The puzzles of a group.

    names: the first of them.
    """

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutlineData:
    """A convex part of a body in the body's own frame.

    corners: of a polygon; empty for a disc.
    centre: of a disc.
    radius: of a disc; 0 for a polygon.
    """

    corners: tuple[Point, ...]
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class PuzzleBody:
    """One body at the start; y points up, angles are radians and counter-clockwise.

    name: unique within the puzzle.
    role: what it is there for.
    moves: whether it moves.
    pose: x, y, angle.
    outlines: its parts.
    """

    name: str
    role: BodyRole
    moves: bool
    pose: tuple[float, float, float]
    outlines: tuple[OutlineData, ...]


@dataclass(frozen=True, slots=True)
class PuzzleReply:
    """A puzzle to play.

    name: as the game calls it.
    goal: in words.
    box: left, bottom, right, top, in the game's unit.
    bodies: all of them.
    balls: how many the player places.
    radii: the smallest and the largest.
    """

    name: str
    goal: str
    box: tuple[float, float, float, float]
    bodies: tuple[PuzzleBody, ...]
    balls: int
    radii: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """What happened in one run.

    solved: whether the goal was reached.
    text: the same in a sentence.
    balls: as the game took them.
    names: the bodies that move, placed balls last.
    rate: frames a second.
    frames: frames x names x (x, y, angle).
    """

    solved: bool
    text: str
    balls: tuple[PlacedBall, ...]
    names: tuple[str, ...]
    rate: float
    frames: list[list[tuple[float, float, float]]]


@dataclass(frozen=True, slots=True)
class PuzzleThoughtEvent:
    """A sentence of the solver.

    stage: of the method.
    text: what it did and found.
    """

    stage: str
    text: str
    type: Literal["thought"] = "thought"


@dataclass(frozen=True, slots=True)
class AttemptEvent:
    """One attempt of the solver.

    number: from 1.
    run: what happened.
    simulations: runs of its believed world so far.
    """

    number: int
    run: PuzzleRun
    simulations: int
    type: Literal["attempt"] = "attempt"


PuzzleSolveEvent = QueuedEvent | BeganEvent | PuzzleThoughtEvent | AttemptEvent | ErrorEvent
