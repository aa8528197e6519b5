"""The vector environment plays the episodes of single ones, in batches."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from bubbleball.env import BubbleBallEnv, BubbleBallVectorEnv
from bubbleball.errors import BubbleBallError, PlacementError
from bubbleball.game.placement import Placement
from levels_in_python import GAP, POWERS

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"tries": 3, "illegal": "repair", "reward": "distance"},
    {"action": "dict", "angle": "vector", "show_physics": True, "physics": "random"},
    {"physics": ["real", "moon"], "max_pieces": 5, "max_parts": 9, "illegal": "repair"},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_batch_is_the_episodes_of_single_environments(options: dict[str, Any]) -> None:
    levels = [GAP, POWERS]
    batch = BubbleBallVectorEnv(3, levels, **options)
    singles = [BubbleBallEnv(levels, **options) for _ in range(3)]
    seen, infos = batch.reset(seed=7)
    alone = [env.reset(seed=7 + k) for k, env in enumerate(singles)]
    batch.action_space.seed(1)
    for _ in range(4):
        for k, (view, info) in enumerate(alone):
            assert infos["level"][k] == info["level"]
            assert all(np.array_equal(seen[key][k], view[key]) for key in view)
        actions = batch.action_space.sample()
        each = list(gymnasium.vector.utils.iterate(batch.action_space, actions))
        seen, rewards, ended, _, infos = batch.step(actions)
        alone = []
        for k, env in enumerate(singles):
            view, reward, done, _, info = env.step(each[k])
            assert (reward, done) == (rewards[k], ended[k])
            assert info["outcome"] == infos["outcome"][k]
            if done:
                last = infos["final_obs"]
                assert all(np.array_equal(last[key][k], view[key]) for key in view)
                view, _ = env.reset()
            alone.append((view, {"level": env.level.name}))
        infos = {"level": [env.level.name for env in singles]}
    assert seen in batch.observation_space


def test_make_vec_finds_it_and_says_that_it_resets_in_the_same_step() -> None:
    env = gymnasium.make_vec("BubbleBall-workshop-v0", num_envs=2)
    assert isinstance(env.unwrapped, BubbleBallVectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.reset(seed=0)[0]["objects"].shape[0] == 2


@pytest.mark.slow
def test_processes_give_the_same_and_pass_errors_on() -> None:
    here, there = (
        BubbleBallVectorEnv(5, [GAP, POWERS], illegal="repair", workers=count) for count in (1, 2)
    )
    for env in (here, there):
        env.reset(seed=3)
    here.action_space.seed(0)
    actions = here.action_space.sample()
    one, two = here.step(actions), there.step(actions)
    there.close()
    assert all(np.array_equal(one[0][key], two[0][key]) for key in one[0])
    assert np.array_equal(one[1], two[1])


def test_an_illegal_placement_can_be_raised() -> None:
    env = BubbleBallVectorEnv(1, GAP, illegal="raise")
    env.reset(seed=0)
    single = BubbleBallEnv(GAP)
    action = single.action([Placement("plank", GAP.ball.x, GAP.ball.y)])
    with pytest.raises(PlacementError, match="covers the ball's start"):
        env.step(action[None])


def test_images_and_unknown_levels_are_refused() -> None:
    with pytest.raises(BubbleBallError, match="images need `sync` mode"):
        BubbleBallVectorEnv(1, GAP, observation="image")
    env = BubbleBallVectorEnv(1, GAP)
    with pytest.raises(BubbleBallError, match="did you mean 'test/gap'"):
        env.reset(options={"level": "test/gab"})
