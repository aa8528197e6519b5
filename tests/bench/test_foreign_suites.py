"""The suites of foreign worlds: every stored pair is solvable."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from bubbleball.bench.foreign_suites import WORLDS, foreign_pairs
from bubbleball.bench.suites import load_suite
from bubbleball.certify.foreign_solutions import works
from bubbleball.errors import BenchError, BubbleBallError, UnknownNameError
from bubbleball.files import packs
from bubbleball.game.foreign.world_changes import parse_changes
from bubbleball.game.placement import Placement

PYMUNK = importlib.util.find_spec("pymunk") is not None


def _works(pair: dict[str, Any]) -> bool:
    solution = tuple(Placement(**placement) for placement in pair["solution"])
    return works(packs.find(pair["level"]).level, parse_changes(pair["world"]), solution)


def test_there_are_pairs_for_every_world_and_none_is_there_twice() -> None:
    pairs = [(pair["level"], pair["world"]) for pair in foreign_pairs()]
    assert len(set(pairs)) == len(pairs)
    assert {world for _, world in pairs} == set(WORLDS)


@pytest.mark.parametrize("world", WORLDS)
def test_every_pair_is_solved_by_its_solution(world: str) -> None:
    if parse_changes(world).chipmunk and not PYMUNK:
        pytest.skip("the extra `chipmunk` is not installed")
    pairs = [pair for pair in foreign_pairs() if pair["world"] == world]
    unsolved = [pair["level"] for pair in pairs if not _works(pair)]
    assert unsolved == [], "run `python scripts/make_foreign_worlds.py`"


def test_a_suite_is_made_of_the_pairs_of_its_world_and_takes_no_other_physics() -> None:
    items = load_suite("structure:drag")
    wanted = [pair["level"] for pair in foreign_pairs() if pair["world"] == "drag"]
    assert [(item.level.name, item.world) for item in items] == [(n, "drag") for n in wanted]
    with pytest.raises(BenchError, match="has its own physics"):
        load_suite("structure:drag", "moon")


def test_an_unknown_world_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'drag'"):
        load_suite("structure:drga")


@pytest.mark.skipif(PYMUNK, reason="the extra `chipmunk` is installed")
def test_without_the_extra_the_suite_of_chipmunk_says_what_to_install() -> None:
    with pytest.raises(BubbleBallError, match="pymunk"):
        load_suite("structure:chipmunk")
