"""What a certificate says, as values and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bubbleball.check.advice import Advice
from bubbleball.files.document import placements_data
from bubbleball.game.placement import Placement

_Z = 1.959964  # two-sided 95 %
_RARE = 5.0  # decades of rarity that earn the full weight
_BEYOND = 0.5  # points for each decade beyond them
_MANY = 4  # further pieces; more of them do not make a level harder

# How much each cause of difficulty weighs; together 10.
RARITY, FRAGILITY, PIECES, LONELINESS, DECOYS = 5.0, 2.0, 1.5, 1.0, 0.5


class Verdict(StrEnum):
    """What is known about a level."""

    SOLVABLE = "solvable"
    NOT_YET = "not-yet"
    TRIVIAL = "trivial"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Share:
    """A share estimated from a sample.

    solved, trials: how many of how many.
    """

    solved: int
    trials: int

    @property
    def estimate(self) -> float | None:
        """Solved over trials; None for an empty sample."""
        return self.solved / self.trials if self.trials else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the true share."""
        if not self.trials:
            return 0.0, 1.0
        n, share = self.trials, self.solved / self.trials
        centre = share + _Z**2 / (2 * n)
        spread = _Z * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
        scale = 1 + _Z**2 / n
        return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass(frozen=True, slots=True)
class KnownSolution:
    """One solution of a level.

    placements: only the pieces that it needs.
    jitters: how many of how many copies, moved by up to 1 px and 1 degree, still win.
    touched: ids of the first parts that the ball meets, in order.
    seconds: of game time until the flag.
    """

    placements: tuple[Placement, ...]
    jitters: Share
    touched: tuple[str, ...]
    seconds: float

    @property
    def robustness(self) -> float:
        """Share of the jittered copies that still win; 0 where none was tried."""
        return self.jitters.estimate or 0.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """All that plain search found about a level.

    level: its name.
    verdict: what is known.
    reason: the verdict in a sentence.
    solutions: different ones, the most robust first.
    luck: how many random legal placements win.
    idle: ids of the pieces that no known solution needs; empty while there is none.
    difficulty: 0 easy to 10 hard; None while unknown.
    advice: for the level's designer.
    trials: run in the search.
    seed: of the search.
    interrupted: whether Ctrl-C ended the search.
    """

    level: str
    verdict: Verdict
    reason: str
    solutions: tuple[KnownSolution, ...] = ()
    luck: Share = Share(0, 0)
    idle: tuple[str, ...] = ()
    difficulty: float | None = None
    advice: tuple[Advice, ...] = ()
    trials: int = 0
    seed: int = 0
    interrupted: bool = False

    def as_data(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "level": self.level,
            "verdict": str(self.verdict),
            "reason": self.reason,
            "difficulty": self.difficulty,
            "random": _share_data(self.luck),
            "solutions": [
                {
                    "placements": placements_data(solution.placements),
                    "robustness": _share_data(solution.jitters),
                    "touched": list(solution.touched),
                    "seconds": solution.seconds,
                }
                for solution in self.solutions
            ],
            "idle": list(self.idle),
            "advice": [
                {"topic": str(a.topic), "text": a.text, "parts": list(a.parts), "fatal": a.fatal}
                for a in self.advice
            ],
            "trials": self.trials,
            "seed": self.seed,
            "interrupted": self.interrupted,
        }


def difficulty(
    solutions: Sequence[KnownSolution], luck: Share, idle: int, pieces: int, odds: float = 1.0
) -> float:
    """From 0 to 10, for a level with a known solution: a weighted sum of five causes in 0 to 1.

    Rarity: decades by which random placements fail, out of 5; if none of the sample wins, from
    `odds` if they are lower than the sample can show. Every decade beyond 5 adds half a point.
    Fragility: share of the jitters that break the most robust solution. Pieces: those beyond the
    first that the smallest solution needs, out of 4. Loneliness: one over the number of solutions.
    Decoys: share of pieces never needed.
    """
    # Half a win and half a failure more, so that a sample without a win does not mean impossible.
    typical = (luck.solved + 0.5) / (luck.trials + 1)
    if not luck.solved:
        typical = min(typical, odds)
    fewest = min(len(solution.placements) for solution in solutions)
    decades = -math.log10(typical)
    value = (
        RARITY * min(1.0, decades / _RARE)
        + _BEYOND * max(0.0, decades - _RARE)
        + FRAGILITY * (1 - max(solution.robustness for solution in solutions))
        + PIECES * min(1.0, max(0, fewest - 1) / _MANY)
        + LONELINESS / len(solutions)
        + DECOYS * idle / max(1, pieces)
    )
    return round(min(10.0, value), 2)


def _share_data(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {
        "solved": share.solved,
        "trials": share.trials,
        "share": share.estimate,
        "low": low,
        "high": high,
    }
