"""β: the physics as the solver believes it, with how sure it is.

It starts from documented priors (the real game's constants, with wide bands) and is narrowed by
`learn`. The game's own physics never comes in here.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from bubbleball.game.physics import REAL, Physics
from bubbleball.model.estimate import Estimate

SAME = 0.002  # of a constant, or of its deviation if greater, that does not make it another
BLUR = 0.02  # of the prior's deviation; the least by which plausible worlds differ
BAND = 1.96  # standard deviations in a 95 % band


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed of a parameter before any trial.

    mean, sd: of a normal distribution cut at low and high.
    """

    mean: float
    sd: float
    low: float
    high: float


PRIORS = MappingProxyType(
    {
        "gravity": Prior(REAL.gravity, 3.0, 0.5, 40.0),
        "restitution": Prior(REAL.restitution, 0.2, 0.0, 0.95),
        "ball_friction": Prior(REAL.ball_friction, 0.05, 0.0, 1.0),
        "wood_friction": Prior(REAL.wood_friction, 0.15, 0.01, 1.5),
        "wood_density": Prior(REAL.wood_density, 0.5, 0.1, 10.0),
        "catapult_density": Prior(REAL.catapult_density, 0.15, 0.05, 5.0),
        "speedup": Prior(REAL.speedup, 0.35, 0.1, 5.0),
        "slowdown": Prior(REAL.slowdown, 0.04, 0.0, 1.0),
        "spring": Prior(REAL.spring, 100.0, 30.0, 1500.0),
    }
)


@dataclass(frozen=True, slots=True)
class Belief:
    """Mean and standard deviation of every parameter, and the observations behind it."""

    mean: Physics
    sd: tuple[tuple[str, float], ...]
    evidence: tuple[tuple[str, int], ...]

    @classmethod
    def prior(cls) -> Belief:
        """Before any trial."""
        return cls(
            dataclasses.replace(REAL, **{name: p.mean for name, p in PRIORS.items()}),
            tuple((name, p.sd) for name, p in PRIORS.items()),
            tuple((name, 0) for name in PRIORS),
        )

    def updated(self, name: str, mean: float, sd: float, evidence: int) -> Belief:
        """The same with one parameter learnt; the mean is kept within the prior's bounds.

        What lies within the noise of the real game's constant is taken to be that constant: it is
        likelier than any neighbour, and the last digits matter after many bounces.
        """
        prior = PRIORS[name]
        mean = float(min(prior.high, max(prior.low, mean)))
        if abs(mean - prior.mean) <= max(2 * sd, SAME * max(prior.mean, prior.sd)):
            mean = prior.mean
        return Belief(
            dataclasses.replace(self.mean, **{name: mean}),
            tuple((n, float(sd) if n == name else old) for n, old in self.sd),
            tuple((n, evidence if n == name else old) for n, old in self.evidence),
        )

    def samples(self, rng: np.random.Generator, count: int) -> tuple[Physics, ...]:
        """Plausible worlds; the first one is the mean.

        Even what is known exactly is blurred a little: a placement that works only to the last
        digit is no good choice.
        """
        drawn = []
        for _ in range(count - 1):
            values = {}
            for name, sd in self.sd:
                prior = PRIORS[name]
                value = getattr(self.mean, name) + max(sd, BLUR * prior.sd) * rng.normal()
                if prior.low == 0.0:
                    value = abs(value)  # folded, so that a mean of zero keeps its whole band
                values[name] = float(min(prior.high, max(prior.low, value)))
            drawn.append(dataclasses.replace(self.mean, **values))
        return (self.mean, *drawn)

    def differs_from(self, other: Belief) -> bool:
        """Whether any parameter has changed by more than plausible worlds differ anyway."""
        return any(
            abs(getattr(self.mean, name) - getattr(other.mean, name)) > BLUR * prior.sd
            for name, prior in PRIORS.items()
        )

    def estimates(self) -> tuple[Estimate, ...]:
        """For people: every parameter with its 95 % band."""
        evidence = dict(self.evidence)
        return tuple(
            Estimate(
                name,
                getattr(self.mean, name),
                max(PRIORS[name].low, getattr(self.mean, name) - BAND * sd),
                min(PRIORS[name].high, getattr(self.mean, name) + BAND * sd),
                evidence[name],
            )
            for name, sd in self.sd
        )
