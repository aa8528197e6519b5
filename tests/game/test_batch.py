"""Many placements at once give what each of them gives alone, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome

NAN = float("nan")


def drawn(name: str, count: int) -> list[tuple[Placement, ...]]:
    placer, rng = Placer(load_level(name)), np.random.default_rng(7)
    return [placer.draw(rng) for _ in range(count)]


def as_array(name: str, placements: list[tuple[Placement, ...]]) -> np.ndarray:
    ids = [piece.id for piece in load_level(name).pieces]
    poses = np.full((len(placements), len(ids), 3), NAN)
    for row, placed in zip(poses, placements, strict=True):
        for p in placed:
            row[ids.index(p.piece)] = p.x, p.y, p.angle
    return poses


@pytest.mark.parametrize("name", ["classic/2", "classic/21", "classic/13"])
def test_a_batch_plays_what_single_trials_play(name: str) -> None:
    placements = drawn(name, 12)
    game = Game(load_level(name))
    batch = game.play_many(as_array(name, placements), paths=True)
    assert batch.paths is not None
    assert game.trials == 12 == len(batch)
    for n, placed in enumerate(placements):
        trial = game.play(placed)
        assert batch.legal[n]
        assert (batch.outcomes[n], batch.steps[n]) == (trial.outcome.value, trial.steps)
        assert (batch.paths[n] == trial.ball).all()
        assert (batch.end[n] == trial.ball[-1, :2]).all()
        assert batch.closest[n] == trial.closest_approach


def test_illegal_placements_are_marked_and_not_played() -> None:
    game = Game(load_level("2"))
    batch = game.play_many(
        np.array([[217, 247.5, 0], [217, 10, 0], [217, NAN, 0]]), "AO6G", paths=True
    )
    assert batch.legal.tolist() == [True, False, False] == batch.solved.tolist()
    assert batch.outcomes.tolist() == [Outcome.REACHED_FLAG, "", ""]
    assert np.isnan(batch.end[1:]).all()
    assert np.isnan(batch.closest[1:]).all()
    assert game.trials == 1
    assert repr(batch) == "<TrialBatch of 3: 1 legal, 1 solved>"


def test_two_columns_are_a_pose_without_turn() -> None:
    game = Game(load_level("2"))
    two = game.play_many([[217, 247.5]], "AO6G")
    three = game.play_many([[217, 247.5, 0]], "AO6G")
    assert (two.end == three.end).all()


def test_several_processes_change_nothing() -> None:
    poses = as_array("classic/2", drawn("classic/2", 520))
    game = Game(load_level("2"))
    one, two = game.play_many(poses), game.play_many(poses, workers=2)
    assert (one.outcomes == two.outcomes).all()
    assert (one.end == two.end).all()
