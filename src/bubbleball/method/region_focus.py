"""H-1: how much, and which part, of a coarse grid the Local Region leaves to look at.

Contacts are drawn as densely in the region as along a path without one. Where wood rests is known
for the whole level; a search takes a few of these poses, most of them where the ball's path in the
region leads, a fixed share anywhere on its path.
"""

from __future__ import annotations

import numpy as np

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.method.candidates import PoseBatch, State
from bubbleball.method.contact_sampling import ELSEWHERE, on_screen, travel_chance

TOGETHER = 64  # points of a path compared at once
REACH = 4.0  # px beyond a block's outline within which its place counts as on the path


def share_to_look_at(state: State) -> float:
    """How much of the contacts of a whole path a search in a state's Local Region needs."""
    path, region = state.prediction.path, state.focus
    if region is None or not on_screen(path[region]).any():
        return 1.0
    chance = travel_chance(path)
    return ELSEWHERE + (1 - ELSEWHERE) * float(chance[region].sum() / chance.sum())


def focused(batch: PoseBatch, state: State, rng: np.random.Generator, count: int) -> PoseBatch:
    """Up to `count` candidates whose Main Block the path of a state meets."""
    path, part = state.prediction.path, batch.parts[-1]
    reach = float(np.hypot(part.width, part.height)) / 2 + BALL_RADIUS + REACH
    places = batch.poses[:, -1, :2]
    anywhere = _near(places, path[on_screen(path), :2], reach)
    inside = anywhere
    if state.focus is not None:
        inside = _near(places, path[state.focus, :2], reach)
    few = round(ELSEWHERE * count)
    shares = ((inside, count - few), (anywhere & ~inside, few))
    rows = np.concatenate([_some_of(np.flatnonzero(mask), most, rng) for mask, most in shares])
    return PoseBatch(batch.parts, batch.poses[rows])


def _near(places: Array, path: Array, reach: float) -> Mask:
    """Which places (n x 2) lie within reach of a path (m x 2)."""
    if not len(path) or not len(places):
        return np.zeros(len(places), np.bool_)
    near = np.zeros(len(places), np.bool_)
    for part in np.array_split(path, -(-len(path) // TOGETHER)):
        left = np.flatnonzero(~near)
        dx, dy = (np.subtract.outer(places[left, axis], part[:, axis]) for axis in (0, 1))
        near[left] = (dx * dx + dy * dy < reach * reach).any(axis=1)
    return near


def _some_of(rows: Indices, most: int, rng: np.random.Generator) -> Indices:
    """A random selection without repetition, in order."""
    if len(rows) <= most:
        return rows
    return np.sort(rng.choice(rows, most, replace=False))
