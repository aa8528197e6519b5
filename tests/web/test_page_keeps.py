"""Nothing that a visitor has done is lost: pieces, undo, drafts, certificates, solves, searches."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Locator, expect

from web.conftest import visit
from web.driving import WARNINGS, Point, Visitor

pytestmark = pytest.mark.slow

PIECE, IN_TRAY = "AO6G", (75.0, 20.5)  # of classic/2


def title(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("textbox", name="Title")


def build_sound_level(visitor: Visitor, name: str) -> None:
    visitor.go("build/new")
    title(visitor).fill(name)
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")


@pytest.mark.parametrize("place", [(620, 200), (-90, 200), (240, 420), (240, 70), (240, 45)])
def test_a_piece_let_go_out_of_sight_or_in_the_tray_is_in_the_tray(
    visitor: Visitor, place: Point
) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (200, 250))
    visitor.drag((200, 250), place)
    assert visitor.pose(PIECE)[:2] == IN_TRAY
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    assert visitor.kept("placed.classic/2") is None


def test_a_piece_that_slips_from_the_thumb_is_in_the_tray(phone: Visitor) -> None:
    phone.go("play/classic/2")
    phone.swipe(IN_TRAY, (217, 430))
    assert phone.pose(PIECE)[:2] == IN_TRAY


def test_a_piece_stays_in_sight_by_keys_and_numbers(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (200, 250))
    visitor.page.get_by_label("x", exact=True).fill("9999")
    visitor.page.get_by_label("x", exact=True).press("Enter")
    assert visitor.pose(PIECE)[0] == 480


def test_escape_gives_up_a_drag(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (200, 250))
    before = visitor.pose(PIECE)
    visitor.page.mouse.move(*visitor.on_screen((200, 250)))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.on_screen((300, 150)), steps=4)
    visitor.page.keyboard.press("Escape")
    visitor.page.mouse.up()
    assert visitor.pose(PIECE) == before


def test_a_piece_lost_by_an_older_version_is_in_the_tray(visitor: Visitor) -> None:
    lost = json.dumps([{"piece": PIECE, "x": 611.62, "y": 306.97, "angle": 0}])
    visitor.page.add_init_script(f"localStorage['bubbleball.placed.classic/2'] ??= '{lost}'")
    visitor.go("play/classic/2")
    assert visitor.pose(PIECE)[:2] == IN_TRAY


def test_undo_and_redo_survive_a_reload(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (200, 250))
    visitor.drag((200, 250), (300, 150))
    visitor.press("Undo")
    visitor.page.reload()
    visitor.press("Redo")
    assert visitor.pose(PIECE)[:2] == pytest.approx((300, 150), abs=1)
    visitor.go("levels")
    visitor.go("play/classic/2")
    visitor.press("Undo")
    visitor.press("Undo")
    assert visitor.pose(PIECE)[:2] == IN_TRAY


def test_undo_in_the_builder_survives_a_reload(visitor: Visitor) -> None:
    build_sound_level(visitor, "Two steps")
    visitor.drag((390, 300), (300, 250))
    moved = visitor.pose("ground-2")
    visitor.page.reload()
    visitor.press("Undo")
    assert visitor.pose("ground-2") != moved
    visitor.press("Redo")
    assert visitor.pose("ground-2") == moved


def test_no_draft_is_dropped_however_many_there_are(visitor: Visitor) -> None:
    build_sound_level(visitor, "The first of many")
    for number in range(35):
        visitor.go("levels")
        visitor.go("build/new")
        title(visitor).fill(f"Number {number}")
    titles = {draft["level"]["title"] for draft in visitor.drafts()}
    assert len(titles) == 36
    assert "The first of many" in titles


def test_looking_at_a_copy_makes_no_draft_but_changing_it_does(visitor: Visitor) -> None:
    for _ in range(3):
        visitor.go("play/classic/2")
        visitor.page.get_by_role("link", name="Edit a copy").click()
        expect(title(visitor)).to_have_value("Bridge in two parts")
    assert visitor.drafts() == []
    title(visitor).fill("Bridge of my own")
    assert len(visitor.drafts()) == 1
    visitor.page.reload()
    expect(title(visitor)).to_have_value("Bridge of my own")


def test_playing_a_draft_leads_back_to_the_same_draft(visitor: Visitor) -> None:
    build_sound_level(visitor, "There and back")
    for _ in range(2):
        visitor.press("Play it")
        visitor.page.get_by_role("link", name="Back to the builder").click()
        expect(title(visitor)).to_have_value("There and back")
    assert len(visitor.drafts()) == 1


def test_drafts_of_version_0_1_are_taken_over(visitor: Visitor) -> None:
    build_sound_level(visitor, "Old")
    [draft] = visitor.drafts()
    visitor.page.evaluate(
        """(draft) => {
          localStorage.clear();
          localStorage.setItem("bubbleball.drafts", JSON.stringify([draft]));
        }""",
        draft,
    )
    visitor.go("levels")
    visitor.go("build")
    expect(title(visitor)).to_have_value("Old")
    assert [kept["key"] for kept in visitor.drafts()] == [draft["key"]]


def test_two_tabs_on_one_draft_do_not_overwrite_each_other(visitor: Visitor) -> None:
    build_sound_level(visitor, "Shared")
    other = Visitor(visitor.page.context.new_page())
    other.go("build")
    expect(title(other)).to_have_value("Shared")
    title(visitor).fill("Changed in the first tab")
    visitor.page.get_by_role("button", name="Spring").click()
    expect(title(other)).to_have_value("Changed in the first tab")
    other.expect_toast("Another tab has changed this level")
    other.page.get_by_role("textbox", name="Author").fill("Bob in the second tab")
    expect(visitor.page.get_by_role("textbox", name="Author")).to_have_value(
        "Bob in the second tab"
    )
    [draft] = visitor.drafts()
    level = draft["level"]
    assert (level["title"], level["author"]) == (
        "Changed in the first tab",
        "Bob in the second tab",
    )
    assert [part["kind"] for part in level["scenery"]].count("spring") == 1


def test_a_certificate_survives_playing_its_level_and_a_reload(visitor: Visitor) -> None:
    build_sound_level(visitor, "Certified")
    visitor.page.get_by_label("Time for the certification").select_option("5")
    visitor.press("Certify")
    expect(visitor.find(".seal")).to_have_text("Solvable", timeout=120_000)
    visitor.press("Solution 1")
    visitor.press("Try solution 1")
    visitor.page.get_by_role("link", name="Back to the builder").click()
    expect(visitor.find(".seal")).to_have_text("Solvable")
    title(visitor).fill("Certified, and renamed")
    visitor.page.reload()
    expect(visitor.find(".seal")).to_have_text("Solvable")
    visitor.drag((390, 300), (300, 250))
    expect(visitor.find(".seal")).to_have_count(0)  # another level now


def test_a_solve_survives_playing_on_and_a_server_that_is_away(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("solve/classic/1")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    moments = visitor.find(".moment").count()
    visitor.find(".chapter").last.click()
    visitor.press("Play on from here")
    expect(visitor.status).to_have_text("Ready. Press Start.")
    visitor.page.go_back()
    expect(visitor.find(".moment")).to_have_count(moments)
    expect(visitor.find(".sentence")).to_contain_text("Solved!")
    with visitor.page.expect_download():
        visitor.press("Report")
    visitor.page.context.set_offline(True)
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("does not answer")
    expect(visitor.find(".moment")).to_have_count(moments)
    visitor.page.context.set_offline(False)
    visitor.ignore("ERR_INTERNET_DISCONNECTED")


def test_search_filter_and_scroll_position_survive_going_back(
    browser: Browser, studio: str
) -> None:
    with visit(browser, studio, viewport={"width": 900, "height": 500}) as visitor:
        visitor.go("levels")
        visitor.page.get_by_label("Search").fill("workshop")
        visitor.page.get_by_label("Order").select_option("hard")
        visitor.page.mouse.wheel(0, 700)
        visitor.page.wait_for_function("() => scrollY > 500")
        card = visitor.find(".card").nth(12)
        card.hover()  # scrolls to it if it is not in sight
        scrolled = visitor.page.evaluate("scrollY")
        card.click()
        expect(visitor.find(".view.play")).to_be_visible()
        visitor.page.go_back()
        expect(visitor.page.get_by_label("Search")).to_have_value("workshop")
        expect(visitor.page.get_by_label("Order")).to_have_value("hard")
        assert visitor.page.evaluate("scrollY") == pytest.approx(scrolled, abs=300)
        assert visitor.page.evaluate("scrollY") > 300


@pytest.mark.parametrize(
    ("words", "found"),
    [("classic level 3", "classic/3"), ("classic teleporter", "classic/16")],
)
def test_search_takes_numbers_as_a_whole_and_kinds_by_name(
    visitor: Visitor, words: str, found: str
) -> None:
    visitor.go("levels")
    visitor.page.get_by_label("Search").fill(words)
    names = visitor.find(".card .facts > span:first-child").all_text_contents()
    assert found in names
    assert "classic/13" not in names
