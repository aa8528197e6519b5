"""What the columns of the models' arrays mean, and β as one of them. Nothing here is compiled."""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, Physics

# Columns of a shape: then x, y of up to four corners, then x, y of their edges' outward normals.
COUNT, CENTRE_X, CENTRE_Y, RADIUS, MATERIAL, STATIC, CORNERS = range(7)
NORMALS = CORNERS + 8
SHAPE = NORMALS + 8

# Columns of a button.
CODE, PLACE_X, PLACE_Y, TURN, PARTNER = range(5)
BUTTON = 5

# Columns of a ball's state and of a path: px, px/s, and 1 while gravity points up.
X, Y, VX, VY, UP = range(5)
BALL = 5

# Columns of the parameter vector β; the frictions are in the order of the materials.
GRAVITY, BOUNCE, WOOD_BOUNCE, GROUND_MU, METAL_MU, WOOD_MU, SPEEDUP, SLOWDOWN, SPRING = range(9)
PARAMETERS = 9


def beta_vector(physics: Physics) -> Array:
    """β in the models' order and units."""
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
