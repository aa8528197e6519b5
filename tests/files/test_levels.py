"""Level files in either format: recognised by their contents, read and written by one function."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbleball.errors import LevelError
from bubbleball.files.document import Document, LevelFormat
from bubbleball.files.levels import dump_level, parse_level, read_level, write_level
from bubbleball.game.placement import Placement
from levels_in_python import GAP

DOCUMENT = Document(GAP, ((Placement("plank", 235, 245),),), "gaps", 3.0)


@pytest.mark.parametrize("form", LevelFormat)
def test_a_text_is_read_in_the_format_that_it_is_written_in(form: LevelFormat) -> None:
    read = parse_level(dump_level(DOCUMENT, form), name=GAP.name)
    assert read == DOCUMENT
    assert read.format is form


@pytest.mark.parametrize("form", LevelFormat)
def test_a_file_is_read_back_under_its_own_name(form: LevelFormat, tmp_path: Path) -> None:
    path = tmp_path / "over the gap.json"
    write_level(path, DOCUMENT, form)
    read = read_level(path)
    assert read.level.name == "over the gap"
    assert (read.solutions, read.format) == (DOCUMENT.solutions, form)


def test_what_is_neither_format_is_refused_with_the_source() -> None:
    with pytest.raises(LevelError, match=r"^x.json: a level is an object with version"):
        parse_level("3", "x.json")
    with pytest.raises(LevelError, match=r"^x.json: an original level is"):
        parse_level("[]", "x.json")
