"""Environment steps, each a whole trial, against `Game.play` with the same placements.

Both are measured in the same run, in turns, level by level of the classic pack.
"""

from __future__ import annotations

import math
import time
from typing import Any

import gymnasium
import numpy as np
from rows import Row

from bubbleball.env import BubbleBallEnv
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement

ACTIONS = 15  # per level
FLOOR = 0.8

Placements = tuple[Placement, ...]


def batches(env: BubbleBallEnv) -> list[tuple[str, list[Any], Game, list[Placements]]]:
    rng = np.random.default_rng(0)
    made = []
    for level in env.levels:
        env.reset(options={"level": level.name})
        actions = [env.legal_action(rng) for _ in range(ACTIONS)]
        placements = [env.placements(action) for action in actions]
        made.append((level.name, actions, Game(level), placements))
    return made


def step_all(env: gymnasium.Env[Any, Any], name: str, actions: list[Any]) -> float:
    began = time.perf_counter()
    for action in actions:
        env.reset(options={"level": name})
        env.step(action)
    return time.perf_counter() - began


def play_all(game: Game, placements: list[Placements]) -> float:
    began = time.perf_counter()
    for each in placements:
        game.play(each)
    return time.perf_counter() - began


def measure(rounds: int = 5) -> list[Row]:
    env = gymnasium.make("BubbleBall-classic-v0")
    inner = env.unwrapped
    assert isinstance(inner, BubbleBallEnv)
    steps = plays = 0.0
    made = batches(inner)
    for name, actions, game, placements in made:
        step, play = math.inf, math.inf
        for _ in range(rounds):
            step = min(step, step_all(env, name, actions))
            play = min(play, play_all(game, placements))
        steps, plays = steps + step, plays + play
    count = ACTIONS * len(made)
    ratio = plays / steps
    value = f"{ratio:.2f} × ({count / steps:.0f} a second against {count / plays:.0f})"
    what = "environment resets and steps on the classic pack against `Game.play`"
    return [Row(what, value, f"at least {FLOOR} ×", ratio >= FLOOR)]


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
