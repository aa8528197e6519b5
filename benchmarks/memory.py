"""Memory over many trials: the process must not grow."""

from __future__ import annotations

import gc
from pathlib import Path

from rows import Row
from trial_speed import level_2, ten_boxes

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.world import simulate

TRIALS = 20_000
LIMIT = 2.0  # MB; leaking one small object a trial would exceed it


def resident() -> float:
    """Memory of this process, MB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not report the memory of a process")


def busy() -> tuple[Level, tuple[()], Physics]:
    """Build a short trial with every form and several power-ups."""
    parts = [
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("disc", Kind.WOOD, 200, 250, 40, 40, form=Form.CIRCLE, loose=True),
        Part("wedge", Kind.WOOD, 300, 250, 75, 75, form=Form.TRIANGLE, loose=True),
        Part("lever", Kind.CATAPULT, 100, 280, 125, 25, loose=True),
        Part("push", Kind.SPEEDUP_RIGHT, 60, 200),
        Part("slow", Kind.SLOWDOWN, 160, 200),
    ]
    return Level(Ball(60, 180), Flag(170, 250), tuple(parts)), (), REAL


def measure(trials: int = TRIALS) -> list[Row]:
    if not Path("/proc/self/status").exists():
        return []
    scenes = [level_2(), busy()]
    for _ in range(300):  # caches fill and the allocator settles
        for scene in scenes:
            simulate(*scene)
    simulate(*ten_boxes(struck=False))
    gc.collect()
    before = resident()
    for number in range(trials):
        simulate(*scenes[number % len(scenes)])
    gc.collect()
    grown = resident() - before
    return [
        Row(
            f"memory gained over {trials:,} trials",
            f"{grown:.1f} MB",
            f"{LIMIT} MB",
            grown <= LIMIT,
        )
    ]


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
