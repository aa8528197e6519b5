"""CONTRIBUTING's pictures of the tree and of the walk fit the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from house_pictures import drawings


@pytest.mark.parametrize(
    ("path", "drawn"), drawings().items(), ids=lambda x: getattr(x, "stem", "")
)
def test_a_picture_of_the_house_is_up_to_date(path: Path, drawn: str) -> None:
    """`make pictures` draws it again."""
    assert path.read_text(encoding="utf-8") == drawn
