"""Straighten a random path without moving it across an obstacle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bubbleball.method.guide_path.roadmap import word_of
from bubbleball.method.guide_path.space import FreeSpace

Array = NDArray[np.float64]


def shortened(space: FreeSpace, path: Array) -> Array:
    """The corners that remain after all shortcuts within the homotopy class."""
    corners = [path[0]]
    here = 0
    while here < len(path) - 1:
        ahead = np.arange(len(path) - 1, here, -1)
        clear = space.clear(np.tile(path[here], (len(ahead), 1)), path[ahead])
        here = next(
            (
                int(there)
                for there in ahead[clear]
                if word_of(path[[here, there]], space.holes)
                == word_of(path[here : there + 1], space.holes)
            ),
            here + 1,
        )
        corners.append(path[here])
    return np.array(corners)
