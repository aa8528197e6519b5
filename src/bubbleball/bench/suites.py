"""Suites: named sets of puzzles for a benchmark."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable
from typing import Any

from bubbleball.bench.foreign_suites import STRUCTURE, STRUCTURES, stored_pairs, structure_suite
from bubbleball.bench.runs import Item
from bubbleball.errors import BenchError
from bubbleball.files import packs
from bubbleball.game.physics import parse_physics
from bubbleball.generate.level_sets import SET_FORMS, level_set

UNKNOWN_PHYSICS = "unknown-physics"
PAIRS_FILE = "unknown_physics.json"  # beside this module
_OTHERS = (UNKNOWN_PHYSICS, STRUCTURES)  # suites that are more than a set of levels


def load_suite(name: str, physics: str | None = None) -> tuple[Item, ...]:
    """Load the items of a suite, whose name is one of `suite_names`.

    The levels of a generated suite are made once per machine and kept.

    physics: replaces the real one in every item; not allowed for a suite with its own physics.
    """
    if physics is not None:
        parse_physics(physics)  # raises before anything is run
    if name == UNKNOWN_PHYSICS or name.startswith(STRUCTURE):
        if physics is not None:
            raise BenchError(f"suite {name!r} has its own physics; omit --physics")
        if name.startswith(STRUCTURE):
            return structure_suite(name)
        return tuple(
            Item(name, packs.find(pair["level"]).level, pair["physics"])
            for pair in certified_pairs()
        )
    return tuple(Item(name, level, physics) for level in level_set(name, _OTHERS))


def suite_names() -> tuple[str, ...]:
    """The names that `load_suite` accepts."""
    return (*packs.packs(), *_OTHERS, *SET_FORMS)


def certified_pairs() -> list[dict[str, Any]]:
    """Levels and physics with a known solution: level, physics, solution."""
    return stored_pairs(PAIRS_FILE)


def digest(items: Iterable[Item]) -> str:
    """A short digest of all levels and their physics."""
    total = hashlib.sha256()
    for item in items:
        total.update(_written(item).encode())
    return total.hexdigest()[:16]


def _written(value: object) -> str:
    """Every field of a value and of what it holds; a repr may leave some out."""
    if dataclasses.is_dataclass(value):
        fields = [f"{f.name}={_written(getattr(value, f.name))}" for f in dataclasses.fields(value)]
        return f"{type(value).__qualname__}({', '.join(fields)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))}{',' * (len(value) == 1)})"
    return repr(value)
