"""Converts between the game's values and the arrays of a learner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bubbleball.env.legality import MASK_ANGLES, MASK_COLUMNS, MASK_ROWS, legality_mask
from bubbleball.errors import BubbleBallError
from bubbleball.game.kinds import PLAY_AREA, SCREEN_HEIGHT, SCREEN_WIDTH, Form, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import PHYSICS_KEYS, REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome, Trial

Floats = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]
Action = Any  # an array, or a dict of arrays: what the action space holds

PAIR_SCALE = 4.0  # the number of a pair of teleports that counts as 1
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
    "teleport pair / 4",
)


class Sizes(TypedDict, total=False):
    """The options that fix the shapes, and those that add to the observations.

    max_pieces: rows of an action; by default the most pieces of a level.
    max_parts: rows for pieces and scenery; by default as many as the levels need.
    show_physics: whether the observation holds the physics of the episode.
    show_legal: whether it holds where each piece may stand.
    """

    max_pieces: int | None
    max_parts: int | None
    show_physics: bool
    show_legal: bool


class Codec:
    """The spaces of a set of levels, padded to the largest of them or to the sizes given.

    Rows 0 to `pieces` - 1 of the objects are the level's pieces in their order, which is the order
    of an action's rows; then come the ball, the flag and the scenery.
    """

    def __init__(
        self,
        levels: Sequence[Level],
        *,
        as_dict: bool = False,
        vector_angle: bool = False,
        **sizes: Unpack[Sizes],
    ) -> None:
        """`vector_angle`: an angle is two numbers, its sine and cosine, instead of one."""
        most_pieces = max(1, *(len(level.pieces) for level in levels))
        most_scenery = max(len(level.scenery) for level in levels)
        self.pieces = sizes.get("max_pieces") or most_pieces
        parts = sizes.get("max_parts") or self.pieces + most_scenery
        for name, size, needed in (
            ("max_pieces", self.pieces, most_pieces),
            ("max_parts", parts, self.pieces + most_scenery),
        ):
            if size < needed:
                raise BubbleBallError(f"{name} = {size}; these levels need {needed}")
        self.objects = parts + 2
        self._as_dict, self._vector_angle = as_dict, vector_angle
        self._columns = 4 if vector_angle else 3
        self.shows_physics = sizes.get("show_physics", False)
        self.shows_legal = sizes.get("show_legal", False)

    @property
    def action_space(self) -> spaces.Space[Any]:
        """Choice, x, y and angle per piece: one box, or a dict of choices and poses."""
        if self._as_dict:
            return spaces.Dict(
                {
                    "choice": spaces.MultiBinary(self.pieces),
                    "pose": spaces.Box(-1.0, 1.0, (self.pieces, self._columns), np.float32),
                }
            )
        return spaces.Box(-1.0, 1.0, (self.pieces, 1 + self._columns), np.float32)

    @property
    def observation_space(self) -> spaces.Dict:
        """The space of `observation`."""
        space: dict[str, spaces.Space[Any]] = {
            "objects": _box(self.objects, len(OBJECT_FEATURES)),
            "placed": _box(self.pieces, 1 + self._columns),
            "path": _box(PATH_POINTS, 4),
            "outcome": _box(len(Outcome)),
            "tries_left": _box(1),
        }
        if self.shows_physics:
            space["physics"] = _box(len(PHYSICS_KEYS))
        if self.shows_legal:
            shape = (self.pieces, MASK_ANGLES, MASK_ROWS, MASK_COLUMNS)
            space["legal"] = spaces.MultiBinary(shape)
        return spaces.Dict(space)

    def level_view(self, placer: Placer) -> Observation:
        """The part of an observation that is the same in every trial of a level."""
        view: Observation = {"objects": self.objects_of(placer.level)}
        if self.shows_legal:
            view["legal"] = legality_mask(placer, self.pieces)
        return view

    def physics_view(self, physics: Physics) -> Observation:
        """The physics relative to the real one, if it is to be shown; friction as it is."""
        if not self.shows_physics:
            return {}
        values = np.array([getattr(physics, key) for key in PHYSICS_KEYS])
        return {"physics": np.clip(values / _PHYSICS_SCALE, -LIMIT, LIMIT).astype(np.float32)}

    def trial_view(self, level: Level, trial: Trial, tries_left: float) -> Observation:
        """The part of an observation that shows a trial."""
        frames = (_EVENLY * (len(trial.ball) - 1)).astype(np.intp)
        path = (trial.ball[frames] * _PATH_SCALE).astype(np.float32)
        return {
            "placed": self.rows(level, trial.placements),
            "path": np.minimum(np.maximum(path, -LIMIT), LIMIT),
            "outcome": np.array([trial.outcome is each for each in Outcome], np.float32),
            "tries_left": np.array([tries_left], np.float32),
        }

    def observation(self, view: Observation, trial: Trial, tries_left: float) -> Observation:
        """A whole observation: a copy of what no trial changes, and what this trial shows."""
        same = {name: array.copy() for name, array in view.items()}
        return same | self.trial_view(trial.level, trial, tries_left)

    def objects_of(self, level: Level) -> Floats:
        """The level as rows of `OBJECT_FEATURES`."""
        rows = np.zeros((self.objects, len(OBJECT_FEATURES)), np.float32)
        ball, flag = level.ball, level.flag
        pairs = {end: number for number, pair in enumerate(level.teleports, 1) for end in pair}
        for number, piece in enumerate(level.pieces):
            rows[number, :-1] = _row(piece.kind, piece.form, piece, movable=True)
            rows[number, -1] = pairs.get(piece.id, 0) / PAIR_SCALE
        as_part = Part("ball", Kind.GROUND, ball.x, ball.y, 30.0, 30.0)
        rows[self.pieces, :-1] = _row("ball", Form.CIRCLE, as_part)
        as_part = Part("flag", Kind.GROUND, flag.x, flag.y, flag.width, flag.height, flag.angle)
        rows[self.pieces + 1, :-1] = _row("flag", Form.RECTANGLE, as_part)
        for number, part in enumerate(level.scenery, start=self.pieces + 2):
            rows[number, :-1] = _row(part.kind, part.form, part)
            rows[number, -1] = pairs.get(part.id, 0) / PAIR_SCALE
        return np.clip(rows, -LIMIT, LIMIT)

    def placements(self, level: Level, action: Action) -> tuple[Placement, ...]:
        """The placements of an action; rows beyond the level's pieces are ignored."""
        if self._as_dict:
            chosen = _shaped(action["choice"], self.pieces).tolist()
            poses = _shaped(action["pose"], self.pieces, self._columns).tolist()
        else:
            rows = _shaped(action, self.pieces, 1 + self._columns).tolist()
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
        rows = [[-1.0] + [0.0] * self._columns for _ in range(self.pieces)]
        for placement in placements:
            turn = (placement.angle + 180.0) % 360.0 - 180.0
            scaled = (
                2.0 * (value - low) / (high - low) - 1.0
                for value, (low, high) in zip(
                    (placement.x, placement.y, turn), _RANGES, strict=True
                )
            )
            row = [1.0, *(min(1.0, max(-1.0, value)) for value in scaled)]
            if self._vector_angle:
                radians = math.radians(turn)
                row[3:] = [math.sin(radians), math.cos(radians)]
            rows[number[placement.piece]] = row
        return np.array(rows, np.float32)


_EVENLY = np.linspace(0.0, 1.0, PATH_POINTS)
_PHYSICS_SCALE = np.array([getattr(REAL, key) or 1.0 for key in PHYSICS_KEYS])
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
    x, y = (
        low + (min(1.0, max(-1.0, value)) + 1.0) / 2.0 * (high - low)
        for value, (low, high) in zip(scaled[:2], _RANGES[:2], strict=True)
    )
    if not turns:
        return x, y, 0.0
    if len(scaled) == 4:  # sine and cosine
        return x, y, math.degrees(math.atan2(scaled[2], scaled[3]))
    low, high = _RANGES[2]
    return x, y, low + (min(1.0, max(-1.0, scaled[2])) + 1.0) / 2.0 * (high - low)


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(-LIMIT, LIMIT, shape, np.float32)
