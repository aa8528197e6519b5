"""A whole trial against a bare loop that builds the same Box2D scene and only steps it.

Both are measured in the same run, in turns, and the best of many counts: other work on the machine
can only slow them down.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from Box2D import b2World
from rows import Row

from bubbleball import Ball, Flag, Game, Kind, Level, Part, Physics, Placement, load_level
from bubbleball.game.materials import ball_fixtures, part_fixture
from bubbleball.game.physics import REAL, SECONDS_PER_STEP
from bubbleball.game.world import simulate

Scene = tuple[Level, tuple[Placement, ...], Physics]


def level_2() -> Scene:
    return load_level("classic/2"), (Placement("AO6G", 217, 247.5),), REAL


def ten_boxes(*, struck: bool) -> Scene:
    """Build a level with ten stacked wooden boxes and a ball that bounces for ten seconds."""
    boxes = [Part(f"b{n}", Kind.WOOD, 240, 289.5 - 20.5 * n, 40, 20, loose=True) for n in range(10)]
    floor = Part("floor", Kind.GROUND, 240, 310, 480, 20)
    ball = Ball(240, 40) if struck else Ball(100, 200)
    return Level(ball, Flag(2000, 2000), (floor, *boxes)), (), Physics(restitution=1)


def bare_loop(scene: Scene, steps: int) -> None:
    """Build and step, nothing else. The fixture definitions are made beforehand, as in the game."""
    level, placements, physics = scene
    placed = {placement.piece: placement for placement in placements}
    world: Any = b2World(gravity=(0.0, physics.gravity))
    for part in level.parts:
        at = placed.get(part.id, part)
        if part.id not in placed and part in level.pieces:
            continue
        moves = part.kind.wooden and (part.id in placed or part.loose)
        create = world.CreateDynamicBody if moves else world.CreateStaticBody
        create(
            position=(at.x / 30, at.y / 30),
            angle=math.radians(at.angle),
            fixtures=part_fixture(part, physics),
        )
    world.CreateDynamicBody(
        position=(level.ball.x / 30, level.ball.y / 30),
        fixedRotation=True,
        fixtures=ball_fixtures(physics.ball_density, physics.restitution, physics.ball_friction),
    )
    step = world.Step
    for _ in range(steps):
        step(SECONDS_PER_STEP, 10, 10)


def best_of(seconds: float, *functions: Callable[[], object]) -> list[float]:
    """Return the best time of each function, called in turns for a while."""
    best = [math.inf] * len(functions)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for number, function in enumerate(functions):
            began = time.perf_counter()
            function()
            best[number] = min(best[number], time.perf_counter() - began)
    return best


def compare(
    name: str, scene: Scene, seconds: float, limit: float | None = None, *, moves: bool = True
) -> Row:
    """moves: whether the frames of every moving piece are recorded as well."""
    steps = simulate(*scene).steps
    trial, bare = best_of(
        seconds, lambda: simulate(*scene, record_moves=moves), lambda: bare_loop(scene, steps)
    )
    ratio = trial / bare
    value = f"{ratio:.2f} × ({trial * 1e3:.2f} ms against {bare * 1e3:.2f} ms, {steps} steps)"
    what = f"trial of {name} against a bare loop"
    return Row(what, value) if limit is None else Row(what, value, f"{limit} ×", ratio <= limit)


def measure(seconds: float = 8.0) -> list[Row]:
    level, placements, _ = level_2()
    game = Game(level)
    (rate,) = best_of(1.0, lambda: [game.play(placements) for _ in range(10)])
    return [
        compare("level 2", level_2(), seconds, 2.0),
        compare("ten stacked boxes", ten_boxes(struck=False), seconds, 1.6, moves=False),
        compare("ten stacked boxes with their own frames", ten_boxes(struck=False), seconds),
        compare("ten boxes kept moving with their own frames", ten_boxes(struck=True), seconds),
        Row("trials of level 2 in a second, one core, rules checked", f"{10 / rate:.0f}"),
    ]


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
