"""Candidates a second of the closed-form event chain and of the stepping kernel, on one core.

    python benchmarks/events.py

Contacts are sampled as the search samples them: metal planks and triangles that touch the ball's
own path, in every shipped level. A chain starts where the candidate comes near and runs over four
events (contacts; the flights and slides between them come on top). Processor time, not wall clock.
"""

from __future__ import annotations

import os
import time

import numpy as np
from rows import Row

from bubbleball.files import packs
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import REAL
from bubbleball.method.contact_sampling import contact_poses
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.model.beta import beta_vector
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.stepper.predict import StepPredictor

CANDIDATES = 5_000
EVENTS = 4
PIECES = (
    Part("bench-plank", Kind.METAL, 100, 40, 150, 25),
    Part("bench-triangle", Kind.METAL, 100, 40, 75, 75, form=Form.TRIANGLE),
)


def speeds() -> tuple[float, float]:
    """Candidates a second of processor time: the event chain and the kernel."""
    beta = beta_vector(REAL)
    events = steps = 0.0
    count = 0
    rng = np.random.default_rng(0)
    for warm, names in ((True, packs.names()[:1]), (False, packs.names())):
        for name in names:
            level = packs.load_level(name)
            predictor = StepPredictor(level, cost_to_go(level).layers)
            chain = EventPredictor(level, (level.flag.x, level.flag.y), events=EVENTS)
            path = predictor.one((), REAL).path
            for piece in PIECES:
                poses = contact_poses(piece, path, rng, CANDIDATES)
                began = time.process_time()
                chain.many((), (piece,), poses[:, None], beta, path)
                middle = time.process_time()
                predictor.many((), (piece,), poses[:, None], beta, path)
                if not warm:
                    events += middle - began
                    steps += time.process_time() - middle
                    count += len(poses)
    return count / events, count / steps


def measure() -> list[Row]:
    chain, kernel = speeds()
    load = os.getloadavg()[0]
    return [
        Row(f"closed-form event chain; load {load:.1f}", f"{chain:,.0f} candidates/s",
            "300,000 or more", chain >= 300_000),
        Row(f"stepping kernel; load {load:.1f}", f"{kernel:,.0f} candidates/s",
            "75,000 or more", kernel >= 75_000),
    ]  # fmt: skip


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (asked: {row.limit})")
