"""The suite of unknown physics: every pair is solvable, and most need learning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bubbleball.bench.suites import certified_pairs, load_suite
from bubbleball.errors import BenchError
from bubbleball.files import packs
from bubbleball.game.game import Game
from bubbleball.game.physics import PRESETS, parse_physics
from bubbleball.game.placement import Placement
from make_unknown_physics import (
    PHYSICS,
    changes_anything,
    stored_solution,
    write_pairs,
)


def _solution(pair: dict[str, Any]) -> tuple[Placement, ...]:
    return tuple(Placement(**placement) for placement in pair["solution"])


def test_there_are_at_least_a_hundred_pairs_and_none_is_there_twice() -> None:
    pairs = [(pair["level"], pair["physics"]) for pair in certified_pairs()]
    assert len(pairs) >= 100
    assert len(set(pairs)) == len(pairs)


def test_the_physics_are_ten_presets_and_twenty_draws() -> None:
    presets = [name for name in PHYSICS if name in PRESETS]
    draws = [name for name in PHYSICS if name.startswith("random:")]
    assert (len(presets), len(draws), len(PHYSICS)) == (10, 20, 30)
    assert {pair["physics"] for pair in certified_pairs()} == set(PHYSICS)


def test_in_most_pairs_every_stored_solution_fails() -> None:
    """A solver that knew the shipped solutions would still have to learn."""
    hard = [
        stored_solution(packs.find(pair["level"]), pair["physics"]) is None
        for pair in certified_pairs()
    ]
    assert sum(hard) > len(hard) / 2


def test_every_pair_is_solved_by_its_solution() -> None:
    unsolved = [
        (pair["level"], pair["physics"])
        for pair in certified_pairs()
        if not Game(packs.find(pair["level"]).level, parse_physics(pair["physics"]))
        .play(_solution(pair))
        .solved
    ]
    assert unsolved == [], "run `python scripts/make_unknown_physics.py`"


def test_the_suite_is_made_of_the_pairs_and_takes_no_other_physics() -> None:
    items = load_suite("unknown-physics")
    assert [(item.level.name, item.physics) for item in items] == [
        (pair["level"], pair["physics"]) for pair in certified_pairs()
    ]
    with pytest.raises(BenchError, match="has its own physics"):
        load_suite("unknown-physics", "moon")


def test_a_physics_that_changes_nothing_is_left_out() -> None:
    """Level 2 has no power-ups and no wood."""
    level_2 = packs.find("classic/2")
    unchanged = [name for name in PHYSICS if not changes_anything(level_2, name)]
    assert unchanged == ["slippery", "balsa", "oak", "strong", "weak"]


def test_the_file_is_json_with_a_pair_on_every_line(tmp_path: Path) -> None:
    pairs = [{"level": "a", "physics": "b", "solution": []}] * 3
    write_pairs(tmp_path / "pairs.json", "a command", pairs)
    text = (tmp_path / "pairs.json").read_text()
    assert json.loads(text) == {"made_by": "a command", "pairs": pairs}
    assert len(text.splitlines()) == 6
