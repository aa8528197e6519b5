"""H-3: β from everything that the trials have shown (eq. 15).

Each kind of evidence is used where it is cleanest: gravity from free flight, power-ups from the
velocity either side of their effect, bounce and friction from one-frame restarts of the kernel at
every frame in contact, wood from replaying its motion. What has no evidence keeps its prior.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.level import Kind
from bubbleball.model import kernel
from bubbleball.model.belief import BAND, Belief
from bubbleball.model.scene import beta_vector, build_scene
from bubbleball.physics import PIXELS_PER_METRE, SECONDS_PER_STEP, Physics
from bubbleball.trial import Effect, Trial
from bubbleball.world import World, simulate

Array = NDArray[np.float64]

NOISE = 0.05  # px/s; a one-frame velocity further off than this is no event of this model
ROUNDING = 2e-5  # px/s; a velocity of the engine, in single precision, is no better than this
SINGLE = 1e-7  # relative rounding of a number in single precision
TELLING = 1.0  # a velocity changes by this many NOISE over the whole range, or tells nothing
STILL = 0.5  # px or px/s; a mover within this of its placement counts as standing
MAX_FRAMES = 400  # contact frames used; more of the ball rolling would say the same again
START_GRID = ((0.05, 0.4, 0.75), (0.01, 0.1, 0.25, 0.6))  # restitution, mixed friction
SAME = 1e-3  # losses no further apart than this explain the frames equally well
STEPS = 12  # of refinement at most
WOOD_FRAMES = 90  # frames of wood in motion that are replayed
WOOD_TRIALS = 2  # the last trials with wood in motion that are replayed
WOOD_STEP = 0.01  # fineness of wood's friction
WOOD_FRICTIONS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


def learn(trials: Iterable[Trial], prior: Belief | None = None) -> Belief:
    """The belief after all trials so far."""
    belief = prior or Belief.prior()
    usable = [trial for trial in trials if len(trial.ball) > 1 and np.isfinite(trial.ball).all()]
    belief = _learn_gravity(belief, usable)
    belief = _learn_effects(belief, usable)
    belief = _learn_contacts(belief, usable)
    return _learn_wood(belief, usable)


def _learn_gravity(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Velocity gained per frame in free flight."""
    gains = np.concatenate([_flight_gains(trial) for trial in trials] or [np.zeros(0)])
    if len(gains) < 2:
        return belief
    value = float(np.median(gains)) / SECONDS_PER_STEP / PIXELS_PER_METRE
    sd = _scatter(gains) / SECONDS_PER_STEP / PIXELS_PER_METRE
    return belief.updated("gravity", value, sd, len(gains))


def _scatter(values: Array, rounding: float = ROUNDING) -> float:
    """Standard deviation of the median of some velocities, robust, with rounding as the least."""
    scatter = 1.4826 * float(np.median(np.abs(values - np.median(values))))
    return max(scatter, rounding) / math.sqrt(len(values))


def _flight_gains(trial: Trial) -> Array:
    """Change of vertical speed along gravity in the frames without contact or effect."""
    frames = len(trial.ball)
    free = np.ones(frames, bool)
    free[0] = False
    for contact in trial.contacts:
        until = frames if contact.until is None else contact.until
        free[contact.frame : until + 1] = False
    sign = np.ones(frames)
    for effect in trial.effects:
        free[effect.frame + 1 : effect.frame + 2] = False
        sign[effect.frame + 1 :] = -1.0 if effect.gravity_up else 1.0
    gains: Array = sign[1:] * np.diff(trial.ball[:, 3])
    return gains[free[1:] & (np.abs(np.diff(trial.ball[:, 2])) < 1e-3)]


