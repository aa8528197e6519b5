"""The other games as Gymnasium environments."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from bubbleball.errors import BubbleBallError, PlacementError, UnknownNameError
from bubbleball.games.env import BallsEnv
from bubbleball.games.phyre.library import from_action
from bubbleball.games.phyre.rules import action_of
from bubbleball.games.scene import PlacedBall
from other_games import phyre_task, two_balls


def env(**options: object) -> BallsEnv:
    return BallsEnv([two_balls()], from_action, **options)  # type: ignore[arg-type]  # any option


@pytest.mark.parametrize("observation", ["objects", "image"])
def test_gymnasiums_own_checker_finds_nothing(observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it cannot know the environment's id
        check_env(env(observation=observation, render_mode="rgb_array"), skip_render_check=False)


def test_an_invalid_action_costs_a_try_or_raises() -> None:
    below = np.array([0.5, 0.0, 1.0], np.float32)
    penalised = env(tries=2)
    penalised.reset(seed=1)
    _, reward, done, _, info = penalised.step(below)
    assert (reward, done, info["legal"]) == (-1.0, False, False)
    with pytest.raises(PlacementError):
        env(illegal="raise").step(below)


def test_a_legal_action_gives_the_whole_trial() -> None:
    playing = env(trajectory=True, reward="distance")
    playing.reset(seed=1)
    action = np.array(action_of([PlacedBall(100, 120, 20)]), np.float32)
    _, reward, done, _, info = playing.step(action)
    assert done
    assert info["trial"].names == ("subject", "target", "ball 1")
    assert info["contacts"] == info["trial"].meetings
    assert -1.0 <= reward <= 1.0


def test_episodes_repeat_with_their_seed() -> None:
    first, second = env(), env()
    one, two = (each.reset(seed=7)[0] for each in (first, second))
    assert np.array_equal(one["bodies"], two["bodies"])


def test_wrong_options_are_named() -> None:
    with pytest.raises(UnknownNameError, match="no observation named 'pixels'"):
        env(observation="pixels")
    with pytest.raises(BubbleBallError, match="not 0 tries"):
        env(tries=0)


def test_phyre_has_an_id() -> None:
    phyre_task("00000:000")
    made = gymnasium.make("BubbleBall-PHYRE-v0", tasks="00000:000")
    _, info = made.reset(seed=0)
    assert info == {"task": "00000:000"}
