"""Trials of others: whether they can be believed, and what a solver does with them.

Nothing is assumed of their physics but that the ball starts where the level has it, moves by its
velocity, falls alike in all free flight and does not pass through what is solid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.arrays import Array
from bubbleball.game.distances import signed_distances
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches, stand
from bubbleball.game.trial import Trial
from bubbleball.model.belief import PRIORS

START = 3.0  # px by which the start may be off, in a game that is shaky
MOST = 0.9  # share of the frames that must agree
STEP = 2.0  # px between a frame's positions and its velocity: two roundings, and a bounce between
ALIKE = 2.5  # px/s between the gain of one frame of free flight and another's: rounding, and drag
LEAST_FALL = 0.3  # m/s²; a ball that falls less hangs in the air, or is not a recording
DEEP = 6.0  # px that the ball may reach into what stands still
FREE = 5  # frames of free flight that are needed, and that the ball may be in something solid


def doubt(trial: Trial) -> str | None:
    """Why a trial cannot be believed, in words; None if it can."""
    if len(trial.ball) <= FREE or not np.isfinite(trial.ball).all():
        return "it has too few frames, or numbers that are not finite"
    if not np.isfinite(trial.moves).all():
        return "its wood moves by numbers that are not finite"
    ball = trial.level.ball
    if np.abs(trial.ball[0] - (ball.x, ball.y, 0.0, 0.0)).max() > START:
        return "the ball does not start at rest where the level has it"
    jumps = np.zeros(len(trial.ball) - 1, bool)
    jumps[[e.frame for e in trial.effects if e.frame < len(jumps)]] = True
    steps = np.diff(trial.ball[:, :2], axis=0) - SECONDS_PER_STEP * trial.ball[1:, 2:]
    if np.mean((np.abs(steps).max(axis=1) <= STEP) | jumps) < MOST:
        return "the ball does not move as its velocity says"
    return _falling_doubt(trial) or _solid_doubt(trial)


def _falling_doubt(trial: Trial) -> str | None:
    gains = _free_gains(trial)
    if len(gains) < FREE:
        return "it shows no free flight"
    usual = np.median(gains, axis=0)
    if np.mean(np.abs(gains - usual).max(axis=1) <= ALIKE) < MOST:
        return "the ball does not fall alike in free flight"
    gravity = usual[1] / SECONDS_PER_STEP / PIXELS_PER_METRE
    low, high = LEAST_FALL, PRIORS["gravity"].high
    if not low <= gravity <= high:
        return f"the ball falls by {gravity:.1f} m/s²; believable: {low:g} to {high:g}"
    return None


def _free_gains(trial: Trial) -> Array:
    """Change of velocity in each frame without contact or effect, x 2; y along gravity, px/s."""
    frames = len(trial.ball)
    free: NDArray[np.bool_] = np.ones(frames, bool)
    free[:2] = False
    sign = np.ones(frames)
    for contact in trial.contacts:
        free[contact.frame : frames if contact.until is None else contact.until + 2] = False
    for effect in trial.effects:
        free[effect.frame : effect.frame + 2] = False
        sign[effect.frame + 1 :] = -1.0 if effect.gravity_up else 1.0
    gains = np.diff(trial.ball[:, 2:], axis=0)
    gains[:, 1] *= sign[1:]
    kept: Array = gains[free[1:]]
    return kept


def _solid_doubt(trial: Trial) -> str | None:
    placed = {placement.piece: placement for placement in trial.placements}
    stands = [part.shape for part in trial.level.walls]
    stands += [
        stand(piece, placed[piece.id]).shape
        for piece in trial.level.pieces
        if piece.id in placed and piece.kind.solid and not piece.kind.wooden
    ]
    x, y = trial.ball[:, 0], trial.ball[:, 1]
    through = np.zeros(len(trial.ball), bool)
    for shape in stands:
        through |= signed_distances(x, y, shape) < BALL_RADIUS - DEEP
    return "the ball passes through what is solid" if through.sum() > FREE else None


def of_level(trial: Trial, level: Level) -> bool:
    """Whether a trial is of a level, whatever its name, with pieces where they may be."""
    named = replace(trial.level, name=level.name, title=level.title, author=level.author)
    same = replace(named, origin=level.origin) == level
    return same and next(breaches(level, trial.placements), None) is None


class Watching:
    """What a solver needs to learn from trials of others.

    watched: those trials.
    """

    watched: tuple[Trial, ...] = ()

    def watch(self, trials: Sequence[Trial]) -> None:
        """Learn from trials of others, of this level or another; called after the empty run."""
        self.watched = tuple(trials)


def best_start(level: Level, own: Trial, watched: Iterable[Trial]) -> Trial:
    """The trial of this level that comes nearest to the flag: Γ_in to start from."""
    same = [trial for trial in watched if of_level(trial, level)]
    return min([own, *same], key=lambda trial: trial.closest_approach)


def known_solution(
    level: Level, own: Sequence[Trial], watched: Iterable[Trial]
) -> tuple[Placement, ...] | None:
    """Placements that solved the level: in the solver's last trial, or when others played it.

    What others did is tried once, before anything else.
    """
    if own and own[-1].solved:
        return own[-1].placements
    if len(own) == 1:  # the empty run
        for trial in watched:
            if trial.solved and trial.placements and of_level(trial, level):
                return trial.placements
    return None
