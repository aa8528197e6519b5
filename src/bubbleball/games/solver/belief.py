"""What a solver believes about a game's constants, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bubbleball.games.scene import TRUE, Constants


@dataclass(frozen=True, slots=True)
class PuzzleBelief:
    """Constants, each within a factor of the truth.

    mean: what the solver computes with.
    gravity, friction, restitution: octaves; the truth lies within 2 to the plus or minus this.
    """

    mean: Constants
    gravity: float = 0.0
    friction: float = 0.0
    restitution: float = 0.0

    @property
    def certain(self) -> bool:
        """Whether nothing is left to learn."""
        return not (self.gravity or self.friction or self.restitution)

    def allows(self, constants: Constants) -> bool:
        """Whether these may be the true constants."""
        mean = self.mean
        pairs = (
            (constants.gravity / mean.gravity, self.gravity),
            (constants.friction / mean.friction, self.friction),
            (constants.restitution / mean.restitution, self.restitution),
        )
        return all(abs(math.log2(ratio)) <= octaves + _EXACT for ratio, octaves in pairs)

    def samples(self, rng: np.random.Generator, count: int) -> list[Constants]:
        """Constants that may be the true ones, spread evenly over what is in doubt."""
        mean = self.mean
        return [
            Constants(mean.gravity * g, mean.friction * f, mean.restitution * e)
            for g, f, e in zip(
                _factors(rng, self.gravity, count),
                _factors(rng, self.friction, count),
                _factors(rng, self.restitution, count),
                strict=True,
            )
        ]


_EXACT = 1e-3  # octaves; constants that differ by less are the same
KNOWN = PuzzleBelief(TRUE)  # the track `copy`: the solver owns the constants of the game


def unknown(rng: np.random.Generator) -> PuzzleBelief:
    """The track `constants`: each constant is off by a factor between a half and two."""
    off = [float(2.0 ** rng.uniform(-1.0, 1.0)) for _ in range(3)]
    wrong = Constants(TRUE.gravity * off[0], TRUE.friction * off[1], TRUE.restitution * off[2])
    return PuzzleBelief(wrong, gravity=1.0, friction=1.0, restitution=1.0)


def _factors(rng: np.random.Generator, octaves: float, count: int) -> list[float]:
    """One factor from each of `count` equal parts of the range, in random order."""
    share = (rng.permutation(count) + rng.random(count)) / count
    return [float(factor) for factor in 2.0 ** (octaves * (2.0 * share - 1.0))]
