"""Train a policy on generated levels, test it on others: numpy alone, one set of shapes.

The policy is linear: from where ball and flag lie and where the ball falls to the pose of
the first piece. The cross-entropy method fits it to batches of levels that no test level is in.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bubbleball import Game, Step, load_level, names, solve
from bubbleball.env import OBJECT_FEATURES, BubbleBallVectorEnv, PolicySolver

Array = NDArray[np.float64]

FAMILY = "deflect"
TRAINING = f"generated:{FAMILY}:4:1001"
TEST = [name for name in names() if name.startswith(f"workshop/{FAMILY}")]
SHAPES: dict[str, Any] = {"max_pieces": 12, "max_parts": 40, "angle": "vector"}
BATCH = 8  # episodes that judge a policy
OUTPUTS, INPUTS = 4, 9  # x, y, sine and cosine of a pose; numbers that the policy weighs
XY = [OBJECT_FEATURES.index("x / 480"), OBJECT_FEATURES.index("y / 320")]


def features(observation: dict[str, Array]) -> tuple[Array, Array]:
    """Where the ball, alone, falls to the height of the flag; and what the policy weighs."""
    pieces = observation["placed"].shape[-2]
    objects, path = observation["objects"], observation["path"]
    ball, flag = objects[..., pieces, XY], objects[..., pieces + 1, XY]
    fallen = np.argmax(path[..., 1] > flag[..., None, 1], axis=-1)
    lost = np.take_along_axis(path, fallen[..., None, None], axis=-2)[..., 0, :]
    ones = np.ones((*ball.shape[:-1], 1))
    return lost[..., :2], np.concatenate([ball, flag, lost, ones], axis=-1)


def act(weights: Array, observation: dict[str, Array]) -> NDArray[np.float32]:
    """Place the first piece near where the ball falls; the others stay in the tray."""
    at, seen = features(observation)
    raw = np.tanh(seen @ weights.reshape(OUTPUTS, INPUTS).T)
    x, y = at[..., 0] * 480 + 100 * raw[..., 0], at[..., 1] * 320 + 60 * raw[..., 1]
    pieces = observation["placed"].shape[-2]
    action = np.full((*x.shape, pieces, 1 + OUTPUTS), -1.0, np.float32)
    action[..., 0, 0], action[..., 0, 3], action[..., 0, 4] = 1.0, raw[..., 2], 1.0
    action[..., 0, 1] = (x + 20) / 260 - 1  # x runs from -20 to 500 px, y from 80 to 340
    action[..., 0, 2] = (y - 80) / 130 - 1
    return action.clip(-1, 1)


def train(generations: int, population: int, elite: int) -> Array:
    """The weights of the best policies, averaged."""
    rng = np.random.default_rng(0)
    env = BubbleBallVectorEnv(
        BATCH * population, TRAINING, reward="distance", illegal="repair", **SHAPES
    )
    mean, spread = np.zeros(OUTPUTS * INPUTS), np.ones(OUTPUTS * INPUTS)
    observation, _ = env.reset(seed=0)
    for generation in range(generations):
        drawn = rng.normal(mean, spread, (population, len(mean)))
        actions = np.zeros((BATCH * population, 12, 1 + OUTPUTS), np.float32)
        for k, weights in enumerate(drawn):
            mine = slice(k, None, population)
            actions[mine] = act(weights, {key: each[mine] for key, each in observation.items()})
        observation, rewards, *_ = env.step(actions)
        score = rewards.reshape(BATCH, population).mean(axis=0)
        best = np.argsort(-score)[:elite]
        mean, spread = drawn[best].mean(axis=0), drawn[best].std(axis=0) + 0.3 / (1 + generation)
        print(f"generation {generation + 1:2}: mean {score.mean():+.3f}, best {score.max():+.3f}")
    env.close()
    return mean


class Noisy:
    """The policy at the first trial, and the policy with a little noise after that."""

    def __init__(self, weights: Array) -> None:
        self.weights, self.noise = weights, 0.0
        self.rng = np.random.default_rng(1)

    def __call__(self, observation: dict[str, Any]) -> NDArray[np.float32]:
        """Act on what is seen."""
        weights = self.weights + self.rng.normal(0, self.noise, self.weights.shape)
        self.noise = 0.15
        return act(weights, observation)


def solved(weights: Array, trials: int) -> int:
    """Test levels that the policy solves."""
    count = 0
    for name in TEST:
        level = load_level(name)
        solver = PolicySolver(
            level, policy=Noisy(weights), vector_angle=True, max_pieces=12, max_parts=40
        )
        *_, last = solve(Game(level), solver, max_trials=trials)
        count += isinstance(last, Step) and last.trial.solved
    return count


def main(generations: int) -> tuple[int, int]:
    """Train and test; returns the test levels solved by the policy and by random weights."""
    weights = train(generations, population=24, elite=6)
    trained, chance = solved(weights, 10), solved(np.zeros_like(weights), 10)
    print(f"workshop {FAMILY}: {trained} of {len(TEST)} solved, {chance} without training")
    return trained, chance


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
