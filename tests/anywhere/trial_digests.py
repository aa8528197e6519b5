"""Digests of trials with the engine that this interpreter finds; run as a program."""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from bubbleball.files import packs
from bubbleball.game.engine import ENGINE
from bubbleball.game.physics import REAL
from bubbleball.game.placing import Placer
from bubbleball.game.world import simulate


def digests(each: int) -> list[str]:
    """A line for each shipped level: a digest of `each` random trials and of the empty run."""
    lines = []
    for name in packs.names():
        level = packs.load_level(name)
        placer, rng = Placer(level), np.random.default_rng(3)
        total = hashlib.sha256()
        for placements in [(), *(placer.draw(rng) for _ in range(each))]:
            trial = simulate(level, placements, REAL)
            total.update(trial.ball.tobytes() + trial.moves.tobytes())
            total.update(repr((trial.outcome, trial.contacts, trial.effects)).encode())
        lines.append(f"{name} {total.hexdigest()}")
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join([ENGINE, *digests(int(sys.argv[1]))]) + "\n")
