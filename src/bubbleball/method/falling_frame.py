"""H-2: wood that has to be somewhere at some moment (eq. 18).

Seen from a block that falls freely, the block is at rest, and the ball moves along another path.
A contact drawn on that path is a contact in motion, and the pose of the block is the one from which
it is let go: timing needs no variable of its own. Where gravity turns, it turns for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import PIXELS_PER_METRE, Physics
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import PoseBatch, State
from bubbleball.method.contact_sampling import contact_poses, on_screen
from bubbleball.method.legality import fitting
from bubbleball.model.columns import UP, VY, Y
from bubbleball.model.limits import STEP


def falling_frame(path: Array, gravity: float) -> Array:
    """A path (frames x 6) as a block sees it that falls from the first frame on.

    gravity: px/s².
    """
    pull = np.where(path[:, UP] > 0, -gravity, gravity)
    speed = np.concatenate([[0.0], np.cumsum(pull[:-1]) * STEP])  # as Box2D integrates
    seen = path.copy()
    seen[:, Y] -= np.cumsum(speed) * STEP
    seen[:, VY] -= speed
    return seen


def struck(
    level: Level, states: Sequence[State], physics: Physics, rng: np.random.Generator, count: int
) -> Iterator[tuple[Placement, ...]]:
    """Configurations in which one more piece of wood falls and meets the ball on its way.

    states: what stands, and the ball's path with it. count: draws in all.
    """
    gravity = physics.gravity * PIXELS_PER_METRE
    pairs = [(state, part) for state in states for part in _wooden(level, state)]
    for state, part in pairs:
        path = falling_frame(state.prediction.path, gravity)
        if not on_screen(path).any():
            continue
        poses = contact_poses(part, path, rng, max(1, count // len(pairs)))
        batch = fitting(level, state.placements, PoseBatch((part,), poses[:, None]))
        for row in range(len(batch)):
            yield (*state.placements, *batch.placements(row))


def _wooden(level: Level, state: State) -> list[Part]:
    placed = {placement.piece for placement in state.placements}
    return [part for part in level.one_of_each(placed) if part.kind.wooden]
