"""Shipped levels by name, files by path, and what is said when there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import BubbleBallError, LevelError, UnknownNameError
from bubbleball.files import packs
from bubbleball.files.level_file import dump_document
from bubbleball.files.levels import read_level, write_level
from bubbleball.files.original.level import dump_original


def test_packs_list_their_levels_in_natural_order() -> None:
    assert packs.packs()[0] == "classic"
    for pack in packs.packs():
        names = packs.pack(pack)
        assert names
        assert all(name.startswith(f"{pack}/") for name in names)
    numbers = [int(name.removeprefix("classic/")) for name in packs.pack("classic")]
    assert numbers == sorted(numbers)
    assert packs.names()[: len(numbers)] == packs.pack("classic")


@pytest.mark.parametrize("name", packs.names())
def test_every_shipped_level_reads_and_is_kept_as_we_write_it(name: str) -> None:
    document = packs.find(name)
    assert document.level.name == name
    path = Path(packs.__file__).parents[1] / "levels" / f"{name}.json"
    assert dump_document(document) == path.read_text(encoding="utf-8")


def test_a_number_alone_is_a_classic_level() -> None:
    assert packs.find("2") == packs.find("classic/2")
    assert packs.find("2").level.name == "classic/2"


def test_a_file_in_either_format_is_found_by_path_and_named_by_its_stem(tmp_path: Path) -> None:
    document = packs.find("2")
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.txt"
    write_level(ours, document)
    theirs.write_bytes(b"\xef\xbb\xbf" + dump_original(document).encode())
    for path in (ours, theirs):
        found = packs.find(str(path))
        assert found.level.name == path.stem
        assert found.solutions == document.solutions
        assert found.level.parts == document.level.parts
    formats = [packs.find(name).format for name in (str(ours), str(theirs), "2")]
    assert formats == ["ours", "original", "ours"]


def test_a_shipped_name_goes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_level(tmp_path / "2", packs.find("10"))
    monkeypatch.chdir(tmp_path)
    assert packs.find("2").level.name == "classic/2"
    assert packs.find("./2").level.parts == packs.find("10").level.parts


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("clasic/2", "no level named 'clasic/2'; did you mean 'classic/2'?"),
        ("classic/200", "did you mean 'classic/20'?|did you mean 'classic/2'?"),
        ("absent.json", "no level file 'absent.json'; shipped levels: classic/…"),
        ("", "is a folder|no level named ''"),
        ("x" * 5000, "no level named 'xxx"),
        ("\0", r"no level named '\x00'"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(BubbleBallError) as raised:
        packs.find(name)
    assert any(part in str(raised.value) for part in hint.split("|"))
    assert len(str(raised.value)) < 400


def test_an_unknown_pack_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="no pack named 'clasic'; did you mean 'classic'"):
        packs.pack("clasic")


def test_a_folder_and_an_unreadable_file_are_level_errors(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match="is a folder, not a file"):
        packs.find(str(tmp_path))
    with pytest.raises(LevelError, match="cannot be read: No such file"):
        read_level(tmp_path / "absent")


def test_a_huge_file_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_bytes(b"[" * 4_000_001)
    with pytest.raises(LevelError, match="at most 4000000 are read"):
        packs.find(str(path))


def test_a_file_whose_name_cannot_be_printed_is_a_level_without_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a\nb.json"
    write_level(path, packs.find("2"))
    assert packs.find(str(path)).level.name == ""


@given(st.text(max_size=30))
def test_any_name_is_found_or_refused_in_our_words(name: str) -> None:
    with pytest.raises(BubbleBallError):
        packs.find(f"no/{name}")


def test_the_shelf_holds_nothing_but_levels_and_the_schema() -> None:
    shelf = Path(packs.__file__).parents[1] / "levels"
    for path in shelf.rglob("*"):
        assert path.is_dir() or path.suffix == ".json"
        if path.is_file():
            json.loads(path.read_text(encoding="utf-8"))
