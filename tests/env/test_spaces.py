"""Shapes that do not follow the levels, physics of each episode, angles, partners and masks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from bubbleball.env import BubbleBallEnv, PolicySolver
from bubbleball.env.codec import OBJECT_FEATURES
from bubbleball.env.legality import MASK_ANGLES, MASK_COLUMNS, MASK_ROWS, mask_pose
from bubbleball.errors import BubbleBallError
from bubbleball.files.document import Document
from bubbleball.files.levels import write_level
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from levels_in_python import GAP, POWERS
from solving import events, steps


def test_the_ids_of_all_packs_have_the_same_shapes() -> None:
    classic, workshop = (gymnasium.make(f"BubbleBall-{p}-v0") for p in ("classic", "workshop"))
    assert classic.action_space == workshop.action_space
    assert classic.observation_space == workshop.observation_space


def test_sizes_fix_the_shapes_and_padding_changes_no_placement() -> None:
    small, large = BubbleBallEnv(GAP), BubbleBallEnv(GAP, max_pieces=6, max_parts=20)
    assert large.action_space.shape == (6, 4)
    assert large.reset(seed=0)[0]["objects"].shape[0] == 22
    small.reset(seed=0)
    action = small.legal_action(np.random.default_rng(0))
    wide = np.full((6, 4), 0.7, np.float32)
    wide[:2] = action
    assert large.placements(wide) == small.placements(action)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"max_pieces": 1}, "max_pieces = 1; these levels need 2"),
        ({"max_pieces": 4, "max_parts": 5}, "max_parts = 5; these levels need 6"),
    ],
)
def test_sizes_that_are_too_small_are_refused(sizes: dict[str, int], message: str) -> None:
    with pytest.raises(BubbleBallError, match=message):
        BubbleBallEnv(GAP, **sizes)  # type: ignore[arg-type]  # wrong on purpose


def test_levels_come_from_folders_packs_and_lists(tmp_path: Path) -> None:
    write_level(tmp_path / "gap.json", Document(GAP))
    env = BubbleBallEnv([str(tmp_path), "classic", POWERS])
    assert len(env.levels) == 1 + 21 + 1


def test_the_physics_can_be_drawn_for_every_episode_and_shown() -> None:
    env = BubbleBallEnv(GAP, physics=["real", "moon"], show_physics=True)
    drawn = {float(env.reset(seed=seed)[0]["physics"][0]) for seed in range(20)}
    moon = PRESETS["moon"].gravity / REAL.gravity
    assert sorted(drawn) == pytest.approx([moon, 1.0])
    endless = BubbleBallEnv(GAP, physics="random", show_physics=True)
    again = [float(endless.reset(seed=s)[0]["physics"][0]) for s in (1, 2, 1)]
    assert again[0] == again[2] != again[1]
    assert "physics" not in BubbleBallEnv(GAP, physics="random").reset(seed=0)[0]


@pytest.mark.parametrize("turn", [-170.0, 0.0, 30.0, 179.0])
def test_an_angle_can_be_a_sine_and_a_cosine(turn: float) -> None:
    env = BubbleBallEnv(GAP, angle="vector")
    env.reset(seed=0)
    action = env.action([Placement("plank", 230, 200, turn)])
    assert action.shape == (2, 5)
    assert action[0, 3:] == pytest.approx([np.sin(np.radians(turn)), np.cos(np.radians(turn))])
    [placement] = env.placements(action)
    assert placement.angle == pytest.approx(turn, abs=1e-4)
    [zero] = env.placements(np.array([[1, 0, 0, 0, 0], [-1, 0, 0, 0, 0]], np.float32))
    assert zero.angle == 0.0


def test_the_ends_of_a_pair_of_teleports_share_a_number() -> None:
    ends = [Part(f"t{k}", Kind.TELEPORT, 60 + 40 * k, 30) for k in range(5)]
    level = Level(Ball(50, 150), Flag(400, 200), pieces=tuple(ends), name="t")
    column = OBJECT_FEATURES.index("teleport pair / 4")
    rows = BubbleBallEnv(level).reset(seed=0)[0]["objects"][:, column]
    assert rows[:5].tolist() == [0.25, 0.25, 0.5, 0.5, 0.0]


def test_the_mask_says_where_a_piece_alone_may_stand() -> None:
    mask = BubbleBallEnv(GAP, show_legal=True).reset(seed=0)[0]["legal"]
    assert mask.shape == (2, MASK_ANGLES, MASK_ROWS, MASK_COLUMNS)
    placer = Placer(GAP)
    rng = np.random.default_rng(0)
    for _ in range(200):
        number, *cell = (int(rng.integers(size)) for size in mask.shape)
        at = Placement(GAP.pieces[number].id, *mask_pose(*cell))
        assert mask[(number, *cell)] == placer.fits(at, ())


def test_a_policy_is_a_solver_that_sees_what_the_environment_shows() -> None:
    env = BubbleBallEnv(GAP, tries=3, max_pieces=4, max_parts=8)
    shown, _ = env.reset(seed=0)
    bridge = env.action([Placement("plank", 235, 245)])
    seen = []

    def policy(observation: dict[str, Any]) -> Any:
        seen.append(observation)
        return bridge

    solver = PolicySolver(GAP, policy=policy, tries=3, max_pieces=4, max_parts=8)
    played = steps(events(GAP, solver))
    assert played[-1].trial.solved
    assert all(np.array_equal(seen[0][key], shown[key]) for key in shown)


def test_a_policy_that_breaks_the_rules_is_repaired() -> None:
    env = BubbleBallEnv(GAP)
    on_the_ball = env.action([Placement("plank", GAP.ball.x, GAP.ball.y)])
    played = steps(events(GAP, PolicySolver(GAP, policy=lambda _: on_the_ball), max_trials=2))
    assert Placer(GAP).legal(played[1].placements)
