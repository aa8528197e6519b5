"""Predictions by event chains: one in full, or many in short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.model.beta import EventBeta
from bubbleball.model.candidate_rows import build_alone, build_candidates, new_forecasts
from bubbleball.model.codes import NONE, Status
from bubbleball.model.events.chain import chain_batch
from bubbleball.model.events.chain_state import (
    FRAME,
    MOTION,
    ChainPlan,
    new_chain,
)
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.prediction import Forecasts, Prediction
from bubbleball.model.trace import new_trace

ANY = 1000  # bodies or events: more than any chain has


@dataclass(frozen=True, slots=True)
class EventPredictor:
    """Predicts in one level, and rates by the closest approach to a target.

    level: the puzzle.
    aim: the target's x and y, px.
    bodies: the most bodies that the ball meets from the Main Block on, itself counted.
    events: the most events of a chain.
    costs: cost-to-go that rates where the ball gets, instead of the target: 2 x rows x columns.
    """

    level: Level
    aim: tuple[float, float] = (0.0, 0.0)
    bodies: int = ANY
    events: int = ANY
    costs: Array = field(default_factory=partial(np.zeros, (2, 0, 0)))

    def one(
        self,
        placements: Iterable[Placement],
        physics: Physics | EventBeta,
        main: str | None = None,
        start: Array | None = None,
        frame: int = 0,
    ) -> Prediction:
        """The whole motion in one configuration.

        physics: a part of β of its own for each contact type, or one physics for all.
        main: id of the Main Block, from which the limit of bodies counts; without it there is none.
        start: the ball's state (x, y, vx, vy, gravity up) at `frame`; left out, it rests at its
            place in the level.
        """
        beta = physics if isinstance(physics, EventBeta) else EventBeta.shared(physics)
        board, names, batch = build_alone(self.level, placements, beta.vector())
        if start is not None:
            batch = batch._replace(starts=np.array([start]), frames=np.array([frame]))
        plan = self._plan(NONE if main is None else names.index(main))
        chain = new_chain(board, plan, new_trace(path=True, log=True), self.costs)
        seen = new_forecasts(1)
        chain_batch(board, chain, batch, np.zeros((1, MOTION)), seen)
        return Prediction(
            Status(seen.outcome[0]),
            chain.trace.path[frame : int(chain.state[FRAME]) + 1],
            float(seen.value[0]),
            chain.trace.events(names),
        )

    def flights(
        self, placements: Iterable[Placement], beta: EventBeta, starts: Array, frames: Sequence[int]
    ) -> Forecasts:
        """Chains in one configuration, each from a state of the ball (as in `one`) at its frame."""
        board, _, alone = build_alone(self.level, placements, beta.vector())
        count = len(starts)
        batch = alone._replace(
            shapes=np.repeat(alone.shapes, count, axis=0),
            buttons=np.repeat(alone.buttons, count, axis=0),
            betas=np.repeat(alone.betas, count, axis=0),
            starts=starts,
            frames=np.array(frames),
        )
        chain = new_chain(board, self._plan(NONE), new_trace(path=False, log=False), self.costs)
        seen = new_forecasts(count)
        chain_batch(board, chain, batch, np.zeros((count, MOTION)), seen)
        return seen

    def many(
        self,
        placements: Iterable[Placement],
        parts: Sequence[Part],
        poses: Array,
        betas: Array,
        path: Array,
        motions: Array | None = None,
    ) -> Forecasts:
        """Chains of candidates that add `parts`, the last one the Main Block, to a configuration.

        poses: candidates x parts x 3. betas: candidates x parameters, or one row for all.
        path: the ball's motion without the candidates; each chain starts where the ball first
            comes near its candidate.
        motions: candidates x 3, the Main Block's velocity (px/s) and spin (rad/s) when the ball
            meets it; at rest if left out.
        """
        board, names, batch = build_candidates(self.level, placements, parts, poses, betas)
        plan = self._plan(names.index(parts[-1].id))
        chain = new_chain(board, plan, new_trace(path=False, log=False), self.costs)
        seen = new_forecasts(len(poses))
        if motions is None:
            motions = np.zeros((len(poses), MOTION))
        chain_batch(board, chain, batch.started_near(path), motions, seen)
        return seen

    def _plan(self, main: int) -> ChainPlan:
        aim_x, aim_y = map(float, self.aim)
        return ChainPlan(aim_x, aim_y, main, np.zeros(MOTION), self.bodies, self.events, STEP_LIMIT)
