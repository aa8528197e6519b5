"""Whether balls may lie where a player puts them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bubbleball.errors import PlacementError
from bubbleball.game.geometry import signed_distance
from bubbleball.games.scene import PlacedBall, Rules, Scene, SceneBody

TOLERANCE = 1e-5  # of an overlap, in the game's unit


def gap(ball: PlacedBall, body: SceneBody) -> float:
    """Distance between the edges of a ball and a body at its start; negative where they overlap."""
    shapes = body.at_start() if body.keep_out is None else body.keep_out
    return (
        min((signed_distance(ball.x, ball.y, shape) for shape in shapes), default=math.inf)
        - ball.radius
    )


def check_inside(rules: Rules, ball: PlacedBall) -> None:
    """Raise a PlacementError if a ball is too large or too small, or leaves the box."""
    if not rules.least_radius <= ball.radius <= rules.most_radius:
        raise PlacementError(
            f"a ball's radius is {rules.least_radius:g} to {rules.most_radius:g}, "
            f"not {ball.radius:g}"
        )
    if not (
        rules.left + ball.radius <= ball.x <= rules.right - ball.radius
        and rules.bottom + ball.radius <= ball.y <= rules.top - ball.radius
    ):
        raise PlacementError(
            f"the ball of radius {ball.radius:.4g} at ({ball.x:.4g}, {ball.y:.4g}) is not inside "
            f"x {rules.left:g} to {rules.right:g}, y {rules.bottom:g} to {rules.top:g}"
        )


def check_clear(scene: Scene, balls: Sequence[PlacedBall]) -> None:
    """Raise a PlacementError if a ball overlaps a body, or touches one where that is forbidden."""
    for ball in balls:
        for body in scene.bodies:
            space = gap(ball, body)
            if scene.rules.may_touch and space + TOLERANCE < 0.0:
                fault = f"overlaps {body.name} by {-space:.2f}"
            elif not scene.rules.may_touch and space <= 0.0:
                fault = f"touches {body.name}"
            else:
                continue
            raise PlacementError(
                f"the ball of radius {ball.radius:g} at ({ball.x:g}, {ball.y:g}) {fault}"
            )
