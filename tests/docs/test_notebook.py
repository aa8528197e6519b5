"""The notebooks run from top to bottom, and what they show draws itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from notebooks import NOTEBOOKS, Cell, notebook_markdown, run_notebook
from repository import ROOT

PICTURES = {  # notebook -> values that draw themselves, and what it must have shown
    "tour": (4, "solved in 1 trial"),
    "the_method": (7, "Fitted the event models"),
    "write_a_solver": (4, "solved@1"),
    "learn_physics": (2, "push_x"),
}


def test_every_notebook_is_in_the_table_and_in_the_readme() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == PICTURES.keys()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in PICTURES:
        assert f"(examples/{name}.ipynb)" in readme


@pytest.mark.parametrize("name", PICTURES)
def test_every_cell_runs_and_the_last_values_can_be_shown(name: str) -> None:
    cells = run_notebook(NOTEBOOKS / f"{name}.ipynb")
    pictures, words = PICTURES[name]
    page = notebook_markdown(cells)
    assert page.count("<svg") == pictures
    assert words in page


@pytest.mark.parametrize("name", PICTURES)
def test_the_links_of_a_notebook_lead_somewhere(name: str) -> None:
    text = (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert "://" in link or (NOTEBOOKS / link).exists(), link


def test_stored_outputs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.ipynb"
    path.write_text('{"cells":[{"cell_type":"code","source":["1"],"outputs":[{}]}]}')
    with pytest.raises(ValueError, match=r"kept\.ipynb has stored outputs"):
        run_notebook(path)


def test_a_page_shows_code_what_it_printed_and_its_value() -> None:
    cells = [Cell("markdown", "# Sums"), Cell("code", "print(1)\n2 + 3", "1\n", 5)]
    assert notebook_markdown(cells) == (
        "# Sums\n\n```python\nprint(1)\n2 + 3\n```\n\n```text\n1\n```\n\n```text\n5\n```\n"
    )
