"""A visitor's own levels: cards in the gallery, packs in one file, attempts for a classroom."""

from __future__ import annotations

import csv
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from bubbleball.files.level_file import document_from_data
from web.conftest import visit
from web.driving import Visitor, level_data

pytestmark = pytest.mark.slow

IN_TRAY, SOLVED = (75.0, 20.5), (217.0, 247.5)  # classic/2


def choose(visitor: Visitor, *files: tuple[str, Any]) -> None:
    """Choose files in the page's file dialogue."""
    visitor.find("input[type=file]").set_input_files(
        [
            FilePayload(name=name, mimeType="application/json", buffer=json.dumps(data).encode())
            for name, data in files
        ]
    )


def titles(visitor: Visitor) -> list[str]:
    return visitor.find(".own-card .name").all_inner_texts()


def test_own_levels_are_cards_and_go_into_one_file_and_out_again(
    visitor: Visitor, browser: Browser, studio: str, tmp_path: Path
) -> None:
    visitor.go("build/classic/2")
    visitor.page.get_by_role("textbox", name="Title").fill("Built here")
    visitor.go("levels")
    choose(visitor, ("level.json", level_data("classic/4") | {"title": "From a file"}))
    expect(visitor.page.get_by_role("heading", name="From a file")).to_be_visible()
    visitor.go("levels")
    expect(visitor.find(".own-card")).to_have_count(2)
    assert titles(visitor) == ["From a file", "Built here"]
    visitor.page.get_by_label("Search").fill("built")
    expect(visitor.find(".own-card")).to_have_count(1)
    with visitor.page.expect_download() as saved:
        visitor.press("Save all as one file")
    file = tmp_path / "my-levels.json"
    saved.value.save_as(file)
    pack = json.loads(file.read_text(encoding="utf-8"))
    levels = [document_from_data(level).level for level in pack["levels"]]
    assert [level.title for level in levels] == ["From a file", "Built here"]
    with visit(browser, studio) as friend:
        friend.go("levels")
        friend.find("input[type=file]").set_input_files(file)
        friend.expect_toast("2 levels opened")
        expect(friend.find(".own-card")).to_have_count(2)
        friend.find(".own-card .cover", has_text="Built here").click()
        expect(friend.page.get_by_role("heading", name="Built here")).to_be_visible()
        friend.page.go_back()
        friend.page.get_by_role("link", name="Edit Built here").click()
        expect(friend.page.get_by_role("textbox", name="Title")).to_have_value("Built here")


def test_no_own_level_is_overwritten_or_kept_twice(visitor: Visitor) -> None:
    one = level_data("classic/2") | {"title": "Twin"}
    other = level_data("classic/4") | {"title": "Twin"}
    visitor.go("levels")
    for _ in range(2):
        choose(visitor, ("pack.json", {"levels": [one, other]}))
        expect(visitor.find(".own-card")).to_have_count(2)
    assert sorted(titles(visitor)) == ["Twin", "Twin (2)"]
    faulty = level_data("classic/3") | {"ball": {"x": "left"}}
    choose(visitor, ("pack.json", {"levels": [level_data("classic/5"), faulty]}))
    visitor.expect_toast("Level 2 of 2 cannot be read")
    visitor.ignore("422")
    assert len(visitor.drafts()) == 2


def test_a_level_from_a_link_stays_among_ones_own(visitor: Visitor) -> None:
    visitor.go("build/classic/2")
    visitor.page.get_by_role("textbox", name="Title").fill("Sent to a friend")
    visitor.press("Share")
    visitor.expect_toast("copied")
    link: str = visitor.page.evaluate("() => navigator.clipboard.readText()")
    visitor.page.evaluate("() => localStorage.clear()")
    visitor.page.goto("about:blank")
    visitor.page.goto(link)
    expect(visitor.page.get_by_role("heading", name="Sent to a friend")).to_be_visible()
    visitor.go("levels")
    expect(visitor.find(".own-card .name")).to_have_text("Sent to a friend")


def test_a_classroom_gets_a_table_and_a_notebook_that_plays_it_again(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.hurry()
    visitor.go("levels")
    choose(visitor, ("own.json", level_data("classic/2") | {"title": "Our level"}))
    for view in (None, "play/classic/2"):
        if view:
            visitor.go(view)
        expect(visitor.status).to_contain_text("Drag a piece")
        visitor.drag(IN_TRAY, SOLVED)
        visitor.press("Start")
        expect(visitor.find(".banner")).to_contain_text("Solved!")
    visitor.go("levels")
    for name in ("Attempts (CSV)", "Notebook"):
        with visitor.page.expect_download() as saved:
            visitor.press(name)
        saved.value.save_as(tmp_path / saved.value.suggested_filename)
    with (tmp_path / "attempts.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {(row["solved"], row["pieces"]) for row in rows} == {("true", "1")}
    assert [row["level"].split(".")[0] for row in rows] == ["classic/2", "mine"]
    notebook = json.loads((tmp_path / "attempts.ipynb").read_text(encoding="utf-8"))
    [code] = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
    monkeypatch.chdir(tmp_path)
    with redirect_stdout(StringIO()) as said:
        exec(code, {})  # what the page wrote
    first, second = said.getvalue().splitlines()
    assert first.startswith("Bridge in two parts")
    assert second.startswith("Our level")
    assert " solved " in first
    assert " solved " in second
