"""The list of mutants fits the source; running them is for `python scripts/mutants.py`."""

from __future__ import annotations

import ast

import click
import pytest

from mutants import ROOT, SOURCE, Mutant, mutated, read_mutants

MUTANTS = read_mutants()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.breaks)
def test_a_mutant_fits_the_source_and_is_still_python(mutant: Mutant) -> None:
    source = (SOURCE / "bubbleball" / mutant.file).read_text(encoding="utf-8")
    assert mutant.old != mutant.new
    ast.parse(mutated(source, mutant))
    assert mutant.tests
    assert all((ROOT / test.partition("::")[0]).exists() for test in mutant.tests)


def test_there_are_some_thirty_of_all_rooms() -> None:
    assert 28 <= len(MUTANTS) <= 40
    assert {mutant.file.split("/")[0] for mutant in MUTANTS} == {
        "game",
        "method",
        "model",
        "solvers",
    }
    assert len({mutant.breaks for mutant in MUTANTS}) == len(MUTANTS)


def test_a_mutant_whose_text_has_changed_is_reported() -> None:
    stale = Mutant("game/physics.py", "NO SUCH TEXT", "", "nothing", ("tests",))
    with pytest.raises(click.ClickException, match="occurs 0 times, not once"):
        mutated("TIME_LIMIT = 10.0", stale)
