"""The values that pass between the stages of the search, and how few of many are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.method.local_region import LocalRegion
from bubbleball.model.prediction import PredictedEvent, Prediction

SOLVED = -1.0  # cost of a candidate that reaches the flag; less than any cost-to-go
CELL = 24.0  # px; candidates whose nearest points share a square of this size count as alike

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class PoseBatch:
    """Many poses for the same pieces.

    parts: the pieces.
    poses: candidates x parts x 3: x, y (px), angle (degrees).
    """

    parts: tuple[Part, ...]
    poses: Array

    @classmethod
    def of(cls, level: Level, placements: Sequence[Placement]) -> PoseBatch:
        """A batch of one candidate."""
        found = [(level.piece(p.piece), (p.x, p.y, p.angle)) for p in placements]
        known = [(part, pose) for part, pose in found if part is not None]
        return cls(
            tuple(part for part, _ in known),
            np.array([pose for _, pose in known], float).reshape(1, -1, 3),
        )

    def __len__(self) -> int:
        return len(self.poses)

    def placements(self, row: int) -> tuple[Placement, ...]:
        """One candidate as placements."""
        return tuple(
            Placement.at(part.id, pose)
            for part, pose in zip(self.parts, self.poses[row], strict=True)
        )

    def where(self, mask: Mask) -> PoseBatch:
        """Only the candidates that the mask keeps."""
        return PoseBatch(self.parts, self.poses[mask])

    def beside(self, others: PoseBatch) -> PoseBatch:
        """The same candidates, each with the one candidate of `others` in front of it."""
        fixed = np.tile(others.poses, (len(self), 1, 1))
        return PoseBatch((*others.parts, *self.parts), np.concatenate([fixed, self.poses], axis=1))


def merged(batches: Iterable[PoseBatch]) -> list[PoseBatch]:
    """One batch for each tuple of pieces; empty ones are left out."""
    groups: dict[tuple[Part, ...], list[Array]] = {}
    for batch in batches:
        if len(batch):
            groups.setdefault(batch.parts, []).append(batch.poses)
    return [PoseBatch(parts, np.concatenate(poses)) for parts, poses in groups.items()]


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A node of the beam.

    placements: the pieces placed so far.
    prediction: what the ball is predicted to do among them.
    local: where that leaves the Guide Path; None without a guide, or if it does not leave it.
    """

    placements: tuple[Placement, ...]
    prediction: Prediction
    local: LocalRegion | None = None

    @property
    def focus(self) -> Indices | None:
        """Frames of the path in the Local Region, where contacts are sampled."""
        return None if self.local is None else self.local.frames


class Sieved(NamedTuple):
    """A batch after the event chain.

    state: what it adds to. batch: the candidates that are worth stepping.
    rated: n x 3, of every candidate that meets the ball: where the Main Block is (px), and the
        least cost-to-go, `SOLVED` at the flag; the best first.
    """

    state: State
    batch: PoseBatch
    rated: Array


Sieve = Callable[[State, PoseBatch, CostToGo], Sieved]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A configuration rated by its cost-to-go (eq. 17).

    placements: all of them, the new ones last.
    added: how many are new.
    cost: least cost-to-go along the predicted path; `SOLVED` at the flag.
    x, y: the point of the path with that cost, px.
    """

    placements: tuple[Placement, ...]
    added: int
    cost: float
    x: float
    y: float

    @property
    def solved(self) -> bool:
        """Whether the ball is predicted to reach the flag."""
        return self.cost < 0

    @property
    def cell(self) -> tuple[object, ...]:
        """Equal for candidates that are alike: nearest points in one cell, and the same pieces."""
        return (*cell_of(self.x, self.y), frozenset(p.piece for p in self.placements))


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate rated by its distance from the Local Target Set (eq. 6).

    new: its placements, the Main Block last.
    cost: closest approach to the target's centre, px; 0 at the flag.
    """

    new: tuple[Placement, ...]
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A configuration that solves the level in the believed world.

    placements: all of them.
    path: n x 2, the ball's path under the mean belief, px.
    robustness: share of the sampled worlds in which it solves the level.
    spread: mean distance between the ball's paths in those worlds, px; the larger, the more a
        trial would teach.
    events: what the ball meets on the path.
    stability: the tilt (degrees) at which its wood starts to move; None if it moves anyway.
    spare: ids of pieces without any one of which it works under the mean belief, but in fewer of
        the other worlds.
    """

    placements: tuple[Placement, ...]
    path: Array
    robustness: float
    spread: float
    events: tuple[PredictedEvent, ...]
    stability: float | None = None
    spare: tuple[str, ...] = ()

    @property
    def main(self) -> Placement:
        """The Main Block: the last piece placed that the ball meets."""
        met = {event.part for event in self.events}
        touched = [p for p in self.placements if p.piece in met]
        return (touched or list(self.placements))[-1]

    @property
    def supports(self) -> tuple[Placement, ...]:
        """The Supporting Blocks: pieces that the ball never meets."""
        met = {event.part for event in self.events} | {self.main.piece}
        return tuple(p for p in self.placements if p.piece not in met)


@dataclass(slots=True)
class Spent:
    """What a search has cost so far, at each level of the hierarchy.

    chains: candidates rated by the event chain.
    steps: candidates rated by the stepper.
    releases: configurations of wood released in the believed world, without the ball.
    """

    chains: int = 0
    steps: int = 0
    releases: int = 0


def by_cost(candidate: Candidate | Rated) -> float:
    """Sort key: the best first."""
    return candidate.cost


def cell_of(x: float, y: float) -> tuple[int, int]:
    """The cell that a point lies in."""
    return int(x // CELL), int(y // CELL)


def few_per_cell(ranked: Iterable[T], cell: Callable[[T], Hashable], most: int) -> Iterator[T]:
    """The items in order, at most `most` for each value of `cell`."""
    crowd: Counter[Hashable] = Counter()
    for item in ranked:
        key = cell(item)
        crowd[key] += 1
        if crowd[key] <= most:
            yield item
