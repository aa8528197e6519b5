"""What every benchmark returns: rows of one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement.

    what: the thing measured.
    value: the result, with its unit.
    limit: the bound to keep, with its unit; empty if nothing is promised.
    holds: whether the limit is kept.
    judged: False if the machine was too busy to judge it.
    """

    what: str
    value: str
    limit: str = ""
    holds: bool = True
    judged: bool = True
