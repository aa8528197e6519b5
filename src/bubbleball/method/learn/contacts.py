"""Bounce and friction, from one-frame restarts of the stepping model.

Contacts with ground and metal show the ball's friction; with that known, contacts with wood show
wood's.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.trial import Trial
from bubbleball.method.learn.fit import Errors, loss, refine, slope
from bubbleball.method.learn.flight import ROUNDING
from bubbleball.model import columns
from bubbleball.model.belief import BAND, Belief
from bubbleball.model.beta import beta_vector
from bubbleball.model.board import build_board
from bubbleball.model.stepper.predict import velocities_after_a_step

NOISE = 0.05  # px/s; the scale of the soft-L1 loss of one-frame velocities
INFORMATIVE = 1.0  # NOISE per unit of a parameter; a velocity that depends less shows nothing
STILL = 0.5  # px or px/s; a mover within this of its placement counts as standing still
BESIDE = 15.0  # px from the ball's surface within which wood counts as near
MAX_FRAMES = 400  # contact frames used; more frames of rolling add nothing
START_GRID = ((0.05, 0.4, 0.75), (0.01, 0.1, 0.25, 0.6))  # restitution, mixed friction
SAME = 1e-3  # two losses that differ by less explain the frames equally well
GIVES_WAY = 0.01  # relative sd of wood's friction, because wood is never quite still
RECOIL = 0.02  # relative sd of a bounce off wood, because wood recoils
LEAST_FRICTION = 0.005  # of the ball; with less, contacts do not show the friction of wood


class _Frames:
    """Frames in contact of one trial: states before, velocities after, and the scene."""

    def __init__(self, trial: Trial) -> None:
        self.board, _ = build_board(trial.level, trial.placements, np.zeros(columns.PARAMETERS))
        before, after, fresh, wooden = [], [], [], []
        impacts = {contact.frame for contact in trial.contacts}
        acted = {effect.frame: effect for effect in trial.effects}
        up_from = sorted((effect.frame, effect.gravity_up) for effect in trial.effects)
        reach = _reach(trial)
        on_wood = _contact_frames(trial, wooden_only=True)
        for frame in sorted(_contact_frames(trial)):
            if not _still_nearby(trial, frame - 1, reach):
                continue
            x, y, vx, vy = trial.ball[frame - 1]
            if frame - 1 in acted:
                x, y = acted[frame - 1].position_after
                vx, vy = acted[frame - 1].velocity_after
            flipped = [state for at, state in up_from if at < frame]
            before.append((x, y, vx, vy, float(flipped[-1]) if flipped else 0.0, 0.0))
            after.append(trial.ball[frame, 2:4])
            fresh.append(frame in impacts)
            wooden.append(frame in on_wood)
        self.before = np.array(before).reshape(-1, columns.BALL)
        self.after = np.array(after).reshape(-1, 2)
        self.fresh = np.array(fresh, bool)
        self.wooden = np.array(wooden, bool)

    def __len__(self) -> int:
        return len(self.before)

    def only(self, kept: NDArray[Any]) -> Self:
        """Some of the frames, by mask or by index."""
        part = copy.copy(self)
        part.before, part.after = self.before[kept], self.after[kept]
        part.fresh, part.wooden = self.fresh[kept], self.wooden[kept]
        return part

    def thin(self, share: float) -> Self:
        """A share of the frames: first the impacts, which show most, then rolling, evenly."""
        count = math.ceil(share * len(self))
        if count >= len(self):
            return self
        fresh, rolling = np.flatnonzero(self.fresh), np.flatnonzero(~self.fresh)
        room = max(0, count - len(fresh))
        every = max(1, math.ceil(len(rolling) / max(1, room)))
        return self.only(np.sort(np.concatenate([fresh[:count], rolling[::every][:room]])))

    def residuals(self, beta: Array) -> Array:
        """Velocity after one step of the stepping model minus the recorded one, px/s."""
        predicted = velocities_after_a_step(self.board._replace(beta=beta), self.before)
        return (predicted - self.after).ravel()


def _contact_frames(trial: Trial, *, wooden_only: bool = False) -> set[int]:
    wood = {part.id for part in trial.level.parts if part.kind.wooden}
    frames: set[int] = set()
    for contact in trial.contacts:
        if wooden_only and contact.part not in wood:
            continue
        until = len(trial.ball) if contact.until is None else contact.until
        frames.update(range(contact.frame, min(until, len(trial.ball))))
    return frames


def _still_nearby(trial: Trial, frame: int, reach: Array) -> bool:
    """Whether every mover that is or was near the ball still stands where it was placed.

    If so, the scene near the ball is as the stepping model has it.
    reach: distance from each mover's centre that counts as near, px.
    """
    if not trial.movers:
        return True
    states, start, ball = trial.moves[frame], trial.moves[0], trial.ball[frame, :2]
    away = [np.hypot(*(poses[:, :2] - ball).T) for poses in (states, start)]
    near = np.minimum(*away) < reach
    shift, speed = np.abs(states[:, :3] - start[:, :3]), np.abs(states[:, 3:5])
    return not bool((near & ((shift.max(axis=1) > STILL) | (speed.max(axis=1) > STILL))).any())


def _reach(trial: Trial) -> Array:
    """How far from each mover's centre the ball can touch it within a step, px."""
    parts = {part.id: part for part in trial.level.parts}
    halves = [math.hypot(parts[name].width, parts[name].height) / 2 for name in trial.movers]
    return np.array(halves) + BALL_RADIUS + BESIDE


