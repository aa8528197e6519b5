"""Parts of a page that programs write."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbleball.errors import FileFormatError
from bubbleball.files.marked_part import with_part, write_part

PAGE = "a\n<!-- t: begin -->\nold\n<!-- t: end -->\nb\n"


def test_only_the_marked_part_changes(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    write_part(page, "t", "new\nrows\n\n")
    assert page.read_text(encoding="utf-8") == PAGE.replace("old", "new\nrows")


def test_writing_the_same_part_again_changes_nothing() -> None:
    once = with_part(PAGE, "t", "new")
    assert with_part(once, "t", "new") == once


@pytest.mark.parametrize("page", ["", "<!-- t: begin -->\n", PAGE * 2])
def test_marks_that_are_missing_or_doubled_are_refused(page: str) -> None:
    with pytest.raises(FileFormatError, match=r"page\.md: the marks <!-- t: begin -->"):
        with_part(page, "t", "new", "page.md")
