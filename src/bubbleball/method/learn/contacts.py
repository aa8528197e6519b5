"""Bounce and friction, and what no constant says of them, from restarts of the stepping model.

Contacts with ground and metal show the ball's friction; with that known, contacts with wood show
wood's. If restitution and friction leave much unexplained, a ball that turns and a bounce that
depends on the speed or on the material are tried, and kept if they explain it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE
from bubbleball.game.trial import Trial
from bubbleball.method.learn.fit import Errors, loss, refine, slope
from bubbleball.method.learn.flight import ROUNDING
from bubbleball.method.learn.noise import Noise
from bubbleball.method.learn.one_frame import NOISE, ContactFrames
from bubbleball.method.learn.windows import ContactWindows
from bubbleball.model import columns
from bubbleball.model.belief import PRIORS, Belief
from bubbleball.model.beta import beta_vector

INFORMATIVE = 1.0  # errors per unit of a parameter; one that depends less shows nothing
MAX_FRAMES = 400  # contact frames used; more frames of rolling add nothing
START_GRID = ((0.05, 0.4, 0.75), (0.01, 0.1, 0.25, 0.6))  # restitution, mixed friction
FADES = (0.02, 0.1, 0.3)  # s/m; where the search for a bounce that depends on the speed starts
STARTS = 2  # of the search, the best points of the grid
SAME = 1e-3  # two losses that differ by less explain the frames equally well
GIVES_WAY = 0.01  # relative sd of wood's friction, because wood is never quite still
RECOIL = 0.02  # relative sd of a bounce off wood, because wood recoils
LEAST_FRICTION = 0.005  # of the ball; with less, contacts do not show the friction of wood
EXPLAINED = 0.05  # mean loss of an error at which nothing more is looked for
EXPLAINED_ROUGHLY = 0.5  # the same where the observation is rough
ODD = ("fade", "metal_bounce", "turns")  # terms of the residual in contacts
BETTER = 0.7  # of the loss must be left, at most, for a further term
MUCH_BETTER = 0.1  # the same for bounces that other causes resemble

Contacts = ContactFrames | ContactWindows


class Bounce(Enum):
    """What the restitution depends on."""

    NOTHING = auto()
    SPEED_FALLS = auto()
    SPEED_GROWS = auto()
    MATERIAL = auto()


_MORE: Mapping[Bounce, tuple[tuple[float, ...], ...]] = MappingProxyType(
    {  # where the search for the further values starts
        Bounce.NOTHING: (),
        Bounce.SPEED_FALLS: (FADES,),
        Bounce.SPEED_GROWS: (FADES,),
        Bounce.MATERIAL: (START_GRID[0],),  # off metal
    }
)


def learn_contacts(belief: Belief, trials: Sequence[Trial], noise: Noise) -> Belief:
    """Bounce and friction of the ball: robust least squares over restarts."""
    belief = belief.with_terms(dict.fromkeys(ODD))
    groups = _contacts(trials, beta_vector(belief.mean), noise)
    if not groups:
        return belief
    share = MAX_FRAMES / sum(map(len, groups))
    thinned = [frames.thin(share) for frames in groups]
    still = [part for frames in thinned if len(part := frames.only(~frames.wooden))]
    wood = [part for frames in thinned if len(part := frames.only(frames.wooden))]
    used = still
    fit = _fit_contacts(still, beta_vector(belief.mean)) if still else None
    if fit is None or (wood and not (fit.frames[0] and fit.frames[1])):
        used = thinned
        fit = _fit_contacts(thinned, beta_vector(belief.mean))
    by_wood = bool(wood) and used is thinned
    enough = EXPLAINED if noise.exact else EXPLAINED_ROUGHLY
    if fit.left > enough:
        further = _further(groups, beta_vector(belief.mean), enough)
        if further is not None:
            fit, used, by_wood = further, groups, False
            belief = belief.with_terms(fit.terms)
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
        return belief.sticking(value, fit.frames[1])
    belief = belief.updated("ball_friction", value, sd, fit.frames[1])
    return _learn_wooden(belief, wood) if wood and used is still else belief


def _contacts(trials: Sequence[Trial], beta: Array, noise: Noise) -> list[Contacts]:
    """What each trial shows of contacts, where it shows something."""
    made: list[Contacts] = [
        ContactFrames(trial) if noise.exact else ContactWindows(trial, beta, noise)
        for trial in trials
    ]
    return [contacts for contacts in made if len(contacts)]


def _further(groups: Sequence[Contacts], base: Array, enough: float) -> _Fit | None:
    """The fit with a turning ball, an odd bounce or both, if it explains much more than neither.

    A turning ball is compared on the frames in which its spin can be followed. The other bounces
    are tried where it and a bounce that falls with speed leave something unexplained.
    """
    turning = base.copy()
    turning[columns.TURNS] = 1.0
    followed = [part for frames in groups if len(part := frames.in_sequence())]
    first = (Bounce.NOTHING, Bounce.SPEED_FALLS)
    found = _better(followed, [base, turning], first, BETTER) if followed else None
    if found is not None and found.left <= enough:
        return found
    others = (Bounce.NOTHING, Bounce.SPEED_GROWS, Bounce.MATERIAL)
    other = _better(groups, [base], others, MUCH_BETTER)
    return other if other is not None and (found is None or other.left < found.left) else found


def _better(
    groups: Sequence[Contacts], bases: Sequence[Array], bounces: Iterable[Bounce], share: float
) -> _Fit | None:
    """The best fit with one of some β and some bounce, if it leaves a share of the first's loss."""
    fits = [_fit_contacts(groups, base, bounce) for bounce in bounces for base in bases]
    count = len(_errors(groups, bases[0], np.array(fits[0].values)))

    def cost(fit: _Fit) -> float:
        terms = sum(term is not None for term in fit.terms.values())
        return 2 * count * fit.left + 4 * terms * math.log(count)

    best = min(fits, key=cost)
    return best if best is not fits[0] and best.left < share * fits[0].left else None


