"""How well failed attempts are repaired; prints the table of docs/studio.md.

    python benchmarks/coach.py

Fifty failed attempts each on the packs classic and workshop: the levels in turn, random legal
placements of the benchmark's own draws that do not reach the flag. Each is repaired, and compared
with the placement that the solver finds for the level on its own, equal pieces exchanged so that
they are moved least. Times are processor time, so other work on the machine matters little.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice

import numpy as np

from bubbleball.files.packs import load_level, pack
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.method.change import change_px, with_equal_pieces_swapped
from bubbleball.play.coach import repair
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import DEFAULT_SOLVER, make_solver

ATTEMPTS = 50  # of each pack
SEED = 19


@dataclass(frozen=True)
class Result:
    """One failed attempt.

    px: how far the repair moves the pieces; None without a repair.
    own_px: how far the solver's own solution would; None if it finds none.
    seconds: of processor time that the repair took.
    """

    px: float | None
    own_px: float | None
    seconds: float

    @property
    def no_farther(self) -> bool:
        """Whether the repair moves the pieces no farther than the solver's own solution."""
        return self.px is not None and (self.own_px is None or self.px <= self.own_px)


def failed_attempt(game: Game, rng: np.random.Generator) -> Trial:
    """A random legal placement that does not reach the flag."""
    placer = Placer(game.level)
    while True:
        trial = game.play(placer.draw(rng))
        if not trial.solved:
            return trial


@cache
def own_solution(name: str) -> tuple[Placement, ...] | None:
    """What the solver finds when it starts from the empty level."""
    level = load_level(name)
    for event in solve(Game(level), make_solver(DEFAULT_SOLVER, level)):
        if isinstance(event, Step) and event.trial.solved:
            return event.placements
    return None


def measured(name: str, rng: np.random.Generator) -> Result:
    """Repair one failed attempt on one level."""
    level = load_level(name)
    attempt = failed_attempt(Game(level), rng)
    began = time.process_time()
    found = repair(Game(level), attempt)
    seconds = time.process_time() - began
    own = own_solution(name)
    if own is not None:
        own = with_equal_pieces_swapped(level, attempt.placements, own)
    return Result(
        None if found is None else change_px(level, attempt.placements, found.placements),
        None if own is None else change_px(level, attempt.placements, own),
        seconds,
    )


def main() -> None:
    print("| pack | repaired | no farther than the solver | median px | median s | 90 % s |")
    print("|---|---|---|---|---|---|")
    repair(*_warm_up())  # compiled models are loaded once a process
    for name in ("classic", "workshop"):
        rng = np.random.default_rng(SEED)
        results = [measured(level, rng) for level in islice(cycle(pack(name)), ATTEMPTS)]
        moved = [result.px for result in results if result.px is not None]
        times = [result.seconds for result in results]
        nearer = sum(result.no_farther for result in results)
        print(
            f"| {name} | {len(moved)} of {len(results)} | {nearer} of {len(results)} | "
            f"{statistics.median(moved):.0f} | {statistics.median(times):.2f} | "
            f"{statistics.quantiles(times, n=10)[-1]:.2f} |",
            flush=True,
        )


def _warm_up() -> tuple[Game, Trial]:
    game = Game(load_level("classic/2"))
    return game, game.play()


if __name__ == "__main__":
    main()
