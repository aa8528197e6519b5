"""H-2: a throw as values: the blocks in motion, how the ball leaves them, and what was chosen."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.game.arrays import Array
from bubbleball.game.level import Part
from bubbleball.game.placement import Placement


@dataclass(frozen=True, slots=True, eq=False)
class LeverRest:
    """A lever at rest below the ball, and what a blow on its far end turns.

    placements: underpin (if any) and lever. lever: the part. hammers: the wood that is left.
    corners: of the lever where it rests, n x 2, px.
    meets: when the recorded ball would land on it, s.
    side: 1 if its far end is to the right of the ball, else -1.
    pivot: abscissa of what it turns about, px.
    inertia: its moment of inertia about the pivot.
    """

    placements: tuple[Placement, ...]
    lever: Part
    hammers: tuple[Part, ...]
    corners: Array
    meets: float
    side: float
    pivot: float
    inertia: float


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """A Main Block in motion, with its Supporting Blocks.

    placements: underpin (if any), lever, hammers; or one block that is let go.
    lever: id of the Main Block: the lever, or the block that is let go.
    share: of an impulse that goes to the ball, by the masses behind the lever.
    movers: ids of what moves. motion: frames x movers x 6, without the ball.
    """

    placements: tuple[Placement, ...]
    lever: str
    share: float
    movers: tuple[str, ...] = ()
    motion: Array | None = None


@dataclass(frozen=True, slots=True)
class Launch:
    """The ball as it leaves a moving Main Block.

    first, last: frames of the first contact (e1) and of the free ball (e2).
    x, y, vx, vy: the ball then, px and px/s.
    """

    first: int
    last: int
    x: float
    y: float
    vx: float
    vy: float


@dataclass(frozen=True, slots=True, eq=False)
class MovingBlockPlan:
    """A throw that was chosen.

    throw: the blocks.
    rating: mean distance from the flag over the shares that are possible, px.
    cost: distance from the flag at the share that is believed, or the rating if that is less, px.
    launch: how the ball leaves. predicted: frames x 5, its path. events: who it meets, and when.
    before: the ball when it is first touched: vx, vy.
    """

    throw: Throw
    rating: float
    cost: float
    launch: Launch
    predicted: Array
    events: tuple[tuple[str, int], ...]
    before: tuple[float, float]

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Underpin, lever and hammers."""
        return self.throw.placements

    @property
    def lever(self) -> str:
        """Id of the Main Block."""
        return self.throw.lever
