"""H-3 as the paper has it: β of the event models by regression over event transitions (eq. 15).

Each contact model is linear in its own parameter: a recorded transition gives Y = β X. All of a
parameter's transitions together give it by robust least squares, so that a transition which the
model does not describe (two contacts at once, a corner taken for a line) does not count for much.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.contact import Contact
from bubbleball.game.geometry import moved
from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.physics import (
    BOUNCE_THRESHOLD,
    PHYSICS_KEYS,
    PIXELS_PER_METRE,
    SECONDS_PER_STEP,
    Physics,
)
from bubbleball.game.trial import Trial
from bubbleball.method.event_states import ContactType, contact_type
from bubbleball.model.belief import PRIORS, Belief
from bubbleball.model.beta import EventBeta

FLIGHT = 8  # frames of free flight that make a transition
ROLL = 12  # frames on a line that make a transition
STILL = 3.0  # px/s; what moves faster is no line at rest
ROUNDS = 20  # of reweighting
TUNING = 1.5  # deviations beyond which a transition counts less (Huber)
FLOOR = 0.002  # relative deviation that no amount of data goes below


@dataclass(frozen=True, slots=True)
class Transition:
    """One recorded step from an event to the next, as its model sees it: y = β x.

    contact: the model. parameter: of β, as in `Physics`. frame: where it begins.
    x, y: what the model multiplies and what was observed.
    """

    contact: ContactType
    parameter: str
    frame: int
    x: float
    y: float


def transitions(trial: Trial, physics: Physics) -> Iterator[Transition]:
    """All transitions of a trial that a contact model describes."""
    yield from _flights(trial)
    starts = [contact.frame for contact in trial.contacts]
    for contact in trial.contacts:
        if starts.count(contact.frame) == 1 and _stands(trial, contact):
            yield from _bounce(contact, _type_of(trial, contact), physics)
            yield from _roll(trial, contact, physics)
    yield from _effects(trial, physics)


@dataclass(frozen=True, slots=True)
class LearntEvents:
    """What H-3 has learnt.

    belief: β of flight, line and power-ups.
    corner_restitution: β of corner or circle.
    transitions: what it was fitted to.
    """

    belief: Belief
    corner_restitution: float
    transitions: tuple[Transition, ...] = ()

    @property
    def beta(self) -> EventBeta:
        """β as the event models take it."""
        return EventBeta(self.belief.mean, self.corner_restitution)

    def __str__(self) -> str:
        """Every part of β that was fitted, with the number of its transitions."""
        fitted = []
        for contact, name in dict.fromkeys((t.contact, t.parameter) for t in self.transitions):
            count = sum((t.contact, t.parameter) == (contact, name) for t in self.transitions)
            value = getattr(self.belief.mean, name)
            if contact is ContactType.CORNER:
                value = self.corner_restitution
            label = PHYSICS_KEYS[name].label
            fitted.append(f"{contact}: {label} {value:.4g} from {count}")
        return "; ".join(fitted)


def learn_events(trials: Sequence[Trial], prior: Belief) -> LearntEvents:
    """β from everything recorded (eq. 15), and the transitions behind it."""
    belief = prior
    seen: tuple[Transition, ...] = ()
    for _ in range(2):  # gravity first: the other models lean on it
        seen = tuple(t for trial in trials for t in transitions(trial, belief.mean))
        for name in PRIORS:
            rows = [t for t in seen if t.parameter == name and t.contact is not ContactType.CORNER]
            if rows:
                value, deviation = robust_slope([t.x for t in rows], [t.y for t in rows])
                deviation = max(deviation, FLOOR * abs(value), 1e-4)
                belief = belief.updated(name, value, deviation, len(rows))
    return LearntEvents(belief, _corner(seen, belief), seen)


def _corner(seen: Sequence[Transition], belief: Belief) -> float:
    """Restitution of corners and circles; that of lines, once met, counts as one observation.

    So it follows the lines until corners have been met, and a single odd bounce says little.
    """
    line, prior = belief.mean.restitution, PRIORS["restitution"]
    rows = [(t.x, t.y) for t in seen if t.contact is ContactType.CORNER]
    if not rows:
        return line
    met = dict(belief.evidence)["restitution"] > 0
    if met:
        usual = float(np.mean([x for x, _ in rows]))
        rows.append((usual, line * usual))
    value, deviation = robust_slope(*zip(*rows, strict=True))
    if met and abs(value - line) <= 2 * max(deviation, FLOOR):
        return line  # nothing says that they differ
    return min(prior.high, max(prior.low, value))


def robust_slope(x: Iterable[float], y: Iterable[float]) -> tuple[float, float]:
    """The β that makes y = β x fit best with a Huber loss, and its standard deviation."""
    xs, ys = np.array(list(x), float), np.array(list(y), float)
    usable = np.abs(xs) > 1e-9
    xs, ys = xs[usable], ys[usable]
    if not len(xs):
        return 0.0, math.inf
    ratios = ys / xs
    slope = float(np.median(ratios))
    weights = np.ones(len(xs))
    for _ in range(ROUNDS):
        errors = ys - slope * xs
        scale = max(1.4826 * float(np.median(np.abs(errors))), 1e-9)
        weights = np.minimum(1.0, TUNING * scale / np.maximum(np.abs(errors), 1e-12))
        slope = float((weights * xs * ys).sum() / (weights * xs * xs).sum())
    errors = ys - slope * xs
    spread = math.sqrt(float((weights * errors**2).sum() / max(weights.sum() - 1, 0.5)))
    return slope, spread / math.sqrt(float((weights * xs * xs).sum()))


def _flights(trial: Trial) -> Iterator[Transition]:
    """Free flight: the vertical speed grows by g t (eq. 9)."""
    up = np.zeros(len(trial.ball), bool)
    touched = np.zeros(len(trial.ball), bool)
    for contact in trial.contacts:
        touched[contact.frame - 1 : contact.until if contact.until is not None else None] = True
    for effect in trial.effects:
        up[effect.frame :] = effect.gravity_up
        touched[max(effect.frame - 1, 0) : effect.frame + 1] = True
    edges = np.flatnonzero(np.diff(np.concatenate([[True], touched, [True]])))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=False):
        frames = last - 1 - first
        if frames >= FLIGHT:
            change = float(trial.ball[last - 1, 3] - trial.ball[first, 3])
            span = frames * SECONDS_PER_STEP * PIXELS_PER_METRE * (-1.0 if up[first] else 1.0)
            yield Transition(ContactType.FLIGHT, "gravity", first, span, change)


def _bounce(contact: Contact, kind: ContactType, physics: Physics) -> Iterator[Transition]:
    """A bounce keeps a share of the normal speed and loses tangential speed to friction."""
    nx, ny = contact.normal
    before = contact.velocity_before
    fall = physics.gravity * PIXELS_PER_METRE * SECONDS_PER_STEP
    closing = before[0] * nx + (before[1] + fall) * ny
    leaving = contact.velocity_after[0] * nx + contact.velocity_after[1] * ny
    if closing < -2 * BOUNCE_THRESHOLD:
        yield Transition(kind, "restitution", contact.frame, -closing, leaving)
        if kind is ContactType.CORNER:
            return
        tx, ty = -ny, nx
        slip = before[0] * tx + (before[1] + fall) * ty
        lost = slip - (contact.velocity_after[0] * tx + contact.velocity_after[1] * ty)
        if abs(slip) > 2 * abs(lost) and abs(slip) > BOUNCE_THRESHOLD:
            yield _friction(
                contact.frame, physics, lost * math.copysign(1, slip), leaving - closing
            )


def _roll(trial: Trial, contact: Contact, physics: Physics) -> Iterator[Transition]:
    """On a line the ball gains g sin − µ g cos along it (eq. 12)."""
    end = (contact.until if contact.until is not None else len(trial.ball)) - 1
    frames = end - contact.frame - 2
    if frames < ROLL or any(contact.frame <= e.frame <= end for e in trial.effects):
        return
    rows = trial.ball[contact.frame + 2 : end]
    nx, ny = contact.normal
    tx, ty = -ny, nx
    along = rows[:, 2] * tx + rows[:, 3] * ty
    leaves = np.abs(rows[:, 2] * nx + rows[:, 3] * ny) > STILL  # round the end of the line
    along = along[: int(leaves.argmax()) if leaves.any() else len(along)]
    if len(along) < ROLL or np.abs(along).min() < STILL:
        return
    seconds = (len(along) - 1) * SECONDS_PER_STEP
    gravity = physics.gravity * PIXELS_PER_METRE
    lost = gravity * ty * seconds - float(along[-1] - along[0])
    yield _friction(
        contact.frame, physics, lost * math.copysign(1, float(along[0])), -gravity * ny * seconds
    )


def _friction(frame: int, physics: Physics, lost: float, pressed: float) -> Transition:
    """Speed lost along a line that the ball was pressed on; friction mixes as a root."""
    share = (lost / pressed) if pressed else 0.0
    value = share * abs(share) / physics.ground_friction
    return Transition(ContactType.LINE, "ball_friction", frame, 1.0, value)


def _effects(trial: Trial, physics: Physics) -> Iterator[Transition]:
    """Power-ups: the change of speed over the one that the model has for β = 1 (eq. 14)."""
    kinds = {part.id: part.kind for part in trial.level.parts}
    unit = physics.speedup_speed / physics.speedup
    for effect in trial.effects:
        kind, frame = kinds[effect.part], effect.frame
        before, after = np.array(effect.velocity_before), np.array(effect.velocity_after)
        if kind.value.startswith("speedup"):
            change = float(np.abs(after - before).max())
            yield Transition(ContactType.SPEED_UP, "speedup", frame, unit, change)
        elif kind is Kind.SLOWDOWN and np.hypot(*before) > BOUNCE_THRESHOLD:
            speed, kept = float(np.hypot(*before)), float(np.hypot(*after))
            yield Transition(ContactType.SLOW_DOWN, "slowdown", frame, speed, kept)
        elif kind is Kind.SPRING:
            yield Transition(
                ContactType.SPRING, "spring", frame, 1.0, _spring(trial, effect.part, after)
            )


def _spring(trial: Trial, part: str, after: Array) -> float:
    """Speed along the axis of a spring."""
    placed = {p.piece: p.angle for p in trial.placements}
    angle = placed.get(part, next(p.angle for p in trial.level.parts if p.id == part))
    turn = math.radians(angle)
    return float(after[0] * math.sin(turn) - after[1] * math.cos(turn))


def _type_of(trial: Trial, contact: Contact) -> ContactType:
    """Line or corner, by where the ball lies to what it touched."""
    part = next(part for part in trial.level.parts if part.id == contact.part)
    placed = {placement.piece: placement for placement in trial.placements}
    at = placed.get(part.id, part)
    pose = at.x, at.y, at.angle
    if part.id in trial.movers:
        x, y, angle = trial.moves[contact.frame, trial.movers.index(part.id), :3].tolist()
        pose = x, y, angle
    (px, py), (nx, ny) = contact.point, contact.normal
    x, y = px + BALL_RADIUS * nx, py + BALL_RADIUS * ny
    return contact_type(part, moved(part.outline, *pose), x, y)


def _stands(trial: Trial, contact: Contact) -> bool:
    """Whether what the ball touched did not move at that moment."""
    if contact.part not in trial.movers:
        return True
    rates = trial.moves[contact.frame, trial.movers.index(contact.part), 3:5]
    return bool(np.hypot(*rates) < STILL)