def _learn_wooden(belief: Belief, wood: Sequence[Contacts]) -> Belief:
    """Wood's friction from the ball's contacts with wood, given the ball's own friction."""
    ball = belief.mean.ball_friction
    if ball < LEAST_FRICTION:
        return belief
    fit = _fit_contacts(wood, beta_vector(belief.mean))
    if not fit.frames[1] or fit.sticks:
        return belief
    value = fit.values[1] ** 2 / ball
    if value > PRIORS["wood_friction"].high:  # the ball's own friction is wrong
        return belief
    sd = (2 * fit.values[1] + fit.sd[1]) * fit.sd[1] / ball
    sd += value * (GIVES_WAY + dict(belief.sd)["ball_friction"] / ball)
    return belief.updated("wood_friction", value, sd, fit.frames[1])


@dataclass(frozen=True, slots=True)
class _Fit:
    """Restitution and the mixed friction that explain the frames in contact.

    values, sd: of both.
    frames: how many errors depend on each.
    sticks: whether more friction would explain the frames equally well.
    left: mean loss of an error.
    odd: of each term of an odd bounce its value, sd and evidence. turns: whether the ball turns.
    """

    values: tuple[float, float]
    sd: tuple[float, float]
    frames: tuple[int, int]
    sticks: bool
    left: float
    odd: tuple[tuple[str, tuple[float, float, int]], ...] = ()
    turns: bool = False

    @property
    def terms(self) -> dict[str, tuple[float, float, int] | None]:
        """The terms of the residual: value, sd and evidence."""
        turns = (1.0, 0.0, self.frames[1]) if self.turns else None
        return {**dict.fromkeys(ODD), **dict(self.odd), "turns": turns}


def _errors(
    groups: Sequence[Contacts], base: Array, values: Array, bounce: Bounce = Bounce.NOTHING
) -> Array:
    """The errors of all frames at some values of restitution, friction and an odd bounce."""
    beta = base.copy()
    beta[columns.BOUNCE : columns.WOOD_BOUNCE + 1] = values[0]
    beta[columns.GROUND_MU : columns.WOOD_MU + 1] = values[1]
    if bounce is Bounce.MATERIAL:
        beta[columns.METAL_BOUNCE] = values[2]
    elif bounce is not Bounce.NOTHING:
        sign = 1.0 if bounce is Bounce.SPEED_FALLS else -1.0
        beta[columns.FADE] = sign * values[2] / PIXELS_PER_METRE
    return np.concatenate([frames.errors(beta) for frames in groups])


