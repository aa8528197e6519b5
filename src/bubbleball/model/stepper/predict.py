"""Predictions of the ball's motion: one in full, or thousands in short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.game.kinds import BUTTON_RADIUS
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import SECONDS_PER_STEP, Physics
from bubbleball.game.placement import Placement
from bubbleball.model import columns
from bubbleball.model.columns import beta_vector
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.prediction import PredictedEvent, Prediction
from bubbleball.model.scene import Scene, build_scene, button_rows, shape_rows
from bubbleball.model.stepper import kernel

# columns of a batch's result
OUTCOME, LAST, VALUE, BEST_FRAME, BEST_X, BEST_Y, MET = range(7)


class Predictor:
    """Predicts in one level; holds the cost-to-go that rates where the ball gets."""

    def __init__(self, level: Level, field: Array) -> None:
        self.level = level
        self.field = field

    def one(self, placements: Iterable[Placement], physics: Physics) -> Prediction:
        """The whole motion in one configuration."""
        scene = build_scene(self.level, placements)
        path, log = np.zeros((STEP_LIMIT + 1, 5)), np.zeros((48, 2), np.int64)
        start = np.array([self.level.ball.x, self.level.ball.y, 0.0, 0.0, 0.0])
        work = kernel.scratch(len(scene.shapes), len(scene.buttons))
        outcome, last, rows = kernel.run(
            scene.shapes, scene.buttons, scene.flag, beta_vector(physics), start, 0, STEP_LIMIT,
            self.field, STEP_LIMIT, work, path, log,
        )  # fmt: skip
        value, best = float(work[7][0]), int(work[7][1])
        return Prediction(outcome, path[: last + 1], value, best, _events(scene, path, log[:rows]))

    def many(
        self,
        placements: Sequence[Placement],
        parts: Sequence[Part],
        poses: Array,
        betas: Array,
        path: Array | None = None,
        limit: int = STEP_LIMIT,
    ) -> Array:
        """Short predictions (columns above) for candidates that add `parts` to a configuration.

        poses: candidates x parts x 3. betas: candidates x parameters, or one row for all.
        path: the predicted path without the candidates; with it, each prediction starts where
            its candidate first comes near instead of at the beginning.
        """
        count = len(poses)
        solids = [(j, part) for j, part in enumerate(parts) if part.kind.solid]
        buttons = [(j, part) for j, part in enumerate(parts) if part.kind.button]
        scene = build_scene(self.level, placements, spare=len(solids), spare_buttons=len(buttons))
        more = np.zeros((count, len(solids), columns.SHAPE))
        more_buttons = np.zeros((count, len(buttons), columns.BUTTON))
        discs = np.full((count, len(parts), 3), BUTTON_RADIUS)
        for row, (j, part) in enumerate(solids):
            more[:, row] = shape_rows(part, poses[:, j], static=not part.kind.wooden)
            discs[:, j] = more[:, row, columns.CENTRE_X : columns.RADIUS + 1]
        known = [*scene.button_ids, *(part.id for _, part in buttons)]
        for row, (j, part) in enumerate(buttons):
            partner = self.level.partner(part.id)
            other = known.index(partner) if partner in known else -1
            more_buttons[:, row] = button_rows(part, poses[:, j], other)
            discs[:, j, :2] = poses[:, j, :2]
            if 0 <= other < len(scene.button_ids):  # the one already there learns of its partner
                scene.buttons[other, columns.PARTNER] = len(scene.button_ids) + row
                path = None  # and may now act anywhere on the way
        starts = np.tile([self.level.ball.x, self.level.ball.y, 0.0, 0.0, 0.0], (count, 1))
        frames = np.zeros(count, np.int64)
        if path is not None:
            kernel.entry_frames(path, discs, frames)
            starts = path[frames]
        results = np.zeros((count, 7))
        betas = np.broadcast_to(
            betas, (count, columns.PARAMETERS)
        ).copy()  # one type for the kernel
        kernel.predict_batch(
            scene.shapes, scene.buttons, more, more_buttons, scene.flag, betas, starts, frames,
            limit, self.field, results,
        )  # fmt: skip
        return results


def _events(scene: Scene, path: Array, log: Indices) -> tuple[PredictedEvent, ...]:
    return tuple(
        PredictedEvent(scene.who(int(row)), frame * SECONDS_PER_STEP, *map(float, path[frame, :2]))
        for frame, row in log
    )
