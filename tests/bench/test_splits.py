"""Splits for learning: no two share a level, and the names are those that `bench` takes."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from bubbleball.bench.splits import SPLITS, Split
from bubbleball.bench.suites import load_suite
from bubbleball.files.packs import find, pack
from bubbleball.generate.generator import EXPERT, FAMILIES, WORKSHOP
from bubbleball.generate.level_sets import GROUPS
from command_line import Cli, command_line


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return command_line(monkeypatch, capsys)


def generated(split: Split) -> set[tuple[str, str]]:
    """Family and seed of each generated suite."""
    parts = [suite.split(":") for suite in split.suites if suite.startswith("generated:")]
    return {(family, seed) for _, name, _, seed in parts for family in GROUPS.get(name, (name,))}


def test_train_validation_and_test_share_no_generated_level() -> None:
    for one, other in combinations(SPLITS, 2):
        if one.name != other.name:
            assert not generated(one) & generated(other)


def test_every_family_that_is_tested_exists() -> None:
    assert {family for split in SPLITS for family, _ in generated(split)} <= FAMILIES.keys()
    assert GROUPS["all"] == WORKSHOP
    assert set(GROUPS["hard"]) <= set(EXPERT)


def test_the_suites_that_are_shipped_can_be_loaded() -> None:
    for split in SPLITS:
        for suite in split.suites:
            if not suite.startswith("generated:"):
                assert load_suite(suite)


def test_the_hard_levels_of_the_test_are_hard() -> None:
    assert all((find(name).difficulty or 0) >= 6 for name in pack("expert"))


def test_the_command_prints_every_split(cli: Cli) -> None:
    code, out, err = cli("suites", "--json")
    assert (code, err) == (0, "")
    splits = json.loads(out)["splits"]
    assert [split["suites"] for split in splits] == [list(split.suites) for split in SPLITS]
    assert "hard levels" in cli("suites").out