def _learn_effects(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Power-up strengths, straight from the velocity before and after."""
    seen: dict[str, list[float]] = {"speedup": [], "slowdown": [], "spring": []}
    for trial in trials:
        parts = {part.id: part for part in trial.level.parts}
        turns = {p.piece: p.angle for p in trial.placements}
        for effect in trial.effects:
            part = parts[effect.part]
            turn = turns.get(part.id, part.angle)
            found = _strength(effect, part.kind, turn, belief.mean)
            if found is not None and math.isfinite(found[1]):
                seen[found[0]].append(found[1])
    for name, values in seen.items():
        if values:
            value = float(np.median(values))
            sd = _scatter(np.array(values), SINGLE * abs(value))
            belief = belief.updated(name, value, sd, len(values))
    return belief


def _strength(
    effect: Effect, kind: Kind, turn: float, physics: Physics
) -> tuple[str, float] | None:
    (ax, ay), (bx, by) = effect.velocity_before, effect.velocity_after
    if kind.name.startswith("SPEEDUP"):
        return "speedup", math.hypot(bx - ax, by - ay) * physics.ball_mass / PIXELS_PER_METRE
    if kind is Kind.SLOWDOWN and math.hypot(ax, ay) > 1.0:
        return "slowdown", math.hypot(bx, by) / math.hypot(ax, ay)
    if kind is Kind.SPRING:
        up = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
        return "spring", bx * up[0] + by * up[1]
    return None


class _Frames:
    """Frames in contact of one trial: states before, velocities after, and the scene."""

    def __init__(self, trial: Trial) -> None:
        self.scene = build_scene(trial.level, trial.placements)
        before, after, fresh = [], [], []
        impacts = {contact.frame for contact in trial.contacts}
        acted = {effect.frame: effect for effect in trial.effects}
        up_from = sorted((effect.frame, effect.gravity_up) for effect in trial.effects)
        for frame in _contact_frames(trial):
            if not _all_still(trial, frame - 1):
                continue
            x, y, vx, vy = trial.ball[frame - 1]
            if frame - 1 in acted:
                x, y = acted[frame - 1].position_after
                vx, vy = acted[frame - 1].velocity_after
            flipped = [state for at, state in up_from if at < frame]
            before.append((x, y, vx, vy, float(flipped[-1]) if flipped else 0.0))
            after.append(trial.ball[frame, 2:4])
            fresh.append(frame in impacts)
        self.before = np.array(before).reshape(-1, 5)
        self.after = np.array(after).reshape(-1, 2)
        self.fresh = np.array(fresh, bool)

    def thin(self, share: float) -> None:
        """Keep a share of the frames: first the impacts, which tell most, then rolling evenly."""
        count = math.ceil(share * len(self.before))
        if count >= len(self.before):
            return
        fresh, rolling = np.flatnonzero(self.fresh), np.flatnonzero(~self.fresh)
        room = max(0, count - len(fresh))
        every = max(1, math.ceil(len(rolling) / max(1, room)))
        kept = np.sort(np.concatenate([fresh[:count], rolling[::every][:room]]))
        self.before, self.after, self.fresh = self.before[kept], self.after[kept], self.fresh[kept]

    def residuals(self, beta: Array) -> Array:
        """Velocity after one step of the kernel, less the recorded one."""
        predicted = np.zeros_like(self.after)
        kernel.one_step(
            self.scene.shapes, self.scene.buttons, self.scene.flag, beta, self.before, predicted
        )
        return (predicted - self.after).ravel()


def _contact_frames(trial: Trial) -> list[int]:
    frames: set[int] = set()
    for contact in trial.contacts:
        until = len(trial.ball) if contact.until is None else contact.until
        frames.update(range(contact.frame, min(until, len(trial.ball))))
    return sorted(frames)


def _all_still(trial: Trial, frame: int) -> bool:
    """Whether every mover still stands where it was placed, so that the scene is right."""
    if not trial.movers:
        return True
    states, start = trial.moves[frame], trial.moves[0]
    return bool(
        np.abs(states[:, :3] - start[:, :3]).max() < STILL and np.abs(states[:, 3:5]).max() < STILL
    )


def _learn_contacts(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Bounce and friction of the ball: robust least squares over one-frame restarts."""
    groups = [frames for frames in map(_Frames, trials) if len(frames.before)]
    if not groups:
        return belief
    share = MAX_FRAMES / sum(len(frames.before) for frames in groups)
    for frames in groups:
        frames.thin(share)
    fit = _fit_contacts(groups, beta_vector(belief.mean))
    if fit.frames[0]:
        belief = belief.updated("restitution", fit.values[0], fit.sd[0], fit.frames[0])
    if fit.frames[1]:
        # The engine mixes two frictions as the root of their product.
        material = belief.mean.ground_friction
        value = fit.values[1] ** 2 / material
        sd = (2 * fit.values[1] + fit.sd[1]) * fit.sd[1] / material
        if fit.sticks:
            # Only a bound from below: the band reaches from it to three times as much.
            value, sd = 2 * value, value / BAND
        belief = belief.updated("ball_friction", value, sd, fit.frames[1])
    return belief


@dataclass(frozen=True, slots=True)
class _Fit:
    """Restitution and the mixed friction that explain the frames in contact.

    values, sd: of both. frames: how many velocities depend on each.
    sticks: whether more friction would explain the frames as well.
    """

    values: tuple[float, float]
    sd: tuple[float, float]
    frames: tuple[int, int]
    sticks: bool


def _fit_contacts(groups: Sequence[_Frames], base: Array) -> _Fit:
    """The best of a coarse grid, refined."""

    def errors(values: Array) -> Array:
        beta = base.copy()
        beta[kernel.BOUNCE] = beta[kernel.WOOD_BOUNCE] = values[0]
        beta[kernel.GROUND_MU : kernel.WOOD_MU + 1] = values[1]
        return np.concatenate([frames.residuals(beta) for frames in groups]) / NOISE

    starts = sorted(itertools.product(*START_GRID), key=lambda v: _loss(errors(np.array(v))))
    fits = [_refine(errors, np.array(start)) for start in starts[:2]]
    x = min(fits, key=lambda values: _loss(errors(values)))
    left = errors(x)
    more = np.array([x[0], min(1.0, 1.2 * x[1] + 0.02)])
    sticks = _loss(errors(more)) < _loss(left) + SAME
    if sticks:
        x = _least_that_sticks(errors, x)
    sd, frames = [], []
    for column in (0, 1):
        slope = _slope(errors, x, column, step=0.02)  # further than any rounding reaches
        if column and sticks and x[1] > 0:  # flat here, but not all the way down to zero
            slope = (left - errors(np.array([x[0], 0.0]))) / x[1]
        telling = np.abs(slope) > TELLING
        frames.append(int(telling.sum()))
        sd.append(_spread(slope[telling], np.abs(left[telling])))
    if sticks and not x[1]:
        frames[1] = 0  # any friction will do
    return _Fit((float(x[0]), float(x[1])), (sd[0], sd[1]), (frames[0], frames[1]), sticks)


def _loss(errors: Array) -> float:
    """Quadratic for small errors, linear for great ones, so that a wrong event weighs little."""
    return float(np.sum(np.sqrt(1 + errors**2) - 1))


def _refine(errors: Callable[[Array], Array], x: Array) -> Array:
    """Reweighted Gauss-Newton; velocities are linear in both values between two kinks."""
    now = errors(x)
    for _ in range(STEPS):
        slopes = np.column_stack([_slope(errors, x, column) for column in (0, 1)])
        weighted = slopes / np.sqrt(1 + now**2)[:, None]
        step = np.linalg.solve(weighted.T @ slopes + 1e-6 * np.eye(2), -weighted.T @ now)
        for shorter in (1.0, 0.5, 0.1):
            tried = np.clip(x + shorter * step, 0.0, 1.0)
            then = errors(tried)
            if _loss(then) < _loss(now):
                break
        else:
            return x
        moved = np.abs(tried - x).max()
        x, now = tried, then
        if moved < 1e-9:
            break
    return x


def _least_that_sticks(errors: Callable[[Array], Array], x: Array) -> Array:
    """The least friction that explains the frames as well as that of `x`, by bisection."""
    enough = _loss(errors(x)) + SAME
    low, high = 0.0, float(x[1])
    if _loss(errors(np.array([x[0], 0.0]))) <= enough:
        high = 0.0
    for _ in range(10):
        middle = (low + high) / 2
        if _loss(errors(np.array([x[0], middle]))) <= enough:
            high = middle
        else:
            low = middle
    return np.array([x[0], high])


def _slope(
    errors: Callable[[Array], Array], values: Array, column: int, step: float = 1e-4
) -> Array:
    """Change of every error with one value, looking both ways but never past 0 or 1."""
    low, high = values.copy(), values.copy()
    low[column] = max(0.0, values[column] - step)
    high[column] = min(1.0, values[column] + step)
    slope: Array = (errors(high) - errors(low)) / (high[column] - low[column])
    return slope


def _spread(slopes: Array, scatter: Array) -> float:
    """Standard deviation of a value from what depends on it; slopes and scatter per NOISE.

    The frames of one slide err together, so many of them are no better than one.
    """
    if not len(slopes):
        return 0.0
    noise = max(float(np.sqrt(np.mean(np.minimum(scatter, 1.0) ** 2))), ROUNDING / NOISE)
    return noise / float(np.sqrt(np.mean(slopes**2)))


def _learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction: replay what was seen to move, and keep what fits."""
    moving = [trial for trial in trials if _moved(trial)][-WOOD_TRIALS:]
    if not moving:
        return belief

    def error(friction: float) -> float:
        physics = dataclasses.replace(belief.mean, wood_friction=friction)
        return float(np.mean([_replay_error(trial, physics) for trial in moving]))

    errors = {friction: error(friction) for friction in WOOD_FRICTIONS}
    best = min(errors, key=errors.__getitem__)
    if max(errors.values()) - errors[best] < 0.5:
        return belief  # the motion does not depend on it
    step = 0.05
    while step > WOOD_STEP:
        for near in (best - step, best + step):
            errors[near] = error(near)
        best, step = min(errors, key=errors.__getitem__), step / 2
    # What the best replay leaves unexplained has another cause, such as the density.
    return belief.updated("wood_friction", best, step + 0.1 * errors[best], len(moving))


def _moved(trial: Trial) -> bool:
    return bool(trial.movers) and bool(
        np.abs(trial.moves[:WOOD_FRAMES, :, :2] - trial.moves[0, :, :2]).max() > 2.0
    )


def _replay_error(trial: Trial, physics: Physics) -> float:
    world = World(trial.level, trial.placements, physics)
    world.advance(WOOD_FRAMES)
    replay = world.trial()
    frames = min(len(replay.moves), len(trial.moves), WOOD_FRAMES)
    error = np.abs(replay.moves[:frames, :, :2] - trial.moves[:frames, :, :2])
    return float(np.minimum(error, 20.0).mean())


def unexplained(trial: Trial, belief: Belief) -> float:
    """Greatest distance (px) of a trial from the belief's own run of it, over the common frames."""
    believed = simulate(trial.level, trial.placements, belief.mean)
    frames = min(len(believed.ball), len(trial.ball))
    apart: Array = believed.ball[:frames, :2] - trial.ball[:frames, :2]
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())
