"""Many levels on all cores: which ones, and how they come in."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from bubbleball.certify.workers import WORKER_DIED
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
    """So many levels, the families taking turns."""
    return tuple(
        Order(families[number % len(families)], seed, number // len(families), *difficulty)
        for number in range(count)
    )


def generate_many(
    wanted: Sequence[Order], workers: int | None = None
) -> Generator[Made, None, None]:
    """Every order with its level, or with the reason why there is none, as they get ready.

    Closing the iterator drops what has not been begun.
    """
    workers = workers or os.cpu_count() or 1
    if workers == 1 or len(wanted) < 2:
        yield from map(fill, wanted)
        return
    pool = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),  # a fork may hang where threads run
        initializer=_end_at_once_when_interrupted,
    )
    try:
        for future in as_completed([pool.submit(fill, order) for order in wanted]):
            yield future.result()
    except BrokenProcessPool:
        raise GenerateError(WORKER_DIED) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def fill(order: Order) -> Made:
    """The order's level, or the reason why there is none."""
    try:
        difficulty = (order.low, order.high)
        return order, generate(order.family, order.seed, order.index, difficulty)
    except GenerateError as error:
        return order, error


def _end_at_once_when_interrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
