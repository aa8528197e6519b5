"""One parameter of a belief, as a value to show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """One physical parameter as believed.

    name: as in `Physics` or `Residual`.
    mean: best value. low, high: 95 % band.
    evidence: number of observations behind it; 0 means the prior stands.
    """

    name: str
    mean: float
    low: float
    high: float
    evidence: int
