"""Sets of levels by name: a pack, freshly generated levels, a folder of files, or one level."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from bubbleball.errors import BenchError, GenerateError, UnknownNameError, unknown_name
from bubbleball.files import packs
from bubbleball.files.levels import read_level
from bubbleball.game.level import Level
from bubbleball.generate.generator import FAMILIES, WORKSHOP, Order, generate_many, orders

GENERATED = "generated:FAMILY:N:SEED"
SET_FORMS = (GENERATED, "FOLDER", "LEVEL")  # of the names that are not those of packs
MAX_GENERATED = 1_000_000
GROUPS = {  # instead of a family: several that take turns
    "all": WORKSHOP,
    # difficulty 6 and more, without a search
    "hard": ("trestle", "tower", "rollers", "chock", "gauntlet"),
}
_FEW = 8  # levels; for fewer, starting processes does not pay off


def level_set(name: str, others: Iterable[str] = ()) -> list[Level]:
    """Load the levels of a set; generated ones are made once per machine and kept.

    others: further names that the caller knows, for the hint if this one is unknown.
    """
    if name in packs.packs():
        return [packs.find(level).level for level in packs.pack(name)]
    if name.startswith("generated:"):
        return _generated(name)
    if Path(name).is_dir():
        return [read_level(path).level for path in packs.level_files(Path(name))]
    return [_one_level(name, others)]


def generated_orders(name: str) -> tuple[Order, ...]:
    """What a set `generated:FAMILY:N:SEED` asks for."""
    parts = name.split(":")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() for part in parts[2:]):
        example = "generated:bridge:20:1"
        raise BenchError(f"suite {name!r} is not of the form {GENERATED}, such as {example}")
    family, count, seed = parts[1], int(parts[2]), int(parts[3])
    if not 1 <= count <= MAX_GENERATED:
        raise BenchError(f"suite {name!r}: N is {count}; allowed: 1 to {MAX_GENERATED}")
    if family not in (*FAMILIES, *GROUPS):
        raise unknown_name("family", family, (*FAMILIES, *GROUPS))
    return orders(GROUPS.get(family, (family,)), count, seed)


def _generated(name: str) -> list[Level]:
    wanted = generated_orders(name)
    made = dict(generate_many(wanted, workers=1 if len(wanted) < _FEW else None, keep=True))
    levels = []
    for order in wanted:
        result = made[order]
        if isinstance(result, GenerateError):
            raise result
        levels.append(dataclasses.replace(result.level, name=order.stem))
    return levels


def _one_level(name: str, others: Iterable[str]) -> Level:
    try:
        return packs.find(name).level
    except UnknownNameError:
        sets = (*packs.packs(), *others, *SET_FORMS)
        if Path(name).suffix == ".json":
            raise BenchError(f"no suite, folder or level file {name!r}") from None
        listing = f"known: {', '.join(sets)}"
        raise unknown_name("suite", name, (*sets, *packs.names()), listing) from None
