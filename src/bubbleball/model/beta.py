"""The parameter vector β of the models, from physics."""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, Physics
from bubbleball.model.columns import (
    BOUNCE,
    GRAVITY,
    GROUND_MU,
    METAL_MU,
    PARAMETERS,
    SLOWDOWN,
    SPEEDUP,
    SPRING,
    WOOD_BOUNCE,
    WOOD_MU,
)


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
