"""Repairing a failed attempt."""

from __future__ import annotations

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.physics import PRESETS
from bubbleball.game.placement import Placement
from bubbleball.game.world import World
from bubbleball.method.change import change_px
from bubbleball.play.coach import repair
from bubbleball.play.repaired import Repaired

BRIDGE = load_level("classic/2")


def repaired(*placements: Placement, game: Game | None = None) -> Repaired:
    game = game or Game(BRIDGE)
    attempt = game.play(placements)
    assert not attempt.solved
    found = repair(game, attempt)
    assert found is not None
    return found


def test_a_near_miss_is_repaired_by_a_small_change() -> None:
    near = Placement("AO6G", 217, 275)
    found = repaired(near)
    assert found.trial.solved
    assert change_px(BRIDGE, [near], found.placements) < 40  # the bar is 27 px too low
    assert found.reason.startswith("Move metal 'AO6G' ")


def test_an_empty_attempt_is_repaired_by_taking_a_piece() -> None:
    found = repaired()
    assert found.trial.solved
    assert "take " in found.reason.lower()
    assert all(change.before is None for change in found.changes)


def test_the_same_attempt_is_repaired_the_same_way() -> None:
    near = Placement("AO6G", 217, 275)
    assert repaired(near).placements == repaired(near).placements


def test_a_repair_can_be_stopped() -> None:
    game = Game(BRIDGE)
    assert repair(game, game.play(), stopped=lambda: True) is None


@pytest.mark.parametrize("name", ["classic/13", "classic/15", "classic/21"])
def test_a_repair_that_takes_several_pieces_builds_few_worlds(name: str) -> None:
    game = Game(load_level(name))
    attempt = game.play()
    before = World.built
    found = repair(game, attempt)
    assert found is not None
    assert found.trial.solved
    assert World.built - before < 500


@pytest.mark.slow
def test_an_attempt_under_unknown_physics_is_repaired_there() -> None:
    game = Game(BRIDGE, PRESETS["moon"])
    found = repaired(Placement("AO6G", 217, 290), game=game)
    assert found.trial.solved
