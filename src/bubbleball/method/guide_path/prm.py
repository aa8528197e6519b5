"""The probabilistic road map: random free points, joined to their neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from bubbleball.method.guide_path.roadmap import build, shortest_paths
from bubbleball.method.guide_path.shorten import shortened
from bubbleball.method.guide_path.space import FreeSpace

Array = NDArray[np.float64]

POINTS = 600  # on a screen of 480 x 320 px, on average 16 px apart
NEIGHBOURS = 12


def find(space: FreeSpace, planner: str, seed: int, paths: int) -> list[list[Array]]:
    """The shortest paths of up to `paths` classes in a road map drawn from the seed."""
    if space.goal.is_empty:
        return []
    rng = np.random.default_rng(seed)
    left, top, right, bottom = space.box
    drawn = rng.uniform((left, top), (right, bottom), (POINTS, 2))
    drawn = drawn[space.free(drawn)]
    points = np.concatenate([space.start[None], drawn])
    _, near = cKDTree(points).query(points, k=min(NEIGHBOURS + 1, len(points)))
    near = np.asarray(near).reshape(len(points), -1)
    one = np.repeat(np.arange(len(points)), near.shape[1])
    pairs = np.sort(np.column_stack([one, near.ravel()]), axis=1)
    pairs = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    found = shortest_paths(space, build(space, drawn, pairs), paths)
    return [[shortened(space, leg) for leg in legs] for legs in found]
