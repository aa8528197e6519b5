"""Suites: named sets of puzzles for a benchmark."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from bubbleball.bench.foreign_suites import STRUCTURE, STRUCTURES, structure_suite
from bubbleball.bench.runs import Item
from bubbleball.errors import BenchError, GenerateError, UnknownNameError, unknown_name
from bubbleball.files import packs
from bubbleball.files.levels import read_level
from bubbleball.game.level import Level
from bubbleball.game.physics import parse_physics
from bubbleball.generate.generator import FAMILIES, generate_many, orders

UNKNOWN_PHYSICS = "unknown-physics"
GENERATED = "generated:FAMILY:N:SEED"
PAIRS_FILE = "unknown_physics.json"  # beside this module
MAX_GENERATED = 1_000_000
ALL = "all"  # instead of a family: the families take turns
_FEW = 8  # levels, for which starting processes is not worth while


def load_suite(name: str, physics: str | None = None) -> tuple[Item, ...]:
    """Load the items of a suite, whose name is one of `suite_names`.

    The levels of a generated suite are made once on a machine and kept.

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
    if name in packs.packs():
        levels = [packs.find(level).level for level in packs.pack(name)]
    elif name.startswith("generated:"):
        levels = _generated(name)
    elif Path(name).is_dir():
        levels = _folder(Path(name))
    else:
        levels = [_one_level(name)]
    return tuple(Item(name, level, physics) for level in levels)


def suite_names() -> tuple[str, ...]:
    """The names that `load_suite` accepts."""
    return (*packs.packs(), UNKNOWN_PHYSICS, STRUCTURES, GENERATED, "FOLDER", "LEVEL")


def certified_pairs() -> list[dict[str, Any]]:
    """Levels and physics with a known solution: level, physics, solution."""
    text = (files("bubbleball.bench") / PAIRS_FILE).read_text(encoding="utf-8")
    pairs: list[dict[str, Any]] = json.loads(text)["pairs"]
    return pairs


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


def _generated(name: str) -> list[Level]:
    parts = name.split(":")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() for part in parts[2:]):
        example = "generated:bridge:20:1"
        raise BenchError(f"suite {name!r} is not of the form {GENERATED}, such as {example}")
    family, count, seed = parts[1], int(parts[2]), int(parts[3])
    if not 1 <= count <= MAX_GENERATED:
        raise BenchError(f"suite {name!r}: N is {count}; allowed: 1 to {MAX_GENERATED}")
    if family not in (*FAMILIES, ALL):
        raise unknown_name("family", family, (*FAMILIES, ALL))
    wanted = orders(tuple(FAMILIES) if family == ALL else (family,), count, seed)
    made = dict(generate_many(wanted, workers=1 if count < _FEW else None, keep=True))
    levels = []
    for order in wanted:
        result = made[order]
        if isinstance(result, GenerateError):
            raise result
        levels.append(dataclasses.replace(result.level, name=order.stem))
    return levels


def _folder(folder: Path) -> list[Level]:
    return [read_level(path).level for path in packs.level_files(folder)]


def _one_level(name: str) -> Level:
    try:
        return packs.find(name).level
    except UnknownNameError:
        known = (*suite_names(), *packs.names())
        if Path(name).suffix == ".json":
            raise BenchError(f"no suite, folder or level file {name!r}") from None
        listing = f"known: {', '.join(suite_names())}"
        raise unknown_name("suite", name, known, listing) from None
