"""docs/foreign-worlds.md is true: its table is that of the code."""

from __future__ import annotations

import pytest

from bubbleball.bench.foreign_suites import MIXTURES
from bubbleball.certify.foreign_solutions import PLAYS, TRIALS
from repository import ROOT


def test_the_table_of_worlds_is_that_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from doc_tables import FOREIGN, FOREIGN_TABLES, updated

    text = FOREIGN.read_text(encoding="utf-8")
    assert updated(text, FOREIGN_TABLES) == text, "run `make tables`"


def test_the_numbers_of_the_search_are_those_of_the_code() -> None:
    assert (TRIALS, PLAYS, MIXTURES) == (600, 12, 10)  # as the page says
