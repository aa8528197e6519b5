"""β: the physics as the solver believes it, with how sure it is.

It starts from documented priors (the real game's constants, with wide bands) and is narrowed by
`learn`. The game's own physics never comes in here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from bubbleball.game.physics import (
    PHYSICS_KEYS,
    REAL,
    Physics,
    PhysicsKey,
    changed_physics,
    residual_of,
)
from bubbleball.game.residual import NOTHING, RESIDUAL_KEYS, Residual, ResidualKey
from bubbleball.model.estimate import Estimate

SAME = 0.002  # of a constant, or of its deviation if greater, that does not make it another
BLUR = 0.02  # of the prior's deviation; the least by which plausible worlds differ
BAND = 1.96  # standard deviations in a 95 % band
TAIL = 1e-6  # share of the plausible values that is never drawn, at either end
UNSEEN = 2.0  # factor by which a constant that has not shown itself may be off in another game
LOOSE = 0.05  # of restitution for each m/s² of doubt


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed of a parameter before any trial.

    mean, sd: of a normal distribution cut at low and high, which are those of the game.
    """

    mean: float
    sd: float
    low: float
    high: float


class Scatter(NamedTuple):
    """How far pieces may land from where they are put.

    shift: in x and in y, px.
    turn: degrees.
    """

    shift: float = 0.0
    turn: float = 0.0


_DEVIATIONS = {
    "gravity": 3.0,
    "restitution": 0.2,
    "ball_friction": 0.05,
    "wood_friction": 0.15,
    "wood_density": 0.5,
    "catapult_density": 0.15,
    "speedup": 0.35,
    "slowdown": 0.04,
    "spring": 100.0,
}
_FACTORS = ("gravity", "wood_density", "catapult_density", "speedup", "slowdown", "spring")
PRIORS = MappingProxyType(
    {
        name: Prior(getattr(REAL, name), sd, PHYSICS_KEYS[name].low, PHYSICS_KEYS[name].high)
        for name, sd in _DEVIATIONS.items()
    }
)


