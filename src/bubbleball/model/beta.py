"""The parameter vector β of the models, from physics."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, Physics, residual_of
from bubbleball.model.columns import (
    AIR,
    BOUNCE,
    CORNER_BOUNCE,
    DRAG,
    FADE,
    GRAVITY,
    GROUND_MU,
    LATE,
    METAL_BOUNCE,
    METAL_MU,
    PARAMETERS,
    PUSH_X,
    PUSH_X_BY_X,
    PUSH_Y,
    PUSH_Y_BY_Y,
    SLOWDOWN,
    SPEEDUP,
    SPRING,
    TURNS,
    WOOD_BOUNCE,
    WOOD_CORNER_BOUNCE,
    WOOD_MU,
    ZONE_DRAG,
    ZONE_LEFT,
    ZONE_PUSH_Y,
)


@dataclass(frozen=True, slots=True)
class EventBeta:
    """β of the event models, a part of its own for each contact type.

    physics: flight, line and power-ups.
    corner_restitution: corner or circle; the engine has one law for both, a model need not know.
    """

    physics: Physics
    corner_restitution: float

    @classmethod
    def shared(cls, physics: Physics) -> EventBeta:
        """Corners bounce as lines do."""
        return cls(physics, physics.restitution)

    def vector(self) -> Array:
        """β in the models' order and units."""
        beta = beta_vector(self.physics)
        beta[CORNER_BOUNCE] = self.corner_restitution
        beta[WOOD_CORNER_BOUNCE] = max(self.corner_restitution, self.physics.wood_restitution)
        return beta


def beta_vector(physics: Physics) -> Array:
    """β in the models' order and units, with one restitution for lines and corners."""
    beta = np.zeros(PARAMETERS)
    beta[GRAVITY] = physics.gravity * PIXELS_PER_METRE
    beta[BOUNCE] = beta[CORNER_BOUNCE] = physics.restitution
    residual = residual_of(physics)
    beta[METAL_BOUNCE] = residual.off_metal(physics.restitution)
    wood = max(physics.restitution, physics.wood_restitution)
    beta[WOOD_BOUNCE] = beta[WOOD_CORNER_BOUNCE] = wood
    for column, friction in (
        (GROUND_MU, physics.ground_friction),
        (METAL_MU, physics.metal_friction),
        (WOOD_MU, physics.wood_friction),
    ):
        beta[column] = math.sqrt(physics.ball_friction * friction)
    beta[SPEEDUP] = physics.speedup_speed
    beta[SLOWDOWN] = physics.slowdown
    beta[SPRING] = physics.spring
    beta[PUSH_X] = residual.push_x * PIXELS_PER_METRE
    beta[PUSH_Y] = residual.push_y * PIXELS_PER_METRE
    beta[PUSH_X_BY_X : PUSH_Y_BY_Y + 1] = residual.slopes
    beta[ZONE_LEFT : ZONE_PUSH_Y + 1] = np.multiply(residual.zone, PIXELS_PER_METRE)
    beta[ZONE_DRAG] = residual.zone_drag
    beta[DRAG] = residual.drag
    beta[AIR] = residual.air / PIXELS_PER_METRE
    beta[FADE] = residual.fade / PIXELS_PER_METRE
    beta[TURNS] = residual.turns
    beta[LATE] = round(residual.late)
    return beta


def beta_rows(worlds: tuple[Physics, ...]) -> Array:
    """Kernel parameters of several worlds, one row each."""
    return np.array([beta_vector(world) for world in worlds])
