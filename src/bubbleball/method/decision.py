"""H-2: the decision between choices that were run in sampled worlds, in any game (eq. 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np

from bubbleball.game.arrays import Array

FRAGILE = 0.35  # robustness below which the most informative choice is tried instead


class Decidable(Protocol):
    """A choice of any game: how likely it is to work, and how much its failure would teach."""

    @property
    def robustness(self) -> float:
        """Share of sampled worlds in which it works."""

    @property
    def spread(self) -> float:
        """How far its runs in these worlds are apart."""


Option = TypeVar("Option", bound=Decidable)


def best_of(choices: Sequence[Option]) -> Option | None:
    """The most robust choice (eq. 19); the most informative one if none is robust."""
    if not choices:
        return None
    robust = max(choices, key=lambda c: c.robustness)
    return robust if robust.robustness >= FRAGILE else max(choices, key=lambda c: c.spread)


def mean_gap(a: Array, b: Array) -> float:
    """Mean distance of two paths over their common frames, px."""
    frames = min(len(a), len(b))
    return float(np.hypot(*(a[:frames, :2] - b[:frames, :2]).T).mean())
