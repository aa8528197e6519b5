"""H-2: the coarse grid, sieved by closed-form event chains (eq. 6).

A chain costs a third of a stepped prediction and is a little less exact: good enough to say which
candidates are worth stepping. Worth it are those whose ball gets as far as the Local Target Set.
Progress is measured by the cost-to-go, as for the stepper: a ball that passes the target on the
other side of a wall has not come near it.
"""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.method.candidates import SOLVED, PoseBatch, Sieved, State
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.model.beta import beta_vector
from bubbleball.model.events.predict import EventPredictor

LEAST, MOST = 0.1, 0.5  # shares of a batch that pass, however many get to the target
FEW = 6  # candidates of a batch that pass in any case


class EventSieve:
    """Sieves candidates of one level under one belief."""

    def __init__(self, level: Level, physics: Physics) -> None:
        self.level = level
        self.beta = beta_vector(physics)

    def __call__(self, state: State, batch: PoseBatch, to_go: CostToGo) -> Sieved:
        """The candidates beside a state whose ball gets far enough, the best first."""
        seen = EventPredictor(self.level, costs=to_go.layers).many(
            state.placements, batch.parts, batch.poses, self.beta, state.prediction.path
        )
        costs = np.where(seen.solved, SOLVED, seen.value)
        met = np.flatnonzero(seen.touched)
        ranked = met[np.argsort(costs[met], kind="stable")]
        arrive = int(np.count_nonzero(costs[ranked] <= _needed(state, to_go)))
        least, most = (max(FEW, int(share * len(batch))) for share in (LEAST, MOST))
        passed = ranked[: min(max(arrive, least), most)]
        rated = np.column_stack([batch.poses[ranked, -1, :2], costs[ranked]])
        return Sieved(state, PoseBatch(batch.parts, batch.poses[passed]), rated)


def _needed(state: State, to_go: CostToGo) -> float:
    """The cost-to-go of a ball at the Local Target Set; without one, any will do."""
    if state.local is None:
        return math.inf
    region = state.local.region
    return float(to_go.at(region.target_x, region.target_y)) + region.target_radius
