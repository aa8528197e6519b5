"""Episodes of the environment as a Minari data set, for offline reinforcement learning."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium

from bubbleball.env.policy import Policy
from bubbleball.errors import BubbleBallError

STORAGE = "arrow"  # of Minari's formats, the one that needs nothing but pyarrow


def minari_dataset(
    name: str,
    env_id: str = "BubbleBall-v0",
    *,
    episodes: int,
    policy: Policy | None = None,
    seed: int = 0,
    **options: Any,
) -> Any:
    """Play episodes and store them as a local Minari data set, which is returned.

    name: of the data set, such as `bubbleball/bridge/random-v0`.
    env_id, options: as in `gymnasium.make`; the data set can make the environment again.
    episodes: how many; episode k begins with the seed `seed + k`.
    policy: takes an observation, returns an action; None for random legal placements.
    """
    minari, buffer = _minari()
    env = gymnasium.make(env_id, **options)
    act = policy or _legal_actions(env)
    buffers = [buffer(id=k, **_episode(env, act, seed + k)) for k in range(episodes)]
    how = "random legal placements" if policy is None else "a policy"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # asks for an address and a link to code
        return minari.create_dataset_from_buffers(
            name,
            buffers,
            env=env,
            eval_env=env,
            algorithm_name=how,
            author="bubbleball",
            description=f"{episodes} episodes of {env_id}: {how}, seeds from {seed}",
            data_format=STORAGE,
        )


def _legal_actions(env: gymnasium.Env[Any, Any]) -> Policy:
    """The policy that places at random, within the rules."""
    legal_action = getattr(env.unwrapped, "legal_action", None)
    if legal_action is None:
        raise BubbleBallError(f"{env} draws no legal actions; give a policy")
    return lambda observation: legal_action()


def _episode(env: gymnasium.Env[Any, Any], act: Policy, seed: int) -> dict[str, Any]:
    """One episode as the fields of Minari's buffer."""
    observation, _ = env.reset(seed=seed)
    seen, actions, rewards = [observation], [], []
    ended = False
    while not ended:
        action = act(observation)
        observation, reward, ended, _, _ = env.step(action)
        seen.append(observation)
        actions.append(action)
        rewards.append(float(reward))
    steps = len(rewards)
    return {
        "seed": seed,
        "observations": _columns(seen),
        "actions": _columns(actions),
        "rewards": rewards,
        "terminations": [*[False] * (steps - 1), True],
        "truncations": [False] * steps,  # there are none
    }


def _columns(values: Sequence[Any]) -> Any:
    """A list of dicts as a dict of lists; other values as they are."""
    if isinstance(values[0], dict):
        return {name: [value[name] for value in values] for name in values[0]}
    return list(values)


def _minari() -> tuple[Any, Any]:
    try:
        import minari  # noqa: PLC0415  # an extra
        import pyarrow  # noqa: F401, PLC0415  # its storage format
        from minari.data_collector.episode_buffer import EpisodeBuffer  # noqa: PLC0415  # of the extra
    except ImportError as error:
        needed = "a Minari data set needs minari and pyarrow; pip install 'bubbleball[minari]'"
        raise BubbleBallError(needed) from error
    return minari, EpisodeBuffer
