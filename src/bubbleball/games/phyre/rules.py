"""PHYRE's rules: from an action in the unit cube to balls, and which actions are valid."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bubbleball.errors import PlacementError
from bubbleball.games.legal import check_clear, check_inside
from bubbleball.games.scene import Goal, PlacedBall, Rules, Scene

SIZE = 256  # of the scene, px
PIXELS_PER_METRE = 6.0
LEAST_RADIUS, MOST_RADIUS = 2, 32  # px
BALL_MARGIN = 0.1  # px; two balls touch up to this far apart
TIERS = {"ball": 1, "two_balls": 2, "virtual_tools": 1}  # tier -> balls to place


def rules(tier: str) -> Rules:
    """What a player may place in a task of a tier."""
    return Rules(
        unit=PIXELS_PER_METRE,
        left=0.0,
        bottom=0.0,
        right=SIZE,
        top=SIZE,
        least_radius=LEAST_RADIUS,
        most_radius=MOST_RADIUS,
        balls=TIERS[tier],
        grid=1.0,
        apart=1.0,
    )


def goal(first: int, second: int) -> Goal:
    """The goal of every official task."""
    return Goal(first, second, margin=BALL_MARGIN)


def balls_of(action: Sequence[float], balls: int) -> tuple[PlacedBall, ...]:
    """The balls of an action, on whole pixels; an invalid action raises a PlacementError."""
    if len(action) != 3 * balls:
        raise PlacementError(f"an action here has {3 * balls} numbers, not {len(action)}")
    for value in action:
        if not 0.0 <= value <= 1.0:
            raise PlacementError(f"action {list(action)}: {value} is not between 0 and 1")
    exact = [_scaled(*action[at : at + 3]) for at in range(0, 3 * balls, 3)]
    for ball in exact:
        check_inside(rules("ball"), ball)
    if balls == 2:
        one, two = exact
        gap = math.hypot(one.x - two.x, one.y - two.y) - one.radius - two.radius
        if gap < 1.0:
            raise PlacementError(f"the two balls are {gap:.2f} px apart; at least 1 px is needed")
    return tuple(PlacedBall(int(ball.x), int(ball.y), round(ball.radius)) for ball in exact)


def action_of(balls: Sequence[PlacedBall]) -> tuple[float, ...]:
    """An action that PHYRE maps to these balls on whole pixels."""
    low, high = LEAST_RADIUS, MOST_RADIUS
    return tuple(
        value
        for ball in balls
        for value in (
            (ball.x + 0.5) / (SIZE - 1),
            (ball.y + 0.5) / (SIZE - 1),
            (ball.radius - low) / (high - low),
        )
    )


def placed(scene: Scene, action: Sequence[float]) -> tuple[PlacedBall, ...]:
    """The balls of an action, checked against the scene too."""
    balls = balls_of(action, scene.rules.balls)
    check_clear(scene, balls)
    return balls


def _scaled(x: float, y: float, radius: float) -> PlacedBall:
    return PlacedBall(
        x * (SIZE - 1), y * (SIZE - 1), radius * (MOST_RADIUS - LEAST_RADIUS) + LEAST_RADIUS
    )
