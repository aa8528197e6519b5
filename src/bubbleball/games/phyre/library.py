"""PHYRE for `games.library`: groups are templates, and tiers hold several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bubbleball.errors import PlacementError, unknown_name
from bubbleball.games.legal import check_inside
from bubbleball.games.library import Puzzle
from bubbleball.games.phyre import tasks
from bubbleball.games.phyre.rules import TIERS, action_of, balls_of
from bubbleball.games.phyre.rules import placed as from_action
from bubbleball.games.scene import PlacedBall, Scene

__all__ = ["from_action", "groups", "names", "place", "puzzle"]


def groups() -> dict[str, int]:
    """Templates and how many tasks each has."""
    return Counter(tasks.template_of(name) for tier in TIERS for name in tasks.names(tier))


def names(group: str) -> list[str]:
    """The tasks of a template or of a tier."""
    if group in TIERS:
        return list(tasks.names(group))
    found = [name for tier in TIERS for name in tasks.names(tier) if name.startswith(f"{group}:")]
    if not found:
        ends = ((tier, tasks.names(tier)) for tier in TIERS)
        known = ", ".join(f"{all_[0][:5]} to {all_[-1][:5]} ({tier})" for tier, all_ in ends)
        raise unknown_name("template", group, [*TIERS, *groups()], f"known: {known}")
    return found


def puzzle(name: str) -> Puzzle:
    """A task; a template's name stands for its first."""
    task = tasks.find(name if ":" in name else names(name)[0])
    count = task.scene.rules.balls
    solutions = tuple(balls_of(action, count) for action in (*task.stable, *task.unstable))
    return Puzzle(task.scene, task.goal, solutions)


def place(scene: Scene, balls: Sequence[PlacedBall]) -> tuple[PlacedBall, ...]:
    """Balls on whole pixels, checked as PHYRE checks the action that stands for them."""
    wanted = scene.rules.balls
    if len(balls) != wanted:
        raise PlacementError(
            f"{scene.name} takes {wanted} ball{'s' * (wanted > 1)}, not {len(balls)}"
        )
    for ball in balls:  # before rounding, too: NaN cannot be rounded
        check_inside(scene.rules, ball)
    whole = [PlacedBall(int(ball.x), int(ball.y), round(ball.radius)) for ball in balls]
    for ball in whole:
        check_inside(scene.rules, ball)
    return from_action(scene, action_of(whole))
