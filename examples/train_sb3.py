"""Train PPO of Stable-Baselines3 on one level, and run what it learnt as a solver.

Needs the extra: pip install "bubbleball[sb3]". The number of episodes is the argument.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

from bubbleball import Game, Step, load_level, solve
from bubbleball.env import BubbleBallEnv, PolicySolver

LEVEL = "classic/1"
OPTIONS: dict[str, Any] = {"levels": LEVEL, "reward": "distance", "illegal": "repair"}


def train(episodes: int) -> PPO:
    """PPO on eight environments; an episode is one step, so nothing is discounted."""
    env = make_vec_env(BubbleBallEnv, n_envs=8, seed=0, env_kwargs=OPTIONS)
    model = PPO(
        "MultiInputPolicy",
        env,
        n_steps=32,
        batch_size=128,
        gamma=1.0,
        learning_rate=3e-3,
        policy_kwargs={"log_std_init": -0.7},  # poses vary by a quarter of the screen at first
        seed=0,
        device="cpu",
    )
    return model.learn(episodes)


def solved(model: PPO, trials: int) -> float:
    """The share of trials that the policy solves when it draws its actions."""
    level = load_level(LEVEL)

    def policy(observation: dict[str, Any]) -> Any:
        return model.predict(observation)[0]

    count = 0
    for seed in range(trials):
        solver = PolicySolver(level, policy=policy, seed=seed)
        *_, last = solve(Game(level), solver, max_trials=1)
        count += isinstance(last, Step) and last.trial.solved
    return count / trials


def main(episodes: int) -> None:
    """Train, and compare with random legal placements."""
    env = BubbleBallEnv(**OPTIONS)
    env.reset(seed=0)
    outcomes = [env.step(env.legal_action())[4]["outcome"] for _ in range(200)]
    model = train(episodes)
    print(f"{model.num_timesteps} episodes of {LEVEL}: {solved(model, 100):.0%} solved then,")
    print(f"{np.mean(np.equal(outcomes, 'reached-flag')):.0%} by random legal placements")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 256)
