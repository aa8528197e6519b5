"""What every benchmark gives: lines of one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement.

    what: the thing measured.
    value: the finding, with its unit.
    limit: what it must not exceed, with its unit; empty where nothing is promised.
    holds: whether it does not.
    judged: False where the machine was too busy to tell.
    """

    what: str
    value: str
    limit: str = ""
    holds: bool = True
    judged: bool = True
