"""docs/learning.md is true: its priors are the code's, its plots are there and stay small."""

from __future__ import annotations

import re

import pytest

from bubbleball.model.belief import PRIORS
from repository import ROOT

PAGE = ROOT / "docs" / "learning.md"


def test_the_table_of_priors_is_that_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from doc_tables import LEARNING, LEARNING_TABLES, updated

    assert LEARNING == PAGE
    text = PAGE.read_text(encoding="utf-8")
    assert updated(text, LEARNING_TABLES) == text, "run `make tables`"


def test_the_page_names_every_parameter_with_its_prior_and_bounds() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) ± (\S+) \|.*\| (\S+) to (\S+) \|", _table(), re.M)
    stated = {name: tuple(map(float, numbers)) for name, *numbers in rows}
    assert stated == {n: (p.mean, p.sd, p.low, p.high) for n, p in PRIORS.items()}


def _table() -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text.partition("<!-- priors: begin -->")[2].partition("<!-- priors: end -->")[0]


@pytest.mark.parametrize("name", ["beliefs", "paths"])
def test_the_plots_are_shown_and_small(name: str) -> None:
    picture = ROOT / "docs" / "pictures" / "learning" / f"{name}.svg"
    assert f"(pictures/learning/{name}.svg)" in PAGE.read_text(encoding="utf-8")
    assert picture.stat().st_size < 100_000
