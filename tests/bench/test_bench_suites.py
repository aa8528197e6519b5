"""Suites by name, and the plan of a benchmark."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bubbleball.bench.planning import plan
from bubbleball.bench.suites import digest, load_suite
from bubbleball.errors import BenchError, BubbleBallError
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.files.levels import write_level
from bubbleball.generate import generator
from levels_in_python import GAP, POWERS


def test_a_pack_is_a_suite_of_all_its_levels() -> None:
    items = load_suite("classic", "moon")
    assert tuple(item.level.name for item in items) == packs.pack("classic")
    assert {(item.suite, item.physics) for item in items} == {("classic", "moon")}


def test_a_folder_is_a_suite_of_its_level_files(tmp_path: Path) -> None:
    for name, level in (("b", GAP), ("a", POWERS)):
        write_level(tmp_path / f"{name}.json", Document(level))
    (tmp_path / "movableObjects.json").write_text("{}")
    items = load_suite(str(tmp_path))
    assert [item.level.name for item in items] == ["a", "b"]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_a_folder_whose_name_is_not_text_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "\udcff"
    folder.mkdir()
    write_level(folder / "a.json", Document(GAP))
    with pytest.raises(BenchError, match=r"the name '.*\\udcff' is not UTF-8 text") as raised:
        plan([str(folder)], ["random"], [0])
    assert str(raised.value).isascii()


def test_a_changed_file_of_an_own_solver_changes_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    text = "from bubbleball.solvers.random import RandomLegal as Own\n"
    file.write_text(text)
    before = plan(["2"], [f"{file}:Own"], [0]).settings
    assert plan(["2"], [f"{file}:Own"], [0]).settings == before
    file.write_text(f"{text}# changed\n")
    after = plan(["2"], [f"{file}:Own"], [0]).settings
    assert after == replace(before, code=after.code)
    assert after.code != before.code
    module = "bubbleball.solvers.random:RandomLegal"
    assert plan(["2"], [module], [0]).settings.code not in (before.code, "")
    assert plan(["2"], ["random"], [0]).settings.code == ""


def test_a_generated_suite_depends_on_its_name_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    items = load_suite("generated:circles:1:7")
    assert [item.level.name for item in items] == ["circles-7-0"]
    assert digest(items) == digest(load_suite("generated:circles:1:7"))
    assert digest(items) != digest(load_suite("generated:circles:1:8"))


def test_a_generated_level_is_made_once_and_a_damaged_one_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    items = load_suite("generated:circles:1:7")
    (file,) = tmp_path.rglob("circles-7-0-*.json")
    with monkeypatch.context() as patched:
        patched.setattr(generator, "generate", pytest.fail)
        assert load_suite("generated:circles:1:7") == items
    file.write_text("{")
    assert load_suite("generated:circles:1:7") == items


def test_a_level_is_a_suite_of_one() -> None:
    assert [item.level.name for item in load_suite("2")] == ["classic/2"]


@pytest.mark.parametrize(
    ("suite", "message"),
    [
        ("clasic", "no suite named 'clasic'; did you mean 'classic'?"),
        ("generated:bridge:2", "not of the form generated:FAMILY:N:SEED"),
        ("generated:bridge:two:1", "not of the form generated:FAMILY:N:SEED"),
        ("generated:bridge:0:1", "N is 0; allowed: 1 to"),
        ("generated:bridg:1:1", "did you mean 'bridge'?"),
        ("nowhere/levels.json", "no suite, folder or level file 'nowhere/levels.json'"),
    ],
)
def test_an_unknown_suite_is_told_with_what_there_is(suite: str, message: str) -> None:
    with pytest.raises(BubbleBallError) as raised:
        load_suite(suite)
    assert message in str(raised.value)


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(BubbleBallError, match="has no level files"):
        load_suite(str(tmp_path))


def test_a_broken_level_file_is_told_by_name_before_anything_is_run(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(BubbleBallError, match=r"broken\.json"):
        load_suite(str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["2", "2"], ["random"], [0]), "suites: 2 given twice"),
        ((["2"], [], [0]), "solvers: none given"),
        ((["2"], ["random"], [3, 3]), "seeds: 3 given twice"),
        ((["2"], ["randm"], [0]), "did you mean 'random'?"),
    ],
)
def test_a_plan_tells_what_is_wrong_before_it_runs(
    arguments: tuple[list[str], list[str], list[int]], message: str
) -> None:
    with pytest.raises(BubbleBallError) as raised:
        plan(*arguments)
    assert message in str(raised.value)


def test_a_mistyped_physics_is_told_before_anything_is_run() -> None:
    with pytest.raises(BubbleBallError, match="did you mean 'moon'"):
        plan(["2"], ["random"], [0], physics="mooon")


def test_a_digest_sees_every_number_of_a_level() -> None:
    (item,) = load_suite("2")
    moved = replace(item.level, ball=replace(item.level.ball, x=item.level.ball.x + 1))
    assert digest([item]) != digest([replace(item, level=moved)])
