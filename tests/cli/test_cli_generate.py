"""`bubbleball generate` at the prompt."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bubbleball.cli.generate import generate
from bubbleball.errors import GenerateError, UnknownNameError
from bubbleball.files.document import LevelFormat
from bubbleball.files.packs import find
from bubbleball.generate import generator
from bubbleball.generate.generator import FAMILIES, WORKSHOP, Made, Order


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(generate, [str(word) for word in words])


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels at no cost: every order gets a shipped one."""

    def levels(wanted: Sequence[Order], workers: int | None) -> Generator[Made, None, None]:
        yield from ((order, find("classic/2")) for order in wanted)

    monkeypatch.setattr(generator, "generate_many", levels)


def test_levels_are_written_one_file_each(tmp_path: Path) -> None:
    result = run("--family=deflect", "--count=2", "--seed=3", "--workers=1", "-o", tmp_path / "new")
    assert result.exit_code == 0, result.output
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == [
        "deflect-3-0.json",
        "deflect-3-1.json",
    ]
    document = find(str(tmp_path / "new" / "deflect-3-0.json"))
    assert document.family == "deflect"
    assert document.level.title in result.output
    assert "2 levels in" in result.output


@pytest.mark.usefixtures("stub")
def test_the_original_format_can_be_asked_for(tmp_path: Path) -> None:
    assert run("--count", "1", "--format", "original", "-o", tmp_path).exit_code == 0
    (path,) = tmp_path.iterdir()
    assert find(str(path)).format is LevelFormat.ORIGINAL
    assert "objects" in json.loads(path.read_text(encoding="utf-8"))[0]


@pytest.mark.usefixtures("stub")
def test_all_families_take_turns(tmp_path: Path) -> None:
    assert run("--count", str(len(WORKSHOP) + 1), "-o", tmp_path).exit_code == 0
    names = {path.stem for path in tmp_path.iterdir()}
    assert names == {f"{family}-0-0" for family in WORKSHOP} | {"deflect-0-1"}


@pytest.mark.usefixtures("stub")
def test_files_that_are_there_are_not_overwritten(tmp_path: Path) -> None:
    there = tmp_path / "bridge-0-0.json"
    there.write_text("mine", encoding="utf-8")
    result = run("--family", "bridge", "--count", "2", "-o", tmp_path)
    assert result.exit_code == 2
    assert "already has bridge-0-0; choose another folder or seed, or add --overwrite" in (
        result.output.replace("\n", " ")
    )
    assert [path.name for path in tmp_path.iterdir()] == [there.name]
    assert there.read_text(encoding="utf-8") == "mine"
    assert run("--family", "bridge", "--count", "1", "-o", tmp_path, "--overwrite").exit_code == 0
    assert there.read_text(encoding="utf-8") != "mine"


def test_stopping_keeps_what_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def stopped(wanted: Sequence[Order], workers: int | None) -> Generator[Made, None, None]:
        try:
            yield wanted[0], find("classic/2")
            raise KeyboardInterrupt
        finally:
            closed.append(True)

    monkeypatch.setattr(generator, "generate_many", stopped)
    result = run("--count", "5", "-o", tmp_path)
    assert result.exit_code == 130
    assert "stopped: 1 level of 5 kept in" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["deflect-0-0.json"]
    assert closed == [True]


def test_a_family_that_fails_is_told_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(wanted: Sequence[Order], workers: int | None) -> Generator[Made, None, None]:
        yield wanted[0], GenerateError("family 'deflect' made no level")
        yield wanted[1], find("classic/2")

    monkeypatch.setattr(generator, "generate_many", some)
    result = run("--count", "2", "-o", tmp_path)
    assert result.exit_code == 1
    assert "[1/2] family 'deflect' made no level" in result.output
    assert "1 level in" in result.output
    assert [path.stem for path in tmp_path.iterdir()] == ["bridge-0-0"]


def test_the_run_ends_when_every_family_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(wanted: Sequence[Order], workers: int | None) -> Generator[Made, None, None]:
        for order in wanted:
            yield order, GenerateError(f"no level {order.index} of {order.family}")

    monkeypatch.setattr(generator, "generate_many", none)
    result = run("--count", "9", "--family", "hill", "--family", "prop", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert result.output.splitlines()[:3] == [
        "[1/9] no level 0 of hill",
        "[2/9] no level 0 of prop",
        "No family makes such a level; `bubbleball generate --list` shows what each has reached.",
    ]
    assert len(result.output.splitlines()) == 4  # and how many levels there are: 0


@pytest.mark.parametrize("text", ["7..3", "a..b", "5", "0..11", "-1..4", "1...2", ""])
def test_a_range_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    result = run(f"--difficulty={text}", "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "is not a range LOW..HIGH within 0..10" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "low", "high"), [("3..6", 3, 6), ("2.5..", 2.5, 10), ("..4", 0, 4), ("..", 0, 10)]
)
def test_either_end_of_the_range_may_be_left_out(
    text: str, low: float, high: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Order] = []

    def none(wanted: Sequence[Order], workers: int | None) -> Generator[Made, None, None]:
        asked.extend(wanted)
        yield from ()

    monkeypatch.setattr(generator, "generate_many", none)
    run("--count", "1", f"--difficulty={text}", "-o", tmp_path)
    assert [(order.low, order.high) for order in asked] == [(low, high)]


def test_an_unknown_family_is_an_error_with_a_hint() -> None:
    result = run("--family", "zigzak")
    assert isinstance(result.exception, UnknownNameError)
    assert "did you mean 'zigzag'?" in str(result.exception)


def test_families_are_listed_with_what_they_are() -> None:
    result = run("--list")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines] == list(FAMILIES)
    assert all(line.endswith(".") for line in lines)
