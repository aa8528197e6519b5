"""What learning costs, how close to the truth it gets, and how much it helps.

    python benchmarks/learning.py cost|solved|recovery
    python benchmarks/learning.py suite FOLDER

Each prints a table of docs/learning.md. `solved`, recovery after solves: every pair of the suite
`unknown-physics` is solved once; the evidence is all of its trials. `recovery`, under fresh
physics: every third level of both packs under ten random physics each, on which nothing was tuned;
the evidence is the empty run and one trial of the stored solution, which need not solve the level
under that physics. `suite`: the solver as it is and with ideas switched off (`ablated.py`), from
the records that `scripts/measure.py` keeps in FOLDER. Times are processor time, so other work on
the machine matters little.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ablation import solved

from bubbleball.bench.benchmark import RECORDS
from bubbleball.bench.record_file import read_records
from bubbleball.bench.suites import certified_pairs
from bubbleball.files.packs import find, pack
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics, parse_physics, random_physics
from bubbleball.game.residual import NOTHING
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn import learn
from bubbleball.model.belief import PRIORS
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import make_solver

SUITE = "unknown-physics"
PARTS = {  # solver: the folder of its records
    "as it is": SUITE,
    "no robust choice": "ablation-NoRobustChoice",
    "no learning": "ablation-NoLearning",
}
LEVELS = (*pack("classic"), *pack("workshop"))[1::3]
DRAWS = 10  # of physics for each level
FIRST_DRAW = 2000  # seeds from here on are used nowhere else
NEAR_ZERO = 0.005  # for bounce and friction, where five per cent of nearly zero says nothing


@dataclass(frozen=True)
class Finding:
    """One parameter with evidence after some runs.

    name: of the parameter. near: within 5 % (gravity 1 %). covered: truth within the 95 % band.
    error: distance from the truth.
    """

    name: str
    near: bool
    covered: bool
    error: float


def after_solves() -> Iterator[list[Finding]]:
    """Yield what is learnt from each solve of the suite; solves that fail are left out."""
    for pair in certified_pairs():
        level, physics = find(pair["level"]).level, parse_physics(pair["physics"])
        steps = solve(Game(level, physics), make_solver("hierarchical", level))
        trials = [step.trial for step in steps if isinstance(step, Step)]
        if trials[-1].solved:
            yield findings(trials, physics)


def on_fresh_draws() -> Iterator[list[Finding]]:
    """Yield what is learnt from an empty run and a stored solution, for each level and physics."""
    for number, name in enumerate(LEVELS):
        document = find(name)
        for draw in range(DRAWS):
            physics = random_physics(FIRST_DRAW + DRAWS * number + draw)
            runs = [simulate(document.level, p, physics) for p in ((), document.solutions[0])]
            yield findings(runs, physics)


def findings(trials: Sequence[Trial], physics: Physics) -> list[Finding]:
    """How every parameter with evidence compares with the truth.

    These worlds have no residual: a term of one that is learnt is wrong, whatever its value.
    """
    found = []
    for estimate in learn(trials).estimates():
        if estimate.evidence:
            known = physics if estimate.name in PRIORS else NOTHING
            truth = float(getattr(known, estimate.name))
            allowed = (0.01 if estimate.name == "gravity" else 0.05) * truth
            if estimate.name in ("restitution", "ball_friction"):
                allowed = max(allowed, NEAR_ZERO)
            error = abs(estimate.mean - truth)
            covered = estimate.low <= truth <= estimate.high
            found.append(Finding(estimate.name, error <= allowed, covered, error))
    return found


def recovery_table(runs: Iterator[list[Finding]]) -> str:
    by_run = list(runs)
    found = [finding for run in by_run for finding in run]
    whole = 100 * statistics.mean(all(finding.near for finding in run) for run in by_run)
    lines = [
        "| parameter | runs with evidence | near the truth | truth in the band | median error |",
        "|---|---|---|---|---|",
    ]
    terms = sorted({finding.name for finding in found} - PRIORS.keys())
    for name in (*PRIORS, *terms):
        own = [finding for finding in found if finding.name == name]
        lines.append(f"| `{name}` | {_shares(own)} |")
    lines.append(f"| all | {_shares(found)[: -len(' | 0.0e+00')]} | |")
    return "\n".join([*lines, f"| every one of a run | {len(by_run)} | {whole:.1f} % | | |"])


def _shares(found: list[Finding]) -> str:
    if not found:
        return "0 | | | "
    near = statistics.mean(f.near for f in found)
    covered = statistics.mean(f.covered for f in found)
    error = statistics.median(f.error for f in found)
    return f"{len(found)} | {100 * near:.1f} % | {100 * covered:.1f} % | {error:.1e}"


def long_roll() -> Trial:
    """A ball that is in contact for more than a thousand frames."""
    level = Level(
        ball=Ball(20, 280),
        flag=Flag(470, 20),
        scenery=(
            Part("floor", Kind.GROUND, 240, 304, 480, 20, 0.2),
            Part("wall", Kind.GROUND, 475, 280, 10, 40),
        ),
    )
    runs = [simulate(level, (), dataclasses.replace(REAL, gravity=g)) for g in (3.0, 5.0, 9.8)]
    return max(runs, key=frames_in_contact)


def frames_in_contact(trial: Trial) -> int:
    touched: set[int] = set()
    for contact in trial.contacts:
        touched.update(range(contact.frame, contact.until or len(trial.ball)))
    return len(touched)


def thousand_frames() -> list[Trial]:
    """Repeat one run until it has a thousand frames in contact."""
    one = long_roll()
    return [one] * math.ceil(1000 / frames_in_contact(one))


def cost_table() -> str:
    lines = ["| evidence | frames in contact | median | worst of 20 |", "|---|---|---|---|"]
    document = find("classic/5")
    slid = [simulate(document.level, document.solutions[0], PRESETS["oak"])]
    catapult = find("classic/21")
    thrown = [simulate(catapult.level, catapult.solutions[0], random_physics(6))]
    slide = simulate(find("classic/2").level, find("classic/2").solutions[0], random_physics(9))
    for what, trials in (
        ("a ball that rolls and rolls", thousand_frames()),
        ("level 2 with two metal bars, `random:9`", [slide]),
        ("level 5 with planks that slide, `oak`", slid),
        ("level 21 with a catapult, `random:6`", thrown),
    ):
        learn(trials)
        taken = []
        for _ in range(20):
            began = time.process_time()
            learn(trials)
            taken.append(1000 * (time.process_time() - began))
        frames = sum(map(frames_in_contact, trials))
        lines.append(
            f"| {what} | {frames} | {statistics.median(taken):.0f} ms | {max(taken):.0f} ms |"
        )
    return "\n".join(lines)


def suite_table(folder: Path) -> str:
    """The suite with the solver as it is and with ideas switched off, one seed and few trials."""
    lines = [
        "| solver | runs | solved | first trial | median trials | worst | median s | worst s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, part in PARTS.items():
        records = read_records(folder / part / RECORDS)
        runs = [run for run in records.runs if run.suite == SUITE and run.solve.seed == 0]
        trials = [run.solve.trials if solved(run) else math.inf for run in runs]
        seconds = [run.effort.cpu_seconds or run.solve.seconds for run in runs]
        lines.append(
            f"| {name} | {len(runs)} | {100 * statistics.mean(map(solved, runs)):.1f} % "
            f"| {100 * trials.count(1) / len(runs):.1f} % | {statistics.median(trials):g} "
            f"| {max(trials):g} | {statistics.median(seconds):.2f} | {max(seconds):.0f} |"
        )
    return "\n".join(lines).replace("| inf |", "| unsolved |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=("cost", "solved", "recovery", "suite"))
    parser.add_argument("folder", nargs="?", type=Path, help="of the records, for `suite`")
    options = parser.parse_args()
    if options.table == "suite":
        print(suite_table(options.folder))
    elif options.table == "cost":
        print(cost_table())
    else:
        runs = after_solves if options.table == "solved" else on_fresh_draws
        print(recovery_table(runs()))


if __name__ == "__main__":
    main()
