"""Episodes as a Minari data set, which can be played again."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bubbleball.env import minari_dataset
from bubbleball.errors import BubbleBallError

needs_minari = pytest.mark.skipif(
    find_spec("minari") is None or find_spec("pyarrow") is None,
    reason="minari and pyarrow are not installed",
)


@needs_minari
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # minari's own
@pytest.mark.parametrize("options", [{}, {"tries": 2, "action": "dict", "illegal": "repair"}])
def test_every_stored_episode_plays_again_to_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    stored = minari_dataset("bubbleball/test-v0", episodes=5, seed=3, reward="distance", **options)
    env = stored.recover_environment()
    assert stored.total_episodes == 5
    for number, episode in enumerate(stored.iterate_episodes()):
        observation, _ = env.reset(seed=3 + number)
        for step, reward in enumerate(episode.rewards):
            for name, values in episode.observations.items():
                assert np.array_equal(values[step], observation[name])
            actions = episode.actions
            is_dict = isinstance(actions, dict)
            action = {k: v[step] for k, v in actions.items()} if is_dict else actions[step]
            observation, again, ended, _, _ = env.step(action)
            assert again == reward
            assert ended == episode.terminations[step]


@needs_minari
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # minari's own
def test_a_policy_can_choose_the_actions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    tray = np.full((2, 4), -1.0, np.float32)  # nothing is placed
    stored = minari_dataset("bubbleball/tray-v0", episodes=2, policy=lambda seen: tray)
    assert all((episode.actions == tray).all() for episode in stored.iterate_episodes())


def test_without_minari_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(BubbleBallError, match=r"pip install 'bubbleball\[minari\]'"):
        minari_dataset("bubbleball/none-v0", episodes=1)
