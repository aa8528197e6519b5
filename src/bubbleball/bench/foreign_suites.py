"""The suites `structure:WORLD`: levels in a foreign world in which plain search solves them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from bubbleball.bench.runs import Item
from bubbleball.certify.foreign_solutions import foreign_solution
from bubbleball.files import packs
from bubbleball.files.document import placements_data
from bubbleball.game.foreign.chipmunk import require
from bubbleball.game.foreign.world_changes import CHANGE_KEYS, parse_changes

STRUCTURE = "structure:"
STRUCTURES = f"{STRUCTURE}WORLD"  # as messages and --help name the suites
FOREIGN_FILE = "foreign_worlds.json"  # beside this module
PACK = "classic"
MIXTURES = 10  # random worlds whose pairs are stored
WORLDS = (*CHANGE_KEYS, *(f"random:{seed}" for seed in range(1, MIXTURES + 1)))


def structure_suite(name: str) -> tuple[Item, ...]:
    """The items of a suite; for a world that has no stored list, they are searched for now."""
    world = name.removeprefix(STRUCTURE)
    if parse_changes(world).chipmunk:
        require()
    stored = [pair["level"] for pair in foreign_pairs() if pair["world"] == world]
    levels = stored or [pair["level"] for pair in search_pairs(world)]
    return tuple(Item(name, packs.find(level).level, world=world) for level in levels)


def foreign_pairs() -> list[dict[str, Any]]:
    """Levels and foreign worlds with a known solution: level, world, solution."""
    return stored_pairs(FOREIGN_FILE)


def stored_pairs(file: str) -> list[dict[str, Any]]:
    """The pairs of a file beside this module."""
    text = (files("bubbleball.bench") / file).read_text(encoding="utf-8")
    pairs: list[dict[str, Any]] = json.loads(text)["pairs"]
    return pairs


def search_pairs(world: str) -> Iterator[dict[str, Any]]:
    """Every level of the pack that plain search solves in a world, with its solution."""
    changes = parse_changes(world)
    for name in packs.pack(PACK):
        document = packs.find(name)
        solution = foreign_solution(document.level, changes, document.solutions)
        if solution is not None:
            yield {"level": name, "world": world, "solution": placements_data(solution)}
