"""What each stage contributes: the default solver with one of them switched off at a time.

    python benchmarks/ablation.py [--every N] [--write] [NAME ...]

`--every N` takes every Nth run of each set only; `--write` puts the table into docs/ablation.md.
NAMEs of variants take only these. All of it takes hours on one core, `--every 8` a quarter of one.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass, replace
from pathlib import Path

from bubbleball.bench.runs import Item
from bubbleball.bench.suites import load_suite
from bubbleball.errors import BubbleBallError
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.method.beam import Effort
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.robust_choice import ChoiceSettings
from bubbleball.method.search_rounds import SearchSettings
from bubbleball.play.loop import solve
from bubbleball.solvers.hierarchical import Hierarchical, HierarchicalSettings

PAGE = Path(__file__).parents[1] / "docs" / "ablation.md"
FULL, SEARCH = HierarchicalSettings(), SearchSettings()
VARIANTS = {
    "nothing": FULL,
    "no Guide Path": replace(FULL, classes=0),
    "one class of Guide Paths": replace(FULL, classes=1),
    "no Local Region": replace(FULL, search=replace(SEARCH, effort=Effort(region=False))),
    "no event chain": replace(FULL, events=False),
    "no recorded start": replace(FULL, recorded=False),
    "no check in the believed world": replace(FULL, search=replace(SEARCH, check=False)),
    "no robust choice": replace(FULL, search=replace(SEARCH, robust=False)),
    "no hardening": replace(FULL, search=replace(SEARCH, choice=ChoiceSettings(hardened=False))),
    "no throws": replace(FULL, search=replace(SEARCH, throws=False)),
    "no residual": replace(FULL, residual=False),
    "no learning": replace(FULL, learning=False),
}
SETS = {  # name: suites
    "hard levels": ("classic", "expert"),
    "constants": ("unknown-physics",),
    "structure": ("structure:drag", "structure:wind", "structure:spin", "structure:random:3"),
}
MAX_TRIALS = 5
SEARCHED = {MethodStage.COARSE, MethodStage.FINE}


@dataclass(frozen=True)
class AblationRun:
    """One solve.

    solved: whether it succeeded. trials: how many it took.
    candidates: rated by event chains or the stepping model. runs: of the believed world.
    seconds: of processor time.
    """

    solved: bool
    trials: int
    candidates: int
    runs: int
    seconds: float


def run(item: Item, settings: HierarchicalSettings) -> AblationRun:
    began = time.process_time()
    solver = Hierarchical(item.level, seed=1, settings=settings)
    trials = candidates = runs = 0
    solved = False
    try:
        for event in solve(game(item), solver, max_trials=MAX_TRIALS):
            if isinstance(event, Thought):
                rated = event.stage in SEARCHED
                candidates += event.candidate_count * rated
                runs += event.candidate_count * (not rated)
            elif event.number:
                trials, solved = event.number, event.trial.solved
    except BubbleBallError:
        solved = False  # an illegal proposal ends the run as a failure
    return AblationRun(solved, trials, candidates, runs, time.process_time() - began)


def game(item: Item) -> Game | ForeignGame:
    physics = REAL if item.physics is None else parse_physics(item.physics)
    if item.world is None:
        return Game(item.level, physics)
    return ForeignGame(item.level, item.world, physics, seed=1)


def table(every: int, names: list[str]) -> str:
    rows = [
        "| switched off | set | solved | first trial | candidates: median | mean "
        "| believed runs: mean | median s | mean s |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    sets = {
        name: [item for suite in suites for item in load_suite(suite)][::every]
        for name, suites in SETS.items()
    }
    for variant in names or VARIANTS:
        for name, items in sets.items():
            runs = [run(item, VARIANTS[variant]) for item in items]
            first = sum(r.solved and r.trials == 1 for r in runs)
            seconds, candidates = [r.seconds for r in runs], [r.candidates for r in runs]
            believed = statistics.mean(r.runs for r in runs)
            rows.append(
                f"| {variant} | {name} | {sum(r.solved for r in runs)} of {len(runs)} | {first} "
                f"| {statistics.median(candidates):.0f} | {statistics.mean(candidates):.0f} "
                f"| {believed:.0f} | {statistics.median(seconds):.2f} "
                f"| {statistics.mean(seconds):.2f} |"
            )
            print(rows[-1], flush=True)
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/ablation.md")
    parser.add_argument("--every", type=int, default=1, help="take every Nth run only")
    parser.add_argument("names", nargs="*", metavar="NAME", help="variants; all by default")
    given = parser.parse_args()
    found = table(given.every, given.names)
    if given.write:
        head, _, _ = PAGE.read_text(encoding="utf-8").partition("<!-- table -->")
        PAGE.write_text(f"{head}<!-- table -->\n\n{found}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
