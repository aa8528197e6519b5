"""The contents of a level file, in either format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bubbleball.errors import LevelError, Problem
from bubbleball.files.json_text import brief, number
from bubbleball.game.level import MAX_DIFFICULTY, MAX_TEXT, Level, Origin
from bubbleball.game.placement import Placement

Solution = tuple[Placement, ...]


class LevelFormat(StrEnum):
    """The formats of level files."""

    OURS = "ours"
    ORIGINAL = "original"


@dataclass(frozen=True, slots=True)
class Document:
    """The contents of a level file.

    level: the puzzle.
    solutions: placements that reach the flag, kept apart from the level so that a solver that is
        given the level does not see them.
    family: the generator that made it; empty for levels made by hand.
    difficulty: 0 easy to 10 hard; None if unknown.
    format: of the file that it was read from; two documents may be equal in different formats.
    """

    level: Level
    solutions: tuple[Solution, ...] = ()
    family: str = ""
    difficulty: float | None = None
    format: LevelFormat = field(default=LevelFormat.OURS, compare=False)

    def __post_init__(self) -> None:
        problems = [
            *text_problems("family", self.family),
            *_difficulty_problems(self.difficulty),
            *solution_problems(self.solutions, [piece.id for piece in self.level.pieces]),
        ]
        if problems:
            raise LevelError(problems, self.level.name)

    def about(self, *, always: bool) -> dict[str, object]:
        """Title, author, origin, family and difficulty as JSON values.

        always: include the first three even if they have their default values.
        """
        fields: dict[str, object] = {
            name: value
            for name, value, usual in (
                ("title", self.level.title, ""),
                ("author", self.level.author, ""),
                ("origin", self.level.origin.value, Origin.DESIGNED.value),
            )
            if always or value != usual
        }
        if self.family:
            fields["family"] = self.family
        if self.difficulty is not None:
            fields["difficulty"] = number(self.difficulty)
        return fields


def solution_problems(solutions: Iterable[Solution], pieces: Iterable[str]) -> Iterator[Problem]:
    """Solutions that place a piece which the level does not have, or one piece twice."""
    known = set(pieces)
    for order, solution in enumerate(solutions):
        seen = set()
        for index, placement in enumerate(solution):
            where = f"solutions[{order}][{index}].piece"
            if placement.piece not in known:
                yield Problem(where, f"no piece has the id {brief(placement.piece)}")
            elif placement.piece in seen:
                yield Problem(where, f"piece {placement.piece!r} is placed twice")
            seen.add(placement.piece)


def text_problems(name: str, text: str) -> Iterator[Problem]:
    """Free text must be one printable line, not too long."""
    if not text.isprintable():
        yield Problem(name, f"{brief(text)} has characters that cannot be printed")
    elif len(text) > MAX_TEXT:
        yield Problem(name, f"is {len(text)} characters long; at most {MAX_TEXT}")


def _difficulty_problems(difficulty: float | None) -> Iterator[Problem]:
    if difficulty is not None and not 0 <= difficulty <= MAX_DIFFICULTY:
        what = f"{difficulty:g} is out of range; allowed: 0 to {MAX_DIFFICULTY}"
        yield Problem("difficulty", what)


def placements_data(placements: Iterable[Placement]) -> list[dict[str, Any]]:
    """Placements as JSON values, exact to the last bit."""
    return [
        {"piece": p.piece, "x": number(p.x), "y": number(p.y), "angle": number(p.angle)}
        for p in placements
    ]


def placements_from(data: Iterable[Mapping[str, Any]]) -> Solution:
    """Placements from the JSON values that `placements_data` makes."""
    return tuple(Placement(**placement) for placement in data)
