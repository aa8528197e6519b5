"""Random choices, by the names that families use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Stream:
    """One stream of random choices."""

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    @classmethod
    def of(cls, *words: str | int) -> Stream:
        """The stream that belongs to these words and to nothing else."""
        text = " ".join(map(str, ("bubbleball", *words)))
        return cls(np.random.default_rng(list(text.encode())))

    def between(self, low: float, high: float) -> float:
        """A real number."""
        return float(self.generator.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return int(self.generator.integers(low, high + 1))

    def chance(self, share: float) -> bool:
        """True with that probability."""
        return bool(self.generator.random() < share)

    def pick(self, options: Iterable[T]) -> T:
        """One of the options."""
        choices = list(options)
        return choices[int(self.generator.integers(len(choices)))]

    def shuffled(self, options: Iterable[T]) -> list[T]:
        """All of the options in random order."""
        choices = list(options)
        return [choices[int(number)] for number in self.generator.permutation(len(choices))]
