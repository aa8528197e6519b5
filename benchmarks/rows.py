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
    """

    what: str
    value: str
    limit: str = ""
    holds: bool = True
