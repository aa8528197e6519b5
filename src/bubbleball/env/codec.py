"""Converts between the game's values and the arrays of a learner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bubbleball.errors import BubbleBallError
from bubbleball.game.kinds import PLAY_AREA, SCREEN_HEIGHT, SCREEN_WIDTH, Form, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial

Floats = NDArray[np.float32]
Observation = dict[str, Floats]
Action = Any  # an array, or a dict of arrays: what the action space holds

PATH_POINTS = 64  # of the last trial, evenly spaced in time
SPEED_SCALE = 500.0  # px/s that count as 1
LIMIT = 4.0  # largest number in an observation; larger ones are clipped

# x, y (px) and angle (degrees) for an action's -1 and 1
_RANGES = (
    (PLAY_AREA[0], PLAY_AREA[2]),
    (PLAY_AREA[1], PLAY_AREA[3]),
    (-180.0, 180.0),
)
_WHAT = ("ball", "flag", *Kind)
OBJECT_FEATURES = (
    "present",
    *(str(what) for what in _WHAT),
    *(str(form) for form in Form),
    "x / 480",
    "y / 320",
    "width / 480",
    "height / 320",
    "sin angle",
    "cos angle",
    "movable",
    "loose",
)


class Codec:
    """The spaces of a set of levels, padded to the largest of them.

    Rows 0 to `pieces` - 1 of the objects are the level's pieces in their order, which is the order
    of an action's rows; then come the ball, the flag and the scenery.
    """

    def __init__(self, levels: Sequence[Level], *, as_dict: bool) -> None:
        self.pieces = max(1, *(len(level.pieces) for level in levels))
        self.objects = self.pieces + 2 + max(len(level.scenery) for level in levels)
        self._as_dict = as_dict

    @property
    def action_space(self) -> spaces.Space[Any]:
        """Choice, x, y and angle per piece: one box, or a dict of choices and poses."""
        if self._as_dict:
            return spaces.Dict(
                {
                    "choice": spaces.MultiBinary(self.pieces),
                    "pose": spaces.Box(-1.0, 1.0, (self.pieces, 3), np.float32),
                }
            )
        return spaces.Box(-1.0, 1.0, (self.pieces, 4), np.float32)

    @property
    def observation_space(self) -> spaces.Dict:
        """The space of `observation`."""
        return spaces.Dict(
            {
                "objects": _box(self.objects, len(OBJECT_FEATURES)),
                "placed": _box(self.pieces, 4),
                "path": _box(PATH_POINTS, 4),
                "outcome": _box(len(Outcome)),
                "tries_left": _box(1),
            }
        )

    def objects_of(self, level: Level) -> Floats:
        """The level as rows of `OBJECT_FEATURES`."""
        rows = np.zeros((self.objects, len(OBJECT_FEATURES)), np.float32)
        ball, flag = level.ball, level.flag
        for number, piece in enumerate(level.pieces):
            rows[number] = _row(piece.kind, piece.form, piece, movable=True)
        as_part = Part("ball", Kind.GROUND, ball.x, ball.y, 30.0, 30.0)
        rows[self.pieces] = _row("ball", Form.CIRCLE, as_part)
        as_part = Part("flag", Kind.GROUND, flag.x, flag.y, flag.width, flag.height, flag.angle)
        rows[self.pieces + 1] = _row("flag", Form.RECTANGLE, as_part)
        for number, part in enumerate(level.scenery, start=self.pieces + 2):
            rows[number] = _row(part.kind, part.form, part)
        return np.clip(rows, -LIMIT, LIMIT)

    def observation(self, objects: Floats, trial: Trial, tries_left: float) -> Observation:
        """The level and the last trial."""
        frames = (_EVENLY * (len(trial.ball) - 1)).astype(np.intp)
        path = (trial.ball[frames] * _PATH_SCALE).astype(np.float32)
        return {
            "objects": objects.copy(),
            "placed": self.rows(trial.level, trial.placements),
            "path": np.minimum(np.maximum(path, -LIMIT), LIMIT),
            "outcome": np.array([trial.outcome is each for each in Outcome], np.float32),
            "tries_left": np.array([tries_left], np.float32),
        }

    def placements(self, level: Level, action: Action) -> tuple[Placement, ...]:
        """The placements of an action; rows beyond the level's pieces are ignored."""
        if self._as_dict:
            chosen = _shaped(action["choice"], self.pieces).tolist()
            poses = _shaped(action["pose"], self.pieces, 3).tolist()
        else:
            rows = _shaped(action, self.pieces, 4).tolist()
            chosen, poses = [row[0] for row in rows], [row[1:] for row in rows]
        return tuple(
            Placement(piece.id, *_pose(pose, turns=piece.turnable))
            for piece, use, pose in zip(level.pieces, chosen, poses, strict=False)
            if use > 0
        )

    def action(self, level: Level, placements: Iterable[Placement]) -> Action:
        """The action that makes these placements, to the precision of the space."""
        rows = self.rows(level, placements)
        if self._as_dict:
            return {"choice": (rows[:, 0] > 0).astype(np.int8), "pose": rows[:, 1:].copy()}
        return rows

    def rows(self, level: Level, placements: Iterable[Placement]) -> Floats:
        """One row per piece: 1 or -1 for placed or not, and the pose scaled to -1…1."""
        number = {piece.id: row for row, piece in enumerate(level.pieces)}
        rows = [[-1.0, 0.0, 0.0, 0.0] for _ in range(self.pieces)]
        for placement in placements:
            turn = (placement.angle + 180.0) % 360.0 - 180.0
            scaled = (
                2.0 * (value - low) / (high - low) - 1.0
                for value, (low, high) in zip(
                    (placement.x, placement.y, turn), _RANGES, strict=True
                )
            )
            rows[number[placement.piece]] = [1.0, *(min(1.0, max(-1.0, value)) for value in scaled)]
        return np.array(rows, np.float32)


_EVENLY = np.linspace(0.0, 1.0, PATH_POINTS)
_PATH_SCALE = np.array([1 / SCREEN_WIDTH, 1 / SCREEN_HEIGHT, 1 / SPEED_SCALE, 1 / SPEED_SCALE])


def _row(what: str, form: Form, part: Part, *, movable: bool = False) -> list[float]:
    turn = np.radians(part.angle)
    return [
        1.0,
        *(float(what == other) for other in _WHAT),
        *(float(form is other) for other in Form),
        part.x / SCREEN_WIDTH,
        part.y / SCREEN_HEIGHT,
        part.width / SCREEN_WIDTH,
        part.height / SCREEN_HEIGHT,
        float(np.sin(turn)),
        float(np.cos(turn)),
        float(movable),
        float(part.loose),
    ]


def _shaped(values: object, *shape: int) -> NDArray[Any]:
    array = np.asarray(values)
    if array.shape != shape:
        raise BubbleBallError(f"an action of shape {array.shape}; this environment takes {shape}")
    if array.dtype.kind not in "biuf" or np.isnan(array).any():
        raise BubbleBallError(
            f"an action with values that are not numbers: {array.tolist()!r:.200}; "
            "has the learner diverged?"
        )
    return array


def _pose(scaled: Sequence[float], *, turns: bool) -> tuple[float, float, float]:
    x, y, angle = (
        low + (min(1.0, max(-1.0, value)) + 1.0) / 2.0 * (high - low)
        for value, (low, high) in zip(scaled, _RANGES, strict=True)
    )
    return x, y, angle if turns else 0.0


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(-LIMIT, LIMIT, shape, np.float32)
