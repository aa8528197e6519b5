"""Many levels on all cores: which ones, and how they come in."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from bubbleball.certify.workers import Workers
from bubbleball.errors import GenerateError
from bubbleball.files.document import Document
from bubbleball.generate import generate


@dataclass(frozen=True, slots=True)
class Order:
    """One level asked for; what it becomes depends on nothing else.

    family, seed, index: which level.
    low, high: its difficulty, at least and at most.
    """

    family: str
    seed: int
    index: int
    low: float = 0.0
    high: float = 10.0

    @property
    def stem(self) -> str:
        """A file name for it, without suffix."""
        return f"{self.family}-{self.seed}-{self.index}"


Made = tuple[Order, Document | GenerateError]


def orders(
    families: Sequence[str], count: int, seed: int, difficulty: tuple[float, float] = (0.0, 10.0)
) -> tuple[Order, ...]:
    """Orders for `count` levels, the families taking turns."""
    return tuple(
        Order(families[number % len(families)], seed, number // len(families), *difficulty)
        for number in range(count)
    )


def generate_many(
    wanted: Sequence[Order], workers: int | None = None
) -> Generator[Made, None, None]:
    """Every order with its level, or with the reason why there is none, as they get ready.

    Closing the iterator drops the orders that no worker has begun.
    """
    count = workers if len(wanted) > 1 else 1
    with Workers(count, stop_at_interrupt=True) as pool:
        yield from pool.as_ready(fill, wanted)


def fill(order: Order) -> Made:
    """The order's level, or the reason why there is none."""
    try:
        difficulty = (order.low, order.high)
        return order, generate(order.family, order.seed, order.index, difficulty)
    except GenerateError as error:
        return order, error
