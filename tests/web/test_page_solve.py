"""Watching a solver in a real browser: every stage appears, forwards and backwards."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.web.limits import Limits
from web.conftest import hosted, visit
from web.driving import Visitor, shipped

pytestmark = pytest.mark.slow


def solved(visitor: Visitor, name: str) -> None:
    visitor.want_every_step()
    visitor.go(f"solve/{name}")
    visitor.page.get_by_role("spinbutton", name="Seconds").fill("300")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=300_000)


def test_every_stage_of_a_solve_of_level_4_appears(visitor: Visitor) -> None:
    solved(visitor, "classic/4")
    names = visitor.find(".moment").all_inner_texts()
    assert names[0] == "First look"
    assert {"Guide paths", "Region", "Supports", "Coarse search", "Fine search"} <= set(names)
    assert {"Learn", "Choose", "Trial 1"} <= set(names)

    def look_at(name: str) -> None:
        visitor.find(".moment").filter(has_text=name).first.click()

    look_at("Guide paths")
    expect(visitor.find(".layer-thoughts .guide").first).to_be_attached()
    expect(visitor.find(".layer-thoughts .recorded")).to_be_attached()
    look_at("Region")
    expect(visitor.find(".region rect")).to_be_attached()
    expect(visitor.find(".region .target")).to_be_attached()
    look_at("Coarse search")
    expect(visitor.find(".cloud .dots").first).to_be_attached()
    look_at("Choose")
    expect(visitor.find(".main-block > *")).to_have_count(1)
    expect(visitor.find(".line.predicted")).to_be_attached()
    expect(visitor.find(".sentence")).to_contain_text("I try this")
    expect(visitor.find('.belief [data-parameter="gravity"]')).to_be_visible()
    visitor.picture("studio.png")
    look_at("Trial")
    expect(visitor.find(".sentence")).to_contain_text("Solved!")
    expect(visitor.find(".line.predicted")).to_be_attached()  # against the actual path
    expect(visitor.find(".layer-traces .trace")).to_be_attached()

    with visitor.page.expect_download() as report:
        visitor.press("Report")
    assert "Prop up the plank" in report.value.path().read_text(encoding="utf-8")
    with visitor.page.expect_download(timeout=180_000) as film:
        visitor.press("Film")
    assert film.value.path().read_bytes().startswith(b"GIF89a")
    with visitor.page.expect_download() as data:
        visitor.press("JSON")
    record = json.loads(data.value.path().read_text(encoding="utf-8"))["record"]
    placements = [Placement(**placement) for placement in record["placements"]]
    assert Game(shipped("classic/4").level).play(placements).solved

    visitor.press("Play on from here")
    expect(visitor.status).to_have_text("Ready. Press Start.")
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")


def test_a_solve_is_told_in_chapters(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("solve/classic/8")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=300_000)
    names = visitor.find(".chapter").all_inner_texts()
    assert names[:6] == ["Look", "Learn", "Plan", "Search", "Choose", "Try 1"]
    assert visitor.find(".moment").count() > 2 * len(names)
    expect(visitor.find(".moment").first).to_be_hidden()
    for name in ("Look", "Learn", "Plan", "Choose", "Try 1", "Search"):
        visitor.find(".chapter", has_text=name).first.click()
        expect(visitor.find(".chapter-title")).to_contain_text(name)
    expect(visitor.find(".sentence")).to_contain_text("candidates tried in the models")
    expect(visitor.find(".sentence")).to_contain_text("of the sampled worlds")  # the check
    expect(visitor.find(".line.predicted")).to_be_attached()  # of the plan that it found
    expect(visitor.find(".why")).to_contain_text("In this step the solver")
    expect(visitor.find(".legend")).to_contain_text("Guide path")
    visitor.page.get_by_label("Every step").check()
    expect(visitor.find(".moment").first).to_be_visible()


def test_the_timeline_goes_back_and_forth(visitor: Visitor) -> None:
    solved(visitor, "classic/1")
    visitor.find(".moment").last.click()
    last = visitor.find(".moment").count()
    expect(visitor.find(".timeline .clock")).to_have_text(f"{last} / {last}")
    visitor.press("Earlier")
    expect(visitor.find(".timeline .clock")).to_have_text(f"{last - 1} / {last}")
    expect(visitor.find(".sentence")).to_contain_text("I try this")
    visitor.press("Later")
    expect(visitor.find(".sentence")).to_contain_text("Trial 1")
    visitor.page.get_by_label("Moment of the solve").first.fill("0")
    expect(visitor.find(".sentence")).to_contain_text("nothing placed")


def test_a_solve_can_be_stopped_at_any_time(browser: Browser) -> None:
    size = {"width": 1280, "height": 860}
    with (
        hosted(Limits(), "web.slow_tasks") as studio,
        visit(browser, studio, viewport=size) as visitor,
    ):
        visitor.go("solve/classic/21")
        visitor.page.get_by_role("combobox", name="Solver").select_option("random")
        visitor.page.get_by_role("spinbutton", name="Trials").fill("100")
        visitor.press("Solve")
        visitor.find(".chapter.try").nth(1).wait_for()
        visitor.press("Stop")
        expect(visitor.page.get_by_role("button", name="Solve", exact=True)).to_be_visible()
        expect(visitor.status).to_contain_text("Stopped. Not solved after")


def test_changed_physics_is_not_told_but_learnt(visitor: Visitor) -> None:
    visitor.go("physics/classic/1")
    visitor.page.get_by_label("Preset").select_option("heavy")
    expect(visitor.find(".slider.changed")).to_contain_text("19.6")
    expect(visitor.find(".real-path")).to_be_attached()
    visitor.press("Let the solver learn")
    row = visitor.find('.belief [data-parameter="gravity"]')
    expect(row).to_contain_text("19.6 m/s²", timeout=120_000)
    expect(visitor.find('.chart:has-text("Gravity")')).to_be_visible()


def test_a_solve_whose_server_goes_away_says_so(visitor: Visitor) -> None:
    visitor.go("solve/classic/1")
    sent = 'data: {"type": "began", "id": "x"}\n\n'  # and then nothing more
    visitor.page.route("/api/solve", lambda route: route.fulfill(body=sent))
    visitor.press("Solve")
    expect(visitor.status).to_have_text("The server ended the solve without a result.")
    visitor.page.unroute("/api/solve")
    visitor.page.context.set_offline(True)
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("The studio’s server does not answer")
    expect(visitor.find("#away")).to_be_visible()
    visitor.ignore("ERR_INTERNET_DISCONNECTED")


def test_the_picture_shows_every_planned_piece_and_its_role(visitor: Visitor) -> None:
    solved(visitor, "classic/8")  # three pieces, placed one after another
    with visitor.page.expect_download() as data:
        visitor.press("JSON")
    moments = json.loads(data.value.path().read_text(encoding="utf-8"))["moments"]
    chosen, trial = moments[-2:]
    assert (chosen["type"], chosen["stage"]) == ("thought", "choose")
    assert len(trial["placements"]) > 1
    for number, moment in enumerate(moments):
        if moment["type"] != "thought" or moment["stage"] in ("learn", "guide", "support"):
            continue
        visitor.page.get_by_label("Moment of the solve", exact=True).first.fill(str(number))
        pieces = {placement["piece"] for placement in moment["placed"]}
        shown = visitor.find(".layer-pieces .node.placed")
        expect(shown).to_have_count(len(pieces))
        assert {node.get_attribute("data-id") for node in shown.all()} == pieces
        for placement in moment["placed"]:
            assert visitor.pose(placement["piece"])[:2] == (placement["x"], placement["y"])
        expect(visitor.find(".line.predicted")).to_have_count(min(1, len(moment["predicted"])))
        expect(visitor.find(".roles li")).to_have_count(len(pieces))
    visitor.find(".moment").nth(len(moments) - 2).click()
    assert {p["piece"] for p in chosen["placed"]} == {p["piece"] for p in trial["placements"]}
    expect(visitor.find(".roles")).to_contain_text("main block")
    expect(visitor.find(".main-block > *")).to_have_count(1)
    expect(visitor.find(".cloud .dots, .region rect")).to_have_count(0)  # of another branch
    for piece in pieces:
        expect(visitor.find(".sentence-box")).not_to_contain_text(piece)
