"""A time limit holds for every solver on levels that nobody would make."""

from __future__ import annotations

import signal
import time

import numpy as np
import pytest

from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.method.explanation import Thought
from bubbleball.method.precompile import precompile
from bubbleball.play.loop import solve
from bubbleball.solvers import SOLVERS, make_solver

LIMIT = 0.5  # s


def parts(count: int, *, loose: bool = False) -> tuple[Part, ...]:
    chance = np.random.default_rng(count)
    kinds = (Kind.WOOD,) if loose else (Kind.WOOD, Kind.METAL, Kind.GROUND)
    boxes = chance.uniform((0, 60, 8, 8, 0), (480, 300, 60, 60, 360), (count, 5)).tolist()
    return tuple(
        Part(f"s{n}", kinds[n % len(kinds)], x, y, width, height, angle, loose=loose)
        for n, (x, y, width, height, angle) in enumerate(boxes)
    )


def pieces(count: int) -> tuple[Part, ...]:
    return tuple(Part(f"p{n}", Kind.METAL, 60 + n % 300, 20, 10 + n % 50, 10) for n in range(count))


ODD = {
    "300 loose parts": (parts(300, loose=True), pieces(3)),
    "990 parts": (parts(990), pieces(3)),
    "990 pieces": ((), pieces(990)),
}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    precompile()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("odd", ODD)
def test_no_solver_works_on_for_more_than_a_second_after_its_time(name: str, odd: str) -> None:
    scenery, tray = ODD[odd]
    level = Level(Ball(40, 100), Flag(430, 270), scenery, tray)
    solver = make_solver(name, level)
    began = time.process_time()
    *_, last = solve(Game(level), solver, max_trials=10**6, time_limit=LIMIT)
    assert time.process_time() - began < LIMIT + 1.0
    assert isinstance(last, Thought)
