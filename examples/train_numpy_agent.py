"""Train a small agent with numpy only: the cross-entropy method on one level, against random.

The agent is a normal distribution over actions. Each generation draws actions from it, plays them
and fits the distribution to the best ones so far, with some noise that fades. Afterwards it and an
agent that acts at random within the rules play the same number of episodes.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from bubbleball.env import BubbleBallEnv

Array = NDArray[np.float64]
Env = gymnasium.Env[Any, Any]

LEVEL = "classic/1"
GENERATIONS, POPULATION, ELITE = 15, 60, 8
NOISE_FIRST, NOISE_LAST = 0.3, 0.01
EPISODES = 200


def train(env: Env, rng: np.random.Generator) -> tuple[Array, Array]:
    """The mean and the spread of good actions."""
    shape = env.action_space.shape
    assert shape is not None
    mean, spread = np.zeros(shape), np.ones(shape)
    actions, rewards = np.empty((0, *shape)), np.empty(0)
    for generation, noise in enumerate(np.geomspace(NOISE_FIRST, NOISE_LAST, GENERATIONS)):
        drawn = np.clip(rng.normal(mean, spread, (POPULATION, *shape)), -1, 1)
        earned = np.array([play(env, action)[0] for action in drawn])
        actions, rewards = np.concatenate([actions, drawn]), np.concatenate([rewards, earned])
        best = np.argsort(-rewards, kind="stable")[:ELITE]
        actions, rewards = actions[best], rewards[best]
        mean, spread = actions.mean(axis=0), actions.std(axis=0) + noise
        print(f"generation {generation + 1:2}: mean {earned.mean():+.2f}, best {earned.max():+.2f}")
    return mean, spread


def play(env: Env, action: Array) -> tuple[float, bool]:
    """One episode: the reward, and whether the ball reached the flag."""
    env.reset()
    _, reward, _, _, info = env.step(action.astype(np.float32))
    return float(reward), info["outcome"] == "reached-flag"


def main() -> tuple[float, float]:
    """Train, then compare; returns the share of episodes that each agent solved."""
    rng = np.random.default_rng(2)
    env = gymnasium.make("BubbleBall-v0", levels=LEVEL, reward="distance", illegal="repair")
    env.reset(seed=0)
    mean, spread = train(env, rng)
    drawn = (np.clip(rng.normal(mean, spread), -1, 1) for _ in range(EPISODES))
    agent = np.mean([play(env, action)[1] for action in drawn])
    game = env.unwrapped
    assert isinstance(game, BubbleBallEnv)
    legal = (game.legal_action(rng) for _ in range(EPISODES))
    chance = np.mean([play(env, action)[1] for action in legal])
    print(f"solved: trained agent {agent:.0%}, random legal actions {chance:.0%}")
    return float(agent), float(chance)


if __name__ == "__main__":
    trained, random = main()
    if not trained > random:
        raise SystemExit("the agent learnt nothing")
