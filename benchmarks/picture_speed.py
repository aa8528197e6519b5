"""How long pictures take: `python benchmarks/picture_speed.py`."""

from __future__ import annotations

import time
from collections.abc import Callable

from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.render import draw, gif_of_trials, thumbnail_svg, to_png, to_svg

LEVEL = Level(
    Ball(40, 120),
    Flag(440, 275),
    scenery=(
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("ramp", Kind.GROUND, 80, 190, 150, 15, 25),
        *(
            Part(f"box{n}", Kind.WOOD, 250 + 5 * n, 287 - 26 * n, 40, 25, loose=True)
            for n in range(5)
        ),
    ),
    pieces=(Part("bar", Kind.METAL, 75, 20, 150, 25),),
)


def best(what: str, work: Callable[[], object], repeats: int = 5) -> None:
    """Print the least processor time of several runs."""
    times = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    print(f"{what:34} {1000 * min(times):8.1f} ms")


def main() -> None:
    """Time each kind of picture once."""
    trial = Game(LEVEL).play()
    frames = int(trial.seconds * 30) + 1
    best("SVG of a trial", lambda: to_svg(draw(LEVEL, trial=trial)))
    best("SVG thumbnail", lambda: thumbnail_svg(LEVEL))
    best("PNG of a trial, 960 px wide", lambda: to_png(draw(LEVEL, trial=trial)))
    best(
        f"GIF of {frames} frames, 5 moving boxes", lambda: gif_of_trials([(LEVEL, (), trial, None)])
    )


if __name__ == "__main__":
    main()
