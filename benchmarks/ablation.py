"""What each stage contributes: the default solver with one of them switched off at a time.

    python benchmarks/ablation.py [--every N] [--write]      (about ten minutes on one core)

`--every N` takes every Nth level only; `--write` puts the table into docs/ablation.md.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass, replace
from pathlib import Path

from bubbleball.errors import BubbleBallError
from bubbleball.files.packs import find, pack
from bubbleball.game.game import Game
from bubbleball.game.physics import parse_physics
from bubbleball.method.beam import Effort
from bubbleball.method.explanation import MethodStage, Thought
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
    "no throws": replace(FULL, search=replace(SEARCH, throws=False)),
    "no learning": replace(FULL, learning=False),
}
WORLDS = ("real", "bouncy", "gravity=6,restitution=0.6")
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


def run(name: str, settings: HierarchicalSettings, physics: str) -> AblationRun:
    level = find(name).level
    began = time.process_time()
    solver = Hierarchical(level, seed=1, settings=settings)
    trials = candidates = runs = 0
    solved = False
    try:
        for event in solve(Game(level, parse_physics(physics)), solver, max_trials=MAX_TRIALS):
            if isinstance(event, Thought):
                rated = event.stage in SEARCHED
                candidates += event.candidate_count * rated
                runs += event.candidate_count * (not rated)
            elif event.number:
                trials, solved = event.number, event.trial.solved
    except BubbleBallError:
        solved = False  # an illegal proposal ends the run as a failure
    return AblationRun(solved, trials, candidates, runs, time.process_time() - began)


def levels() -> list[str]:
    """Every classic level and every fifth of the workshop."""
    return [*pack("classic"), *pack("workshop")[::5]]


def table(every: int) -> str:
    rows = [
        "| switched off | physics | solved | first trial | candidates: median | mean "
        "| believed runs: mean | median s | worst s |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for variant, settings in VARIANTS.items():
        for physics in WORLDS:
            names = levels()[::every] if physics == "real" else levels()[:: 3 * every]
            runs = [run(name, settings, physics) for name in names]
            first = sum(r.solved and r.trials == 1 for r in runs)
            seconds, candidates = [r.seconds for r in runs], [r.candidates for r in runs]
            believed = statistics.mean(r.runs for r in runs)
            rows.append(
                f"| {variant} | {physics} | {sum(r.solved for r in runs)} of {len(runs)} | {first} "
                f"| {statistics.median(candidates):.0f} | {statistics.mean(candidates):.0f} "
                f"| {believed:.0f} | {statistics.median(seconds):.2f} | {max(seconds):.1f} |"
            )
            print(rows[-1], flush=True)
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/ablation.md")
    parser.add_argument("--every", type=int, default=1, help="take every Nth level only")
    given = parser.parse_args()
    write, found = given.write, table(given.every)
    if write:
        head, _, _ = PAGE.read_text(encoding="utf-8").partition("<!-- table -->")
        PAGE.write_text(f"{head}<!-- table -->\n\n{found}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