def _odd(
    bounce: Bounce, values: Array, sd: Sequence[float], frames: Sequence[int]
) -> tuple[tuple[str, tuple[float, float, int]], ...]:
    """The terms of an odd bounce that the frames show."""
    if bounce is Bounce.MATERIAL:
        more = (float(values[2] - values[0]), sd[2] + sd[0], frames[2])
        return (("metal_bounce", more),) if frames[2] else ()
    if bounce is Bounce.NOTHING or not values[2]:
        return ()
    value = float(values[2] if bounce is Bounce.SPEED_FALLS else -values[2])
    return (("fade", (value, sd[2], frames[0])),)


def _fit_contacts(groups: Sequence[Contacts], base: Array, bounce: Bounce = Bounce.NOTHING) -> _Fit:
    """Robust least squares (eq. 15) from the best two points of a coarse grid."""

    def errors(values: Array) -> Array:
        return _errors(groups, base, values, bounce)

    grid = (*START_GRID, *_MORE[bounce])
    starts = sorted(itertools.product(*grid), key=lambda v: loss(errors(np.array(v))))
    if bounce is not Bounce.NOTHING:  # friction tells less of them than how the ball bounces
        firsts = {(v[0], *v[2:]): v for v in reversed(starts)}
        starts = [v for v in starts if v in firsts.values()]
    fits = [refine(errors, np.array(start)) for start in starts[:STARTS]]
    x = min(fits, key=lambda values: loss(errors(values)))
    left = errors(x)
    more = x.copy()
    more[1] = min(1.0, 1.2 * x[1] + 0.02)
    sticks = loss(errors(more)) < loss(left) + SAME * max(1.0, loss(left))
    if sticks:
        x = _least_that_sticks(errors, x)
    sd, frames = [], []
    for column in range(len(x)):
        change = slope(errors, x, column, step=0.02)  # wide compared with the rounding
        if column == 1 and sticks and x[1] > 0:  # flat here, but not down to zero
            none = x.copy()
            none[1] = 0.0
            change = (left - errors(none)) / x[1]
        shows = np.abs(change) > INFORMATIVE
        frames.append(int(shows.sum()))
        sd.append(groups[0].wider() * _spread(change[shows], np.abs(left[shows])))
    if sticks and not x[1]:
        frames[1] = 0  # any friction explains the frames
    return _Fit(
        (float(x[0]), float(x[1])),
        (sd[0], sd[1]),
        (frames[0], frames[1]),
        sticks,
        loss(left) / len(left),
        _odd(bounce, x, sd, frames),
        turns=bool(base[columns.TURNS]),
    )


def _least_that_sticks(errors: Errors, x: Array) -> Array:
    """The least friction that explains the frames as well as `x` does, by bisection."""

    def with_friction(friction: float) -> Array:
        tried = x.copy()
        tried[1] = friction
        return tried

    now = loss(errors(x))
    enough = now + SAME * max(1.0, now)
    low, high = 0.0, float(x[1])
    if loss(errors(with_friction(0.0))) <= enough:
        high = 0.0
    for _ in range(10):
        middle = (low + high) / 2
        if loss(errors(with_friction(middle))) <= enough:
            high = middle
        else:
            low = middle
    return with_friction(high)


def _spread(slopes: Array, scatter: Array) -> float:
    """Standard deviation of a value from what depends on it; slopes and scatter in NOISE.

    The errors of one slide's frames are correlated: together they count as one.
    """
    if not len(slopes):
        return 0.0
    noise = max(float(np.sqrt(np.mean(np.minimum(scatter, 1.0) ** 2))), ROUNDING / NOISE)
    return noise / float(np.sqrt(np.mean(slopes**2)))
