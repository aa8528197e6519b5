"""The tables of the page on the paper."""

from __future__ import annotations

from pathlib import Path

import paper_tables
from paper_tables import TABLES, with_tables


def test_the_page_takes_the_tables_that_are_there_and_keeps_the_others(tmp_path: Path) -> None:
    page = paper_tables.DOCUMENT.read_text(encoding="utf-8")
    assert with_tables(page, tmp_path) == page
    (tmp_path / "worlds.md").write_text("New numbers.\n", encoding="utf-8")
    after = with_tables(page, tmp_path)
    assert "<!-- worlds: begin -->\nNew numbers.\n<!-- worlds: end -->" in after
    assert with_tables(after, tmp_path) == after


def test_every_table_has_a_place_on_the_page() -> None:
    page = paper_tables.DOCUMENT.read_text(encoding="utf-8")
    for name in TABLES:
        assert page.count(f"<!-- {name}: begin -->") == page.count(f"<!-- {name}: end -->") == 1
