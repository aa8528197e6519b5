"""Every error that a caller can meet, in one tree.

BubbleBallError        raised on purpose; the message is meant for a person
├── LevelError         a level that breaks its own rules, or a level file that cannot be read
├── FileFormatError    any other file that cannot be read
├── FileWriteError     a file that cannot be written; also an OSError
├── DataError          data of another game that are missing, damaged or of another version
├── ArgumentError      an argument of the library that is of the wrong type or shape
├── PlacementError     a placement that breaks the rules of the game
├── PhysicsError       a physics setting that does not exist or is out of range
├── UnknownNameError   a name that stands for nothing
├── GameError          another program's game that cannot be started or gives no usable log
├── SolverError        a solver that cannot be made, or breaks the protocol
├── ReplyError         an answer of a language model that cannot be read
├── BudgetError        a trial that the budget of a level does not allow
├── GenerateError      a family that did not produce the level asked for
├── WorkerError        a worker process that died
├── BenchError         a benchmark that cannot start or continue
├── PictureError       a picture that cannot be drawn or written
├── BusyError          more work than the studio takes at once
├── RefusedError       a request to the studio that breaks a rule of the game or of its files
└── JobError           a job of the studio that was ended early
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

Member = TypeVar("Member", bound=StrEnum)

_LONGEST_NAME = 60  # characters of an unknown name that a message shows


class BubbleBallError(Exception):
    """Base of all errors raised on purpose: the message is meant for a person."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a document.

    where: path inside the document, such as `pieces[3].angle`; empty for the whole.
    what: the thing, its value and the rule.
    """

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class _ProblemsError(BubbleBallError):
    """Several problems reported at once."""

    def __init__(self, problems: Iterable[Problem], source: str = "") -> None:
        self.problems = tuple(problems)
        self.source = source
        super().__init__(self._text())

    def _text(self) -> str:
        at = f"{self.source}: " if self.source else ""
        if len(self.problems) == 1:
            return f"{at}{self.problems[0]}"
        return "\n  ".join([f"{at}{len(self.problems)} problems", *map(str, self.problems)])

    def __reduce__(self) -> tuple[type[_ProblemsError], tuple[tuple[Problem, ...], str]]:
        return type(self), (self.problems, self.source)


class LevelError(_ProblemsError):
    """A level that breaks its own rules, or a level file that cannot be read."""


class FileFormatError(_ProblemsError):
    """A file other than a level (trial, automation, record) that cannot be read."""


class FileWriteError(BubbleBallError, OSError):
    """A file that cannot be written."""

    def __str__(self) -> str:
        where = f"{self.filename}: " if self.filename else ""
        return f"{where}cannot be written: {self.strerror}"


class DataError(BubbleBallError):
    """Data of another game that are missing, damaged or of another version."""


FileErrorType = type[LevelError] | type[FileFormatError]


class ArgumentError(BubbleBallError, TypeError):
    """An argument of the library that is of the wrong type or shape."""


class PlacementError(BubbleBallError):
    """A placement that breaks the rules of the game."""


class PhysicsError(BubbleBallError):
    """A physics setting that does not exist or is out of range."""


class UnknownNameError(BubbleBallError):
    """A name that stands for nothing."""


class GameError(BubbleBallError):
    """Another program's game that cannot be started, or gives no usable log."""


class SolverError(BubbleBallError):
    """A solver that cannot be made, or breaks the protocol of ask and tell."""


class ReplyError(BubbleBallError):
    """An answer of a language model that cannot be read."""


class BudgetError(BubbleBallError):
    """A trial that the budget of a level does not allow."""


class GenerateError(BubbleBallError):
    """A family that did not produce the level asked for."""


class WorkerError(BubbleBallError):
    """A worker process that died."""


class BenchError(BubbleBallError):
    """A benchmark that cannot start or continue."""


class PictureError(BubbleBallError):
    """A picture that cannot be drawn or written."""


class BusyError(BubbleBallError):
    """More work than the studio takes at once."""


class RefusedError(BubbleBallError):
    """A request to the studio that breaks a rule of the game or of its files.

    problems: the faults one by one, where there are several.
    """

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        self.problems = problems
        super().__init__(message)


class JobError(BubbleBallError):
    """A job of the studio that was ended early: too slow, too large, or its process died."""


def unknown_name(what: str, name: str, known: Iterable[str], listing: str = "") -> UnknownNameError:
    """The error for an unknown name, with the nearest known one.

    listing: what to say of the known names instead of listing them all.

    >>> str(unknown_name("preset", "mon", ["moon", "real"]))
    "no preset named 'mon'; did you mean 'moon'? known: moon, real"
    """
    names = sorted(known)
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    rest = listing or f"known: {', '.join(names)}"
    return UnknownNameError(f"no {what} named {shown!r}{did_you_mean(name, names)} {rest}")


def expect(value: object, kind: type, caller: str, hint: str) -> None:
    """Raise an ArgumentError that says how to get a `kind` if the value is of another type.

    >>> expect("2", int, "double", "int('2') gives one")
    Traceback (most recent call last):
    bubbleball.errors.ArgumentError: double: '2' (str) is not of type int; int('2') gives one
    """
    if not isinstance(value, kind):
        found = f"{value!r:.60} ({type(value).__name__})"
        raise ArgumentError(f"{caller}: {found} is not of type {kind.__name__}; {hint}")


def member(enum: type[Member], value: object) -> Member:
    """A member of an enum, given as such or by its text; else the error for an unknown name."""
    try:
        return enum(str(value))
    except ValueError:
        raise unknown_name(enum.__name__.lower(), str(value), [m.value for m in enum]) from None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean …?` with the nearest known name, or just `;`.

    >>> did_you_mean("gravty", ["gravity", "spring"])
    "; did you mean 'gravity'?"
    """
    near = difflib.get_close_matches(name[:_LONGEST_NAME], list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ";"