@dataclass(frozen=True, slots=True)
class Belief:
    """Mean and standard deviation of every parameter, and the observations behind it.

    mean: the constants, and a residual if trials have shown one.
    sd, evidence: of each constant.
    terms: of each term of the residual that trials have shown: name, sd, evidence.
    doubt: acceleration that trials leave unexplained, m/s²; it widens what is plausible.
    scatter: how far pieces may land from where they are put, by what trials have shown.
    """

    mean: Physics
    sd: tuple[tuple[str, float], ...]
    evidence: tuple[tuple[str, int], ...]
    terms: tuple[tuple[str, float, int], ...] = field(default=(), kw_only=True)
    doubt: float = field(default=0.0, kw_only=True)
    scatter: Scatter = field(default=Scatter(), kw_only=True)

    @classmethod
    def prior(cls) -> Belief:
        """Before any trial."""
        return cls(
            dataclasses.replace(REAL, **{name: p.mean for name, p in PRIORS.items()}),
            tuple((name, p.sd) for name, p in PRIORS.items()),
            tuple((name, 0) for name in PRIORS),
        )

    def updated(
        self, name: str, mean: float, sd: float, evidence: int, least: float = 0.0
    ) -> Belief:
        """The same with one parameter learnt; the mean is kept within the prior's bounds.

        What lies within the noise of the real game's constant is taken to be that constant: it is
        likelier than any neighbour, and the last digits matter after many bounces.
        least: a smaller value is excluded.
        """
        prior = PRIORS[name]
        mean = float(min(prior.high, max(prior.low, mean)))
        if prior.mean >= least and abs(mean - prior.mean) <= max(
            2 * sd, SAME * max(prior.mean, prior.sd)
        ):
            mean = prior.mean
        return dataclasses.replace(
            self,
            mean=dataclasses.replace(self.mean, **{name: mean}),
            sd=tuple((n, float(sd) if n == name else old) for n, old in self.sd),
            evidence=tuple((n, evidence if n == name else old) for n, old in self.evidence),
        )

    def set_back(self, names: Iterable[str]) -> Belief:
        """The same with some constants at the real game's, as sure as before."""
        real = {name: PRIORS[name].mean for name in names}
        return dataclasses.replace(self, mean=dataclasses.replace(self.mean, **real))

    def sticking(self, least: float, evidence: int) -> Belief:
        """The same after runs in which the ball sticks, which more friction explains equally well.

        That gives only a lower bound: the band reaches from it to three times as much, and a low
        one leaves what is above it as uncertain as before. One that is believed already teaches
        nothing.
        """
        if dict(self.evidence)["ball_friction"] and self.mean.ball_friction >= least:
            return self
        sd = max(least / BAND, dict(self.sd)["ball_friction"])
        return self.updated("ball_friction", 2 * least, sd, evidence, least)

    def with_terms(self, found: Mapping[str, tuple[float, float, int] | None]) -> Belief:
        """The same with some terms of the residual at a value, sd and evidence, or without them."""
        values = dataclasses.asdict(residual_of(self.mean))
        terms = {name: (sd, evidence) for name, sd, evidence in self.terms}
        for name, new in found.items():
            terms.pop(name, None)
            values[name] = getattr(NOTHING, name)
            if new is not None:
                key = RESIDUAL_KEYS[name]
                values[name] = float(min(key.high, max(key.low, new[0])))
                terms[name] = (float(new[1]), new[2])
        values["turns"] = bool(values["turns"])
        return dataclasses.replace(
            self,
            mean=changed_physics(self.mean, Residual(**values)),
            terms=tuple((name, *terms[name]) for name in RESIDUAL_KEYS if name in terms),
        )

    def samples(self, rng: np.random.Generator, count: int) -> tuple[Physics, ...]:
        """Plausible worlds; the first one is the mean.

        Even what is known exactly is blurred a little: a placement that works only to the last
        digit is no good choice. Every constant is drawn once from each of equally likely parts of
        its distribution, so that few worlds cover it. In another game the constants that have not
        shown themselves are likely to be off, too, and evenly so by any factor up to `UNSEEN`.
        """
        drawn, others = [], max(0, count - 1)
        parts = {name: (rng.permutation(others) + rng.uniform(size=others)) for name, _ in self.sd}
        for i in range(others):
            values = {
                name: self._plausible(name, float(part[i]) / others) for name, part in parts.items()
            }
            world = dataclasses.replace(self.mean, **values)
            drawn.append(self._pushed(world, rng) if self.terms or self.doubt else world)
        return (self.mean, *drawn)

    @property
    def another_game(self) -> bool:
        """Whether what has shown itself is not the real game: a constant, a residual, a doubt."""
        seen = [name for name, count in self.evidence if count]
        changed = any(getattr(self.mean, name) != PRIORS[name].mean for name in seen)
        return changed or bool(self.terms) or self.doubt > 0

    def _plausible(self, name: str, share: float) -> float:
        """The value of a constant that is greater than a share of its plausible ones."""
        prior, mean = PRIORS[name], getattr(self.mean, name)
        if name in _FACTORS and not dict(self.evidence)[name] and self.another_game:
            return float(mean * UNSEEN ** (2 * share - 1))
        loose = LOOSE * self.doubt if name == "restitution" else 0.0
        spread = max(dict(self.sd)[name], BLUR * prior.sd, loose)
        value = mean + spread * NormalDist().inv_cdf(min(max(share, TAIL), 1 - TAIL))
        if prior.low == 0.0:
            value = abs(value)  # folded, so that a mean of zero keeps its whole band
        return float(min(prior.high, max(prior.low, value)))

    def _pushed(self, world: Physics, rng: np.random.Generator) -> Physics:
        """A plausible world with a plausible residual."""
        values = dataclasses.asdict(residual_of(world))
        for name, sd, _ in self.terms:
            key = RESIDUAL_KEYS[name]
            if name not in ("turns", "late"):
                value = values[name] + max(sd, BLUR * abs(values[name])) * rng.normal()
                values[name] = float(min(key.high, max(key.low, value)))
        for name in ("push_x", "push_y"):
            values[name] += self.doubt * float(rng.normal())
        return changed_physics(world, Residual(**values))

    def estimates(self) -> tuple[Estimate, ...]:
        """For people: every constant and every term shown, with its 95 % band."""
        evidence, values = dict(self.evidence), residual_of(self.mean)
        terms = tuple(
            Estimate(
                name,
                float(getattr(values, name)),
                max(RESIDUAL_KEYS[name].low, getattr(values, name) - BAND * sd),
                min(RESIDUAL_KEYS[name].high, getattr(values, name) + BAND * sd),
                count,
            )
            for name, sd, count in self.terms
        )
        constants = tuple(
            Estimate(
                name,
                getattr(self.mean, name),
                max(PRIORS[name].low, getattr(self.mean, name) - BAND * sd),
                min(PRIORS[name].high, getattr(self.mean, name) + BAND * sd),
                evidence[name],
            )
            for name, sd in self.sd
        )
        return constants + terms


def key_of(name: str) -> PhysicsKey | ResidualKey:
    """The label, unit and range of a constant or of a term of the residual."""
    return RESIDUAL_KEYS.get(name) or PHYSICS_KEYS[name]
