"""The puzzles of other games in the studio: looked at, played and solved in the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from other_games import write_own_level
from web.accessibility import assert_accessible
from web.conftest import running, visit
from web.driving import box_of
from web.test_page_layout import LANDSCAPE, LAPTOP, NARROW, in_sight, too_wide

PARTS = (".transport .clock", ".transport")
PICTURE = (".puzzle-stage", ".transport")
SCENE = {"game": "interphyre", "name": "just_a_nudge:1"}


@pytest.fixture(scope="module")
def studio_with_puzzles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BUBBLEBALL_DATA", str(folder))
        write_own_level()
        with running() as address:
            yield address


@pytest.mark.slow
def test_missing_data_are_said_and_faults_are_refused(studio_with_puzzles: str) -> None:
    with httpx.Client(base_url=studio_with_puzzles, timeout=60) as http:
        phyre, interphyre = http.get("/api/puzzles").json()["games"]
        assert "run `bubbleball phyre fetch`" in phyre["missing"]
        assert interphyre["groups"] == [{"name": "just_a_nudge", "puzzles": 1}]
        unknown = http.post("/api/puzzle", json=SCENE | {"name": "just_a_nudge:2"})
        assert unknown.status_code == 422
        assert "just_a_nudge" in unknown.json()["message"]
        outside = {"balls": [{"x": 90, "y": 0, "radius": 0.5}]}
        refused = http.post("/api/puzzle-play", json=SCENE | outside)
        assert refused.status_code == 422
        assert "is not inside" in refused.json()["message"]


@pytest.mark.slow
def test_a_card_opens_its_first_puzzle_before_its_list_has_come(
    browser: Browser, studio_with_puzzles: str
) -> None:
    with visit(browser, studio_with_puzzles) as visitor:
        visitor.page.route("**/api/puzzle-names", lambda route: None)  # never answered
        visitor.page.goto("/#/puzzles")
        link = visitor.find(".puzzle-card a")
        expect(link).to_have_attribute("href", "#/puzzles/interphyre/just_a_nudge")
        visitor.page.unroute("**/api/puzzle-names")
        expect(link.locator(".thumb")).to_have_count(1)  # the picture is a link, too
        link.click()
        expect(visitor.find(".puzzle h1")).to_have_text("Just a nudge 1")


@pytest.mark.slow
def test_the_run_of_a_puzzle_is_scrubbed(browser: Browser, studio_with_puzzles: str) -> None:
    with visit(browser, studio_with_puzzles) as visitor:
        visitor.page.goto("/#/puzzles/interphyre/just_a_nudge")
        ball = visitor.find(".puzzle-stage g.placed")
        placed = ball.get_attribute("transform") or ""
        replay = visitor.page.get_by_role("group", name="Replay")
        expect(replay).to_be_hidden()
        visitor.press("Start")
        scrub = visitor.page.get_by_label("Moment of the trial")
        scrub.fill("0")
        expect(ball).to_have_attribute("transform", placed)
        expect(visitor.find(".puzzle [role=status]")).to_have_text("Running …")  # no spoiler
        visitor.press("One frame on")
        expect(scrub).to_have_value("1")
        path = visitor.find(".puzzle-stage .path.placed")
        assert len((path.get_attribute("points") or "").split()) == 2
        scrub.press("End")
        expect(visitor.find(".puzzle [role=status]")).to_contain_text("olved")
        expect(ball).not_to_have_attribute("transform", placed)
        visitor.page.get_by_label("Path").uncheck()
        expect(path).to_be_hidden()
        visitor.press("Reset")
        expect(replay).to_be_hidden()
        expect(ball).to_have_attribute("transform", placed)


@pytest.mark.slow
def test_a_puzzle_and_its_slider_fit_the_window(browser: Browser, studio_with_puzzles: str) -> None:
    with visit(browser, studio_with_puzzles, viewport=LAPTOP) as visitor:
        visitor.page.goto("/#/puzzles/interphyre/just_a_nudge")
        visitor.press("Start")
        for part in (".puzzle-stage", ".transport"):
            assert in_sight(visitor, visitor.find(part)), part
        picture, below = (box_of(visitor.find(f".puzzle {part}")) for part in PICTURE)
        assert abs(picture["width"] - below["width"]) < 2
        for size in (NARROW, LANDSCAPE):
            visitor.page.set_viewport_size(size)
            assert not too_wide(visitor)
            clock, bar = (box_of(visitor.find(f".puzzle {part}")) for part in PARTS)
            assert clock["x"] + clock["width"] <= bar["x"] + bar["width"]  # it is not cut off
        assert in_sight(visitor, visitor.find(".puzzle .scrub"))


@pytest.mark.slow
def test_a_visitor_plays_a_puzzle_and_watches_the_solver(
    browser: Browser, studio_with_puzzles: str
) -> None:
    size = {"width": 1280, "height": 720}
    with visit(browser, studio_with_puzzles, viewport=size) as visitor:
        visitor.page.goto("/#/puzzles")
        expect(visitor.find(".missing code")).to_have_text("bubbleball phyre fetch")
        expect(visitor.find(".puzzle-card .thumb svg")).to_be_visible()
        assert_accessible(visitor)
        visitor.find(".puzzle-card a").click()
        stage = visitor.find(".puzzle-stage")
        ball = visitor.find(".puzzle-stage g.placed")
        before = ball.get_attribute("transform") or ""
        box = box_of(stage)
        visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.15)
        visitor.page.mouse.down()
        visitor.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.2)
        visitor.page.mouse.up()
        expect(ball).not_to_have_attribute("transform", before)
        visitor.press("Start")
        expect(visitor.find(".puzzle [role=status]")).to_contain_text("olved")
        stop = visitor.page.get_by_role("button", name="Stop", exact=True)
        expect(stop).to_be_disabled()  # nothing is being solved
        visitor.press("Solve")
        expect(visitor.find(".puzzle-story .won")).to_contain_text("solved after", timeout=300_000)
        expect(stop).to_be_disabled()
        assert_accessible(visitor)
