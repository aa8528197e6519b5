"""The page on the library is that of the docstrings."""

from __future__ import annotations

from api_page import PAGE, page


def test_the_page_on_the_library_is_up_to_date() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "run `make tables`"
