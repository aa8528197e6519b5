"""Predict from what was recorded: up to the first difference the ball does what it did.

A new configuration agrees with a recorded trial until the ball comes near a piece that only one of
them has. Until then nothing need be predicted, whatever the physics: the recorded trajectory Γ_in
is the path, and a prediction starts from its last state that still holds. Where the ball does not
start twice at the same point, no trial agrees with the next one; where pieces do not land where
they are put, only a trial without pieces does. Wood comes to rest where it did, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.game.power_ups import GRAVITIES
from bubbleball.game.trial import Trial
from bubbleball.model.columns import BALL, UP, VX, VY

EARLY = 4.0  # px by which the engine sees a neighbour before the ball touches it
EXACT = 0.51  # px; a rounded start may be this far off
FARTHER = 1.5  # times the farthest start so far: the greater of two even draws is 2/3 of the range

SLOW = 2.0  # px/s and degrees/s; wood at rest moves less
STILL = 1.0  # px or degrees; wood that has moved by less rests where it was placed

Placements = Sequence[Placement]


class _Run(NamedTuple):
    """What a trial says of other configurations.

    placements: what was placed. path: of the ball, frames x 6.
    rests: for each placed piece of wood that came to rest before the ball met any, where.
    """

    placements: Placements
    path: Array
    rests: Mapping[Placement, Placement]


class Recorded:
    """The trials of one level, to start predictions from.

    shake: how far in x and in y the ball may start from where the level has it, px.
    goal: the level with the flag as the trials have shown it.
    """

    def __init__(
        self,
        level: Level,
        trials: Sequence[Trial],
        *,
        scattered: bool = False,
        goal: Level | None = None,
    ) -> None:
        """scattered: whether pieces do not land where they are put."""
        self.level = level
        self.goal = goal or level
        start = (level.ball.x, level.ball.y)
        off = max((float(np.abs(trial.ball[0, :2] - start).max()) for trial in trials), default=0.0)
        self.shake = FARTHER * off if off > EXACT else 0.0
        same = () if self.shake else [t for t in trials if not (scattered and t.placements)]
        self._runs = [_Run(t.placements, recorded_path(t), _rests(t)) for t in same]

    def whole(self, placements: Placements) -> Array | None:
        """The recorded path (frames x 6) of a configuration that was tried; None if it was not."""
        for run in self._runs:
            if frozenset(run.placements) == frozenset(placements):
                return run.path
        return None

    def start(self, placements: Placements) -> Array:
        """The longest recorded path that a configuration shares; frames x 6, maybe none."""
        shared = [run.path[: self._agreed(run, placements)] for run in self._runs]
        return max(shared, key=len, default=np.zeros((0, BALL)))

    def repeats(self, placements: Placements) -> bool:
        """Whether a recorded run is sure to happen again: its ball comes near nothing new.

        Wood may move to where the ball is, so that only the engine knows.
        """
        if any(part.loose for part in self.level.scenery):
            return False
        return any(
            self._agreed(run, placements) == len(run.path)
            for run in self._runs
            if not any(self._part(at).kind.wooden for at in _differing(run, placements))
        )

    def at_rest(self, base: Placements, new: Placements) -> tuple[Placement, ...] | None:
        """New pieces with their wood where a run saw it come to rest; None if no run did."""
        wood = [at for at in new if self._part(at).kind.wooden]
        for run in self._runs:
            if all(at in run.rests for at in wood) and self._stands_alike(run, (*base, *new)):
                return tuple(run.rests.get(at, at) for at in new)
        return None

    def _stands_alike(self, run: _Run, placements: Placements) -> bool:
        """Whether no wood that both have may touch anything that only one of them has."""
        common = frozenset(run.placements) & frozenset(placements)
        return not any(self._moves(a, b) for a in _differing(run, placements) for b in common)

    def _agreed(self, run: _Run, placements: Placements) -> int:
        """Frames before the ball comes near anything that only one configuration has."""
        if not self._stands_alike(run, placements):
            return 0
        path, differing = run.path, _differing(run, placements)
        speed = (np.abs(path[:, VX]) + np.abs(path[:, VY])) * SECONDS_PER_STEP
        frames = len(path)
        for at in differing:
            part = self._part(at)
            if part.kind is Kind.TELEPORT and len(differing) % 2:  # its partner may act anywhere
                return 0
            reach = _radius(part) + BALL_RADIUS + EARLY + speed
            near = np.hypot(path[:, 0] - at.x, path[:, 1] - at.y) < reach
            if part.kind in GRAVITIES:  # without effect where gravity points that way already
                near &= (path[:, UP] > 0) == (part.kind is Kind.GRAVITY_DOWN)
            frames = min(frames, int(near.argmax()) if near.any() else frames)
        return frames

    def _moves(self, at: Placement, other: Placement) -> bool:
        """Whether one of two pieces is wood that the other may hold or push."""
        part, beside = self._part(at), self._part(other)
        if not (part.kind.wooden or beside.kind.wooden):
            return False
        apart = np.hypot(at.x - other.x, at.y - other.y)
        return bool(apart < _radius(part) + _radius(beside) + EARLY)

    def _part(self, at: Placement) -> Part:
        part = self.level.piece(at.piece)
        assert part is not None, f"{at.piece} was placed, so it is a piece of the level"
        return part


def _differing(run: _Run, placements: Placements) -> frozenset[Placement]:
    return frozenset(run.placements) ^ frozenset(placements)


def _rests(trial: Trial) -> dict[Placement, Placement]:
    met = (contact.frame for contact in trial.contacts if contact.part in trial.movers)
    states = trial.moves[min(met, default=len(trial.moves)) - 1]
    return {
        at: at if _near(at, state) else Placement(at.piece, *map(float, state[:3]))
        for at in trial.placements
        for part, state in zip(trial.movers, states, strict=True)
        if part == at.piece and np.abs(state[3:]).max() < SLOW
    }


def _near(at: Placement, state: Array) -> bool:
    return bool(np.abs(state[:3] - (at.x, at.y, at.angle)).max() < STILL)


def recorded_path(trial: Trial) -> Array:
    """A trajectory as the models have it, frames x 6; after the effect of a power-up."""
    path = np.zeros((len(trial.ball), BALL))
    path[:, :4] = trial.ball
    for effect in trial.effects:
        path[effect.frame, :2] = effect.position_after
        path[effect.frame, 2:4] = effect.velocity_after
        path[effect.frame :, UP] = effect.gravity_up
    return path


def _radius(part: Part) -> float:
    return float(np.hypot(part.width, part.height)) / 2
