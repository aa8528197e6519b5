"""Where a piece would solve the level: one predicted run for each point of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.errors import PlacementError
from bubbleball.game.arrays import Array, Mask
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.world import simulate
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.legality import legal
from bubbleball.model.beta import beta_vector
from bubbleball.model.stepper.predict import StepPredictor

FINE = 6.0  # px between points where the stepping model predicts
COARSE = 12.0  # px between points where whole worlds are run, because wood moves


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """What is predicted for one piece at one angle.

    step: px between the points.
    points: n x 2: where the piece may stand, px.
    solved: n: whether the ball then reaches the flag.
    """

    step: float
    points: Array
    solved: Mask


def heat_map(
    level: Level, placements: Sequence[Placement], piece_id: str, angle: float, physics: Physics
) -> HeatMap:
    """Predict the run with one piece at every legal point of a grid, beside what else is placed.

    With wood among the pieces every point is run in a whole world, on a coarser grid; otherwise
    the stepping model predicts all of them at once.
    """
    piece = level.piece(piece_id)
    if piece is None:
        known = ", ".join(part.id for part in level.pieces)
        raise PlacementError(f"piece {piece_id!r} is not in this level; its pieces: {known}")
    others = tuple(placement for placement in placements if placement.piece != piece_id)
    moving = piece.kind.wooden or any(part.kind.wooden for part in _placed(level, others))
    moving = moving or any(part.loose for part in level.scenery)
    step = COARSE if moving else FINE
    poses = _grid(step, angle if piece.turnable else 0.0)
    poses = poses[legal(level, others, PoseBatch((piece,), poses[:, None]))]
    if not len(poses):
        return HeatMap(step, poses[:, :2], np.zeros(0, np.bool_))
    if moving:
        solved = np.array([_runs(level, others, piece, pose, physics) for pose in poses.tolist()])
        return HeatMap(step, poses[:, :2], solved)
    predictor = StepPredictor(level, cost_to_go(level).layers)
    seen = predictor.many(others, (piece,), poses[:, None], beta_vector(physics))
    return HeatMap(step, poses[:, :2], seen.solved)


def _placed(level: Level, placements: Sequence[Placement]) -> list[Part]:
    return [part for part in level.pieces if any(p.piece == part.id for p in placements)]


def _grid(step: float, angle: float) -> Array:
    """Poses (n x 3) all over the play area."""
    xs = np.arange(step / 2, SCREEN_WIDTH, step)
    ys = np.arange(TRAY_HEIGHT + step / 2, SCREEN_HEIGHT, step)
    x, y = np.meshgrid(xs, ys)
    return np.column_stack([x.ravel(), y.ravel(), np.full(x.size, angle)])


def _runs(
    level: Level, others: tuple[Placement, ...], piece: Part, pose: list[float], physics: Physics
) -> bool:
    placements = (*others, Placement(piece.id, *pose))
    run = simulate(level, placements, physics, record_moves=False, record_contacts=False)
    return run.solved
