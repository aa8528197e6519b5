"""What the columns of the models' arrays mean, and β as one of them. Nothing compiled."""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, Physics

# columns of a shape's row; then x, y of up to four corners, then x, y of their edges' normals
COUNT, CENTRE_X, CENTRE_Y, RADIUS, MATERIAL, STATIC, CORNERS = 0, 1, 2, 3, 4, 5, 6
NORMALS = CORNERS + 8
SHAPE = NORMALS + 8

# columns of a button's row
CODE, PLACE_X, PLACE_Y, TURN, PARTNER = range(5)
BUTTON = 5

# columns of the parameter vector β
GRAVITY, BOUNCE, WOOD_BOUNCE, GROUND_MU, METAL_MU, WOOD_MU, SPEEDUP, SLOWDOWN, SPRING = range(9)
PARAMETERS = 9

# outcomes of a prediction
RUNNING, AT_FLAG, GONE, RESTING = 0, 1, 2, 3

# what a button does, as a code
PUSH_UP, PUSH_DOWN, PUSH_LEFT, PUSH_RIGHT, SLOW, GRAVITY_UP, GRAVITY_DOWN, THROW, CARRY = range(9)


def beta_vector(physics: Physics) -> Array:
    """β in the kernel's order and units."""
    beta = np.zeros(PARAMETERS)
    beta[GRAVITY] = physics.gravity * PIXELS_PER_METRE
    beta[BOUNCE] = physics.restitution
    beta[WOOD_BOUNCE] = max(physics.restitution, physics.wood_restitution)
    for column, friction in (
        (GROUND_MU, physics.ground_friction),
        (METAL_MU, physics.metal_friction),
        (WOOD_MU, physics.wood_friction),
    ):
        beta[column] = math.sqrt(physics.ball_friction * friction)
    beta[SPEEDUP] = physics.speedup_speed
    beta[SLOWDOWN] = physics.slowdown
    beta[SPRING] = physics.spring
    return beta


def beta_rows(worlds: tuple[Physics, ...]) -> Array:
    """Kernel parameters of several worlds, one row each."""
    return np.array([beta_vector(world) for world in worlds])
