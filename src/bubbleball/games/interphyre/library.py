"""Interphyre for `games.library`: groups are levels, puzzles their seeds."""

from __future__ import annotations

from collections.abc import Sequence

from bubbleball.errors import PlacementError
from bubbleball.games.interphyre import levels
from bubbleball.games.library import Puzzle
from bubbleball.games.scene import PlacedBall, Scene


def groups() -> dict[str, int]:
    """Levels and how many of their scenes have a stored solution."""
    return {level: len(levels.seeds(level)) for level in levels.levels()}


def names(group: str) -> list[str]:
    """The scenes of a level that have a stored solution."""
    levels.find(group)
    return [f"{group}:{seed}" for seed in levels.seeds(group)]


def puzzle(name: str) -> Puzzle:
    """A scene; a level's name stands for its first."""
    entry = levels.find(name)
    first, second = (
        entry.scene.bodies[number].name.replace("_", " ")
        for number in (entry.scene.goal.first, entry.scene.goal.second)
    )
    goal = f"Make sure the {first} is touching the {second} for 3 s."
    return Puzzle(entry.scene, goal, (entry.solution,) if entry.solution else ())


def place(scene: Scene, balls: Sequence[PlacedBall]) -> tuple[PlacedBall, ...]:
    """The one ball of a level, rounded and checked as Interphyre does."""
    if len(balls) != 1:
        raise PlacementError(f"a level of Interphyre takes one ball, not {len(balls)}")
    (ball,) = balls
    return levels.placed(scene, ball.x, ball.y, ball.radius)


def from_action(scene: Scene, action: Sequence[float]) -> tuple[PlacedBall, ...]:
    """The ball of an action between 0 and 1, spread over the room and the radii."""
    rules = scene.rules
    if len(action) != 3:
        raise PlacementError(f"an action here has 3 numbers, not {len(action)}")
    x, y, radius = action
    return levels.placed(
        scene,
        rules.left + x * (rules.right - rules.left),
        rules.bottom + y * (rules.top - rules.bottom),
        rules.least_radius + radius * (rules.most_radius - rules.least_radius),
    )