def learn_contacts(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Bounce and friction of the ball: robust least squares over one-frame restarts."""
    groups = [frames for frames in map(_Frames, trials) if len(frames)]
    if not groups:
        return belief
    share = MAX_FRAMES / sum(map(len, groups))
    groups = [frames.thin(share) for frames in groups]
    still = [part for frames in groups if len(part := frames.only(~frames.wooden))]
    wood = [part for frames in groups if len(part := frames.only(frames.wooden))]
    used = still
    fit = _fit_contacts(still, beta_vector(belief.mean)) if still else None
    if fit is None or (wood and not (fit.frames[0] and fit.frames[1])):
        used = groups
        fit = _fit_contacts(groups, beta_vector(belief.mean))
    by_wood = bool(wood) and used is groups
    if fit.frames[0]:
        sd = fit.sd[0] + by_wood * RECOIL * fit.values[0]
        belief = belief.updated("restitution", fit.values[0], sd, fit.frames[0])
    if not fit.frames[1]:
        return belief
    # The engine mixes two frictions as the root of their product.
    material = belief.mean.ground_friction
    value = fit.values[1] ** 2 / material
    sd = (2 * fit.values[1] + fit.sd[1]) * fit.sd[1] / material
    if by_wood:  # wood's own friction is as uncertain as before
        sd += value * dict(belief.sd)["wood_friction"] / belief.mean.wood_friction
    if fit.sticks:
        # Sticking gives only a lower bound: the band reaches from it to three times as much.
        value, sd = 2 * value, value / BAND
    belief = belief.updated("ball_friction", value, sd, fit.frames[1])
    return _learn_wooden(belief, wood) if wood and used is still and not fit.sticks else belief


def _learn_wooden(belief: Belief, wood: Sequence[_Frames]) -> Belief:
    """Wood's friction from the ball's contacts with wood, given the ball's own friction."""
    ball = belief.mean.ball_friction
    if ball < LEAST_FRICTION:
        return belief
    fit = _fit_contacts(wood, beta_vector(belief.mean))
    if not fit.frames[1] or fit.sticks:
        return belief
    value = fit.values[1] ** 2 / ball
    sd = (2 * fit.values[1] + fit.sd[1]) * fit.sd[1] / ball
    sd += value * (GIVES_WAY + dict(belief.sd)["ball_friction"] / ball)
    return belief.updated("wood_friction", value, sd, fit.frames[1])


@dataclass(frozen=True, slots=True)
class _Fit:
    """Restitution and the mixed friction that explain the frames in contact.

    values, sd: of both.
    frames: how many velocities depend on each.
    sticks: whether more friction would explain the frames equally well.
    """

    values: tuple[float, float]
    sd: tuple[float, float]
    frames: tuple[int, int]
    sticks: bool


def _fit_contacts(groups: Sequence[_Frames], base: Array) -> _Fit:
    """Robust least squares (eq. 15) from the best two points of a coarse grid."""

    def errors(values: Array) -> Array:
        beta = base.copy()
        beta[columns.BOUNCE] = beta[columns.WOOD_BOUNCE] = values[0]
        beta[columns.GROUND_MU : columns.WOOD_MU + 1] = values[1]
        return np.concatenate([frames.residuals(beta) for frames in groups]) / NOISE

    starts = sorted(itertools.product(*START_GRID), key=lambda v: loss(errors(np.array(v))))
    fits = [refine(errors, np.array(start)) for start in starts[:2]]
    x = min(fits, key=lambda values: loss(errors(values)))
    left = errors(x)
    more = np.array([x[0], min(1.0, 1.2 * x[1] + 0.02)])
    sticks = loss(errors(more)) < loss(left) + SAME
    if sticks:
        x = _least_that_sticks(errors, x)
    sd, frames = [], []
    for column in (0, 1):
        change = slope(errors, x, column, step=0.02)  # wide compared with the rounding
        if column and sticks and x[1] > 0:  # flat here, but not down to zero
            change = (left - errors(np.array([x[0], 0.0]))) / x[1]
        shows = np.abs(change) > INFORMATIVE
        frames.append(int(shows.sum()))
        sd.append(_spread(change[shows], np.abs(left[shows])))
    if sticks and not x[1]:
        frames[1] = 0  # any friction explains the frames
    return _Fit((float(x[0]), float(x[1])), (sd[0], sd[1]), (frames[0], frames[1]), sticks)


def _least_that_sticks(errors: Errors, x: Array) -> Array:
    """The least friction that explains the frames as well as `x` does, by bisection."""
    enough = loss(errors(x)) + SAME
    low, high = 0.0, float(x[1])
    if loss(errors(np.array([x[0], 0.0]))) <= enough:
        high = 0.0
    for _ in range(10):
        middle = (low + high) / 2
        if loss(errors(np.array([x[0], middle]))) <= enough:
            high = middle
        else:
            low = middle
    return np.array([x[0], high])


def _spread(slopes: Array, scatter: Array) -> float:
    """Standard deviation of a value from what depends on it; slopes and scatter in NOISE.

    The errors of one slide's frames are correlated: together they count as one.
    """
    if not len(slopes):
        return 0.0
    noise = max(float(np.sqrt(np.mean(np.minimum(scatter, 1.0) ** 2))), ROUNDING / NOISE)
    return noise / float(np.sqrt(np.mean(slopes**2)))
