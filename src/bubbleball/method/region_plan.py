"""What the paper's method decides in one Local Region, and which region it works in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
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
    epsilon: px, the radius of the Local Target Set.
    regions_per_trial: Local Regions worked on before a trial is spent, the predicted trajectory
        standing in for the recorded one from the second on; the paper's is 1.
    learning: whether H-3 corrects β.
    """

    epsilon_1: float = 30.0
    epsilon_2: tuple[float, ...] = (600.0, 300.0, 200.0, 120.0, 80.0)
    near: float = 5.0
    epsilon: float = 30.0
    regions_per_trial: int = 8
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

    def missed(self, trial: Trial) -> float:
        """How far a trial passed from the centre of the Local Target Set, px."""
        return float(np.hypot(*(trial.ball[:, :2] - self.aim).T).min())


def ball_path(trial: Trial) -> Array:
    """A recorded trajectory as rows x, y, vx, vy, gravity up; after a power-up's effect."""
    path = np.column_stack([trial.ball, np.zeros(len(trial.ball))])
    for effect in trial.effects:
        path[effect.frame, :2] = effect.position_after
        path[effect.frame, 2:4] = effect.velocity_after
        path[effect.frame :, 4] = effect.gravity_up
    return path


def nested_regions(
    path: Array, guide: Array, settings: PaperSettings
) -> Iterator[tuple[float, LocalRegion]]:
    """The Local Regions of Definition 1 for every ε₂, the largest first, each once."""
    seen: set[object] = set()
    for epsilon_2 in settings.epsilon_2:
        local = local_region(path[:, :2], guide, settings.epsilon_1, epsilon_2)
        if local is None:
            local = local_region(path[:, :2], guide, settings.near, epsilon_2)
        if local is not None and local.region not in seen:
            seen.add(local.region)
            yield epsilon_2, local
