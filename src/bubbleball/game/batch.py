"""Many placements of one level, played one after the other or on several cores: arrays in and out.

Every placement is played by the game itself; only contacts and the motion of wood are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bubbleball.errors import ArgumentError
from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.distances import signed_distances
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import MAX_POSE, Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome
from bubbleball.game.world import simulate

_CHUNK = 250  # placements that a process plays before it hands back their results
_COLUMNS = (2, 3)  # x, y; or x, y, angle


@dataclass(frozen=True, slots=True, eq=False)
class TrialBatch:
    """The trials of many placements, an entry each.

    legal: whether the placement breaks no rule; the others are not played.
    outcomes: values of `Outcome`; empty where the placement is illegal.
    steps: steps taken; 0 where illegal.
    end: n x 2, where the ball ended, px; NaN where illegal.
    closest: the least gap between ball and flag, px; NaN where illegal.
    paths: the ball's frames of each trial, as in `Trial.ball`; a row of NaN where illegal; None
        unless asked for.
    """

    legal: Mask
    outcomes: NDArray[np.str_]
    steps: Indices
    end: Array
    closest: Array
    paths: tuple[Array, ...] | None = None

    def __len__(self) -> int:
        return len(self.legal)

    @property
    def solved(self) -> Mask:
        """The placements with which the ball reaches the flag."""
        solved: Mask = self.outcomes == Outcome.REACHED_FLAG.value
        return solved

    def __repr__(self) -> str:
        return f"<TrialBatch of {len(self)}: {self.legal.sum()} legal, {self.solved.sum()} solved>"


def pose_array(level: Level, poses: ArrayLike, pieces: str | Sequence[str] | None) -> Array:
    """Poses as candidates x pieces x 3, checked against the ids of the pieces."""
    ids = piece_ids(level, pieces)
    try:
        given = np.asarray(poses)
        given = given.astype(float, casting="unsafe" if given.dtype.kind in "OU" else "same_kind")
    except (TypeError, ValueError):
        raise ArgumentError(
            f"poses are {type(poses).__name__}, not an array of numbers: placements x pieces x 3"
        ) from None
    if given.ndim == 2 and len(ids) == 1:
        given = given[:, None, :]
    if given.ndim != 3 or given.shape[1] != len(ids) or given.shape[2] not in _COLUMNS:
        raise ArgumentError(
            f"poses have the shape {given.shape}; for {len(ids)} pieces ({', '.join(ids)}) it is "
            f"(placements, {len(ids)}, 3) with x, y, angle, or 2 with x, y"
        )
    full = np.zeros((*given.shape[:2], 3))
    full[:, :, : given.shape[2]] = given
    if np.nanmax(np.abs(full), initial=0.0) > MAX_POSE:
        raise ArgumentError(f"poses exceed {MAX_POSE:g} px or degrees")
    return full


def piece_ids(level: Level, pieces: str | Sequence[str] | None) -> tuple[str, ...]:
    """Ids of the level's pieces, all of them by default."""
    known = tuple(piece.id for piece in level.pieces)
    ids = known if pieces is None else (pieces,) if isinstance(pieces, str) else tuple(pieces)
    wrong = [piece for piece in ids if piece not in known]
    if wrong or len(set(ids)) < len(ids):
        listed = ", ".join(known) or "none"
        raise ArgumentError(f"pieces {ids!r} are not ids of this level, each once: {listed}")
    return ids


def play_batch(
    level: Level,
    physics: Physics,
    poses: ArrayLike,
    pieces: str | Sequence[str] | None = None,
    *,
    paths: bool = False,
    workers: int | None = 1,
) -> TrialBatch:
    """Play every placement of an array; see `Game.play_many`."""
    from bubbleball.game.workers import Workers  # noqa: PLC0415  # loads slowly; few need it

    if workers is not None and (type(workers) is not int or workers < 1):
        raise ArgumentError(f"workers = {workers!r}; give 1 or more, or None for all cores")
    full = pose_array(level, poses, pieces)
    play = partial(_play_chunk, level, physics, piece_ids(level, pieces), paths)
    if not len(full):
        raise ArgumentError("poses are empty; give at least one placement")
    chunks = [full[first : first + _CHUNK] for first in range(0, len(full), _CHUNK)]
    with Workers(workers if len(chunks) > 1 else 1) as crew:
        done = list(crew.map(play, chunks))
    return _joined(done, paths=paths)


def _play_chunk(
    level: Level, physics: Physics, ids: tuple[str, ...], paths: bool, poses: Array
) -> TrialBatch:
    placer = Placer(level)
    outcomes, balls = [], []
    for row in poses.tolist():
        placements = _placements(ids, row)
        if placements is None or not placer.legal(placements):
            outcomes.append("")
            balls.append(np.full((1, 4), np.nan))
            continue
        trial = simulate(level, placements, physics, record_moves=False, record_contacts=False)
        outcomes.append(trial.outcome.value)
        balls.append(trial.ball)
    lengths = np.array([len(ball) for ball in balls])
    frames = np.concatenate(balls)
    last = np.cumsum(lengths) - 1
    gaps = signed_distances(frames[:, 0], frames[:, 1], level.flag.sensor) - BALL_RADIUS
    return TrialBatch(
        np.array([bool(outcome) for outcome in outcomes]),
        np.array(outcomes, f"<U{max(map(len, Outcome))}"),
        lengths - 1,
        frames[last, :2],
        np.maximum(0.0, np.minimum.reduceat(gaps, last - lengths + 1)),
        tuple(balls) if paths else None,
    )


def _placements(ids: Iterable[str], row: Iterable[Sequence[float]]) -> tuple[Placement, ...] | None:
    """The pieces of one row; a piece whose pose is NaN stays in the tray. None if half is NaN."""
    placed = []
    for piece, pose in zip(ids, row, strict=True):
        missing = sum(map(math.isnan, pose))
        if missing == 0:
            placed.append(Placement(piece, *pose))
        elif not (math.isnan(pose[0]) and math.isnan(pose[1])):
            return None
    return tuple(placed)


def _joined(batches: Sequence[TrialBatch], *, paths: bool) -> TrialBatch:
    def column(name: str) -> Any:
        return np.concatenate([getattr(batch, name) for batch in batches])

    return TrialBatch(
        column("legal"),
        column("outcomes"),
        column("steps"),
        column("end"),
        column("closest"),
        tuple(path for batch in batches for path in batch.paths or ()) if paths else None,
    )
