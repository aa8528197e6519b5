"""What the pages report is measured on one commit, and goes on where it was stopped."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

import measure
from measure import MEASURED, Measurement, chosen, joined
from measurements import PARTS, WRITTEN, Part, Written
from repository import ROOT

COUNT = "import pathlib, sys; f = pathlib.Path(sys.argv[1]); f.open('a').write('x'); print('| a |')"
LATE = time.monotonic() + 1e6


def part(name: str, code: str) -> Part:
    return Part(name, ("-c", code, f"{{folder}}/{name}"), 1)


def test_parts_are_named_once_and_name_files_that_exist() -> None:
    names = [each.name for each in PARTS]
    assert len({*names}) == len(names)
    for each in PARTS:
        assert each.command[0] == "-m" or (ROOT / each.command[0]).is_file()


@pytest.mark.parametrize("written", WRITTEN, ids=lambda w: f"{w.page} {w.mark}")
def test_a_part_of_a_page_has_its_place_and_its_measurements(written: Written) -> None:
    page = (ROOT / written.page).read_text(encoding="utf-8")
    if written.mark:
        assert page.count(f"<!-- {written.mark}: begin -->") == 1
        assert page.count(f"<!-- {written.mark}: end -->") == 1
    assert {*written.parts} <= {each.name for each in PARTS}
    assert not written.command or (ROOT / written.command[0]).is_file()


def test_what_is_done_is_not_repeated_and_what_fails_is(tmp_path: Path) -> None:
    parts = [part("good", COUNT), part("bad", f"{COUNT}; sys.exit(3)")]
    for _ in range(2):
        measurement = Measurement("abc", tmp_path)
        measurement.folder.mkdir(exist_ok=True)
        measurement.run(parts, 2, LATE)
    assert (tmp_path / "abc/good/good").read_text(encoding="utf-8") == "x"
    assert (tmp_path / "abc/bad/bad").read_text(encoding="utf-8") == "xx"
    assert [measurement.done(each) for each in parts] == [True, False]
    assert (tmp_path / "abc/good/output.md").read_text(encoding="utf-8") == "| a |\n"
    assert not (tmp_path / "abc/bad/output.md").exists()
    assert len(measurement.attempts("bad")) == 2
    assert measurement.processor("good") > 0


def test_another_commit_starts_from_nothing(tmp_path: Path) -> None:
    for commit in ("abc", "def"):
        measurement = Measurement(commit, tmp_path)
        measurement.folder.mkdir()
        measurement.run([part("good", COUNT)], 1, LATE)
    assert (tmp_path / "def/good/good").read_text(encoding="utf-8") == "x"


def test_at_the_deadline_what_runs_is_interrupted_and_nothing_begins(tmp_path: Path) -> None:
    measurement = Measurement("abc", tmp_path)
    measurement.folder.mkdir()
    sleepers = [part(name, "import time; time.sleep(60)") for name in "abc"]
    began = time.monotonic()
    measurement.run(sleepers, 2, began + 1.5)
    assert time.monotonic() - began < 30
    assert {attempt.part for attempt in measurement.attempts()} == {"a", "b"}
    assert not any(map(measurement.done, sleepers))


def test_pages_get_what_is_measured_and_keep_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [part("good", COUNT), part("bad", "raise SystemExit(1)")]
    monkeypatch.setattr(measure, "PARTS", parts)
    marks = "<!-- {0}: begin -->\nold\n<!-- {0}: end -->\n"
    page = tmp_path / "page.md"
    page.write_text(marks.format("one") + marks.format("two"), encoding="utf-8")
    measurement = Measurement("abc", tmp_path)
    measurement.folder.mkdir()
    measurement.run(parts, 1, LATE)
    fails = Written("page.md", "two", ("good",), ("-c", "raise SystemExit(1)"))
    pages = [Written("page.md", "one", ("good",)), Written("page.md", "two", ("bad",)), fails]
    assert measurement.write(pages, tmp_path) == pages[1:]
    text = page.read_text(encoding="utf-8")
    assert "<!-- one: begin -->\nMeasured on commit abc.\n\n| a |\n<!-- one: end -->" in text
    assert marks.format("two") in text
    assert [*json.loads(measurement.summary())["parts"]] == ["good"]


def test_tables_of_one_header_become_one() -> None:
    first, second = (
        "A note.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "| a | b |\n|---|---|\n| 3 | 4 |",
    )
    assert joined([first, second]) == f"{first}| 3 | 4 |"


def test_a_name_is_the_beginning_of_several_parts() -> None:
    assert {each.name for each in chosen(["structure-"])} == {f"structure-{n}" for n in (1, 2, 3)}
    assert chosen([]) == [*PARTS]
    ordered = [each.name for each in chosen(["interphyre", "classic", "inter"])]
    assert ordered == ["interphyre", "classic"]


def test_every_part_of_a_page_that_was_measured_is_of_one_commit() -> None:
    if not MEASURED.exists():
        pytest.skip("nothing has been measured as a whole yet: run `make measure`")
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    commit = measured["commit"]
    assert f"All runs are of commit {commit}," in (ROOT / "docs/results.md").read_text("utf-8")
    for written in WRITTEN:
        if written.mark and {*written.parts[: written.needed]} <= measured["parts"].keys():
            text = (ROOT / written.page).read_text(encoding="utf-8")
            own = text.partition(f"<!-- {written.mark}: begin -->")[2]
            stated = re.findall(r"Measured on commit (\w+)\.", own.partition("<!--")[0])
            assert stated == [commit], f"{written.page}, {written.mark}"
