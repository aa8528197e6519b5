"""Experiments with the paper's method beyond its own table."""

from __future__ import annotations

from dataclasses import replace

from bubbleball.bench.paper_experiments import (
    EXPERIMENTS,
    ONE_REGION,
    WITHOUT_LEARNING,
    WORLDS,
    one_region_table,
    other_levels,
    others_table,
    worlds_table,
)
from bubbleball.bench.paper_table import PAPER, contact_table
from bubbleball.bench.planning import plan
from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord
from bubbleball.files.packs import load_level
from bubbleball.method.contact_errors import ContactError
from bubbleball.method.failure import Reason
from bubbleball.play.record import SolveRecord
from bubbleball.solvers import make_solver
from bubbleball.solvers.paper import Paper


def records(name: str, *runs: SolveRecord) -> Records:
    case = EXPERIMENTS[name].cases()[0]
    settings = plan(case.levels, case.solvers, (0, 1), max_trials=10, physics=case.physics).settings
    return Records(settings, (), tuple(RunRecord(n, run.level, run) for n, run in enumerate(runs)))


def solved(solver: str, trials: int, seed: int = 0) -> SolveRecord:
    return SolveRecord("classic/2", solver, seed, solved=True, trials=trials)


def test_the_paper_and_the_other_levels_make_up_the_classic_pack() -> None:
    assert len(other_levels()) == 11
    assert not set(other_levels()) & set(PAPER)


def test_every_world_is_played_with_and_without_learning_on_the_papers_levels() -> None:
    cases = EXPERIMENTS["worlds"].cases()
    assert tuple(case.physics for case in cases) == WORLDS
    for case in cases:
        assert case.levels == tuple(PAPER)
        assert case.solvers == ("paper", WITHOUT_LEARNING)


def test_the_variants_change_one_setting() -> None:
    level = load_level("classic/1")
    solvers = [make_solver(name, level) for name in ("paper", WITHOUT_LEARNING, ONE_REGION)]
    usual, off, one = (solver.settings for solver in solvers if isinstance(solver, Paper))
    assert off == replace(usual, learning=False)
    assert one == replace(usual, regions_per_trial=1)


def test_a_table_of_worlds_has_a_row_with_and_one_without_learning() -> None:
    runs = [solved("paper", 1), solved("paper", 2, 1), solved(WITHOUT_LEARNING, 7)]
    unsolved = SolveRecord("classic/2", WITHOUT_LEARNING, 1, trials=10)
    table = worlds_table([records("worlds", *runs, unsolved)])
    assert table.header == ("world", "H-3", "2", "solved")
    assert table.rows == (
        (WORLDS[0], "on", "1 2", "2 of 2"),
        (WORLDS[0], "off", "7 –", "1 of 2"),
    )


def test_the_other_levels_are_listed_with_the_reasons_of_their_failures() -> None:
    notes = ("Nothing was run.", f"Trial 1 failed: {Reason.GREEDY} (it ended).")
    run = SolveRecord("classic/7", "paper", 0, trials=1, ended="Gave up.", notes=notes)
    table = others_table([records("others", run)])
    assert table.rows == (("classic/7", "0 of 1", "–", f"{Reason.GREEDY} (1); Gave up."),)


def test_one_region_a_trial_stands_beside_the_default() -> None:
    table = one_region_table(
        [records("one-region", solved("paper", 1), solved(ONE_REGION, 3), solved("paper", 2, 1))]
    )
    assert table.rows == (("classic/2", "1", "2 (2)", "3 (3)"),)


def test_the_table_of_contact_models_has_a_row_for_every_contact_type() -> None:
    errors = [ContactError((1.0, 3.0), (2.0, 4.0)), ContactError((2.0, 5.0), (2.0, 8.0))]
    table = contact_table({"line": errors, "moving line": [ContactError((0.1, 0.2), (0.5, 0.25))]})
    assert table.rows == (
        ("line", "2", "1.50 (2.00)", "4.00 (5.00)", "2.00 (2.00)", "6.00 (8.00)"),
        ("moving line", "1", "0.10 (0.10)", "0.20 (0.20)", "0.50 (0.50)", "0.25 (0.25)"),
    )
