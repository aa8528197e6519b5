"""How long the map of where a piece would work takes; prints the sentence of docs/studio.md.

    python benchmarks/heat_map.py

Every piece of every classic level, once alone and once beside a random legal placement of the
others. Times are processor time, so other work on the machine matters little.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from bubbleball.files.packs import load_level, pack
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.method.heat_map import heat_map

SEED = 19


def seconds(level: Level, others: tuple[Placement, ...], piece: str) -> float:
    """Processor seconds of one map."""
    began = time.process_time()
    heat_map(level, others, piece, 0.0, REAL)
    return time.process_time() - began


def main() -> None:
    """Draw every map and print the times."""
    rng = np.random.default_rng(SEED)
    first = load_level("classic/1")
    seconds(first, (), first.pieces[0].id)  # loads the compiled models
    found = []
    for level in map(load_level, pack("classic")):
        placer = Placer(level)
        for piece in level.pieces:
            found.append(seconds(level, (), piece.id))
            found.append(seconds(level, placer.draw(rng), piece.id))
    print(
        f"{len(found)} maps: median {statistics.median(found):.2f} s, longest {max(found):.2f} s, "
        f"{sum(each > 2 for each in found)} over 2 s"
    )


if __name__ == "__main__":
    main()
