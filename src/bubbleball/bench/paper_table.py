"""The paper's table of results with ours beside it, and the errors of its contact models.

The numbers are those of Table 1 of *Learning How to Solve "Bubble Ball"* (PMLR 144:1068-1079).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.scores import grouped, score
from bubbleball.bench.tables import Table, trials_text
from bubbleball.files import packs
from bubbleball.game.level import Origin
from bubbleball.method.explanation import MethodStage

Error = tuple[float, float]  # px and px/s


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One row of the paper's table.

    coarse, fine: seconds to solve the optimisation with coarse and with fine gridding.
    trials, regions, blocks: trials and Local Regions needed, and movable blocks of the level.
    """

    coarse: float
    fine: float
    trials: int
    regions: int
    blocks: int


PAPER = {
    "classic/1": PaperRow(0.071, 0.045, 1, 1, 1),
    "classic/2": PaperRow(0.069, 0.049, 1, 1, 2),
    "classic/3": PaperRow(6.541, 5.583, 1, 1, 2),
    "classic/4": PaperRow(3.345, 2.425, 1, 1, 2),
    "classic/5": PaperRow(0.672, 0.539, 2, 2, 2),
    "classic/6": PaperRow(3.405, 0.331, 1, 1, 2),
    "classic/8": PaperRow(0.667, 0.471, 5, 3, 6),
    "classic/9": PaperRow(0.185, 0.297, 2, 2, 4),
    "classic/11": PaperRow(0.625, 0.262, 4, 4, 4),
    "classic/21": PaperRow(5.661, 0.071, 4, 1, 5),
}
# Solved runs of the authors' published program, of six on each level, beside the drop-in; the
# others ended with an error of their own. docs/real-game.md says how to repeat them.
PROGRAM_RUNS = 6
PROGRAM = {"classic/1": 2, "classic/2": 4, "classic/4": 4, "classic/6": 2, "classic/21": 2}
_KNOWN = {
    Origin.MEASURED: "measured",
    Origin.COMPLETED: "partly measured, completed by us",
    Origin.DESIGNED: "unknown, designed by us",
    Origin.GENERATED: "generated",
}


def paper_table(records: Records) -> Table:
    """The paper's columns, the paper's numbers and ours, level by level."""
    runs = [run for run in records.runs if run.solve.level in PAPER]
    groups = grouped(runs, lambda run: run.solve.level)
    rows = [_row(level, groups[level], records) for level in PAPER if level in groups]
    return Table(
        "The paper's table",
        "Trials are the median over the seeds, with the worst in brackets. CG and FG are the mean "
        "seconds per Local Region of coarse and of fine gridding, on one core. Only a level whose "
        "geometry is measured can be compared with the paper's in earnest.",
        (
            "level", "geometry", "blocks", "solved", "trials", "paper: trials",
            "paper's program: solved", "regions",
            "paper: regions", "CG (s)", "paper: CG (s)", "FG (s)", "paper: FG (s)",
        ),
        tuple(rows),
    )  # fmt: skip


def _row(level: str, runs: Sequence[RunRecord], records: Records) -> tuple[str, ...]:
    s = score(runs)
    paper, limit = PAPER[level], records.settings.max_trials
    document = packs.find(level)
    seconds = [
        f"{s.stage_seconds.get(stage, 0.0) / s.regions:.3f}" if s.regions else "–"
        for stage in (MethodStage.COARSE, MethodStage.FINE)
    ]
    return (
        level,
        _KNOWN[document.level.origin],
        str(len(document.level.pieces)),
        f"{s.solved} of {s.runs}",
        f"{trials_text(s.median_trials, limit)} ({trials_text(s.worst_trials, limit)})",
        str(paper.trials),
        f"{PROGRAM.get(level, 0)} of {PROGRAM_RUNS}",
        f"{s.regions:.1f}",
        str(paper.regions),
        seconds[0],
        f"{paper.coarse:.3f}",
        seconds[1],
        f"{paper.fine:.3f}",
    )


def contact_table(measured: Mapping[str, Sequence[tuple[Error, Error]]]) -> Table:
    """Median and worst error of every contact model, by its contact type.

    measured: errors against the closed form and against the game.
    """
    rows = []
    for kind, errors in measured.items():
        closed = [closed for closed, _ in errors]
        game = [game for _, game in errors]
        rows.append((kind, str(len(errors)), *_cells(closed), *_cells(game)))
    return Table(
        "Errors of the contact models",
        "Median (worst) error a few frames after the contact over random states, in px and "
        "px/s: the model against the closed form of the same contact, and against the game. For "
        "the moving line: one strike against the closed form, a whole throw against the game, when "
        "the ball leaves the lever.",
        ("contact type", "states", "closed form: px", "px/s", "game: px", "px/s"),
        tuple(rows),
    )


def _cells(errors: list[Error]) -> tuple[str, str]:
    px, speed = np.array(errors).T
    return (
        f"{np.median(px):.2f} ({px.max():.2f})",
        f"{np.median(speed):.2f} ({speed.max():.2f})",
    )
