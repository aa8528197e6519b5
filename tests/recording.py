"""Records of solves that a test has played."""

from __future__ import annotations

from collections.abc import Iterable

from bubbleball.method.explanation import Thought
from bubbleball.play.record import SolveRecord
from bubbleball.play.step import Step
from bubbleball.play.tally import Tally


def record_of(events: Iterable[Thought | Step], start: SolveRecord) -> SolveRecord:
    """Follow a solve to its end and record it."""
    tally = Tally(start)
    for event in events:
        tally.add(event)
    return tally.record()
