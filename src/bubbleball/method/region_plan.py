"""What the paper's method decides in one Local Region, and which region it works in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bubbleball.game.arrays import Array, Mask
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.local_region import LocalRegion, local_region
from bubbleball.method.throw_plan import MovingBlockPlan


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """The settings of the method; `docs/paper.md` gives the reasons.

    epsilon_1: px; nearer than this the ball follows the Guide Path.
    epsilon_2: px, tried in this order: the largest Local Region in which one Main Block reaches
        the Local Target Set is taken.
    near: px; epsilon_1 where the ball follows the guide to within epsilon_1 and misses the flag.
    fewest: frames of the recorded trajectory; in a region with fewer no contact has room.
    epsilon: px, the radius of the Local Target Set.
    regions_per_trial: Local Regions worked on before a trial is spent, the predicted trajectory
        standing in for the recorded one from the second on; the paper's is 1.
    retreats: how often, before a trial is spent, a region is worked on again because no Main Block
        reaches the next one.
    learning: whether H-3 corrects β.
    """

    epsilon_1: float = 30.0
    epsilon_2: tuple[float, ...] = (600.0, 300.0, 200.0, 120.0, 80.0)
    near: float = 5.0
    fewest: int = 5
    epsilon: float = 30.0
    regions_per_trial: int = 8
    retreats: int = 4
    learning: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class RegionPlan:
    """What was decided in one Local Region.

    base: what stood before. path: the trajectory that was to be changed, frames x 5.
    local: the region. new: the placements, the Main Block last; of a throw, the lever is main.
    main: id of the Main Block. cost: predicted distance from the target, px.
    predicted: frames x 5, what should happen. events: who is met, and in which frame.
    throw: how a Main Block in motion was found, else None.
    """

    base: tuple[Placement, ...]
    path: Array
    local: LocalRegion
    new: tuple[Placement, ...]
    main: str
    cost: float
    predicted: Array
    events: tuple[tuple[str, int], ...]
    throw: MovingBlockPlan | None = None

    @property
    def aim(self) -> tuple[float, float]:
        """The centre of the Local Target Set, px."""
        return self.local.region.target_x, self.local.region.target_y

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Everything that stands after this step."""
        return (*self.base, *self.new)

    @property
    def main_block(self) -> Placement:
        """Where the Main Block starts."""
        return next(placement for placement in self.new if placement.piece == self.main)

    def missed(self, trial: Trial) -> float:
        """How far a trial passed from the centre of the Local Target Set, px."""
        return float(np.hypot(*(trial.ball[:, :2] - self.aim).T).min())


def nested_regions(
    path: Array, guide: Array, settings: PaperSettings
) -> Iterator[tuple[float, LocalRegion]]:
    """The Local Regions of Definition 1 for every ε₂, the largest first, each once.

    Where the Guide Path crosses a region several times its last point inside may lie behind a
    wall. Then the ends of its earlier crossings follow as targets. A target that the ball passes
    as things stand needs no block, unless it is the last one.
    """
    seen: set[object] = set()
    for epsilon_2 in settings.epsilon_2:
        local = local_region(path[:, :2], guide, settings.epsilon_1, epsilon_2)
        if local is None or len(local.frames) < settings.fewest:
            local = local_region(path[:, :2], guide, settings.near, epsilon_2)
        if local is None:
            continue
        for each in (local, *_earlier_crossings(local, guide)):
            if each.region not in seen:
                seen.add(each.region)
                if _is_final(each, guide) or passed_by(each, path) > settings.epsilon:
                    yield epsilon_2, each


def passed_by(local: LocalRegion, path: Array) -> float:
    """How far from the target of a region the ball passes as things stand, px."""
    aim = local.region.target_x, local.region.target_y
    return float(np.hypot(*(path[:, :2] - aim).T).min())


def _is_final(local: LocalRegion, guide: Array) -> bool:
    """Whether the target of a region is the end of the Guide Path."""
    return bool(np.allclose(guide[-1], (local.region.target_x, local.region.target_y)))


def _earlier_crossings(local: LocalRegion, guide: Array) -> Iterator[LocalRegion]:
    """The same region with the end of an earlier crossing as target, the last one first."""
    region = local.region
    inside = (guide >= (region.left, region.top)) & (guide <= (region.right, region.bottom))
    crossing: Mask = np.asarray(inside.all(axis=1), np.bool_)
    ends = np.flatnonzero(crossing[:-1] & ~crossing[1:])[::-1].tolist()
    for end in ends:
        if crossing[end + 1 :].any():
            x, y = guide[end].tolist()
            points = guide[: end + 1][crossing[: end + 1]]
            yield replace(local.aimed_at(x, y), guide=points)
