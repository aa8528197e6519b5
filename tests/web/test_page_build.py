"""Building in a real browser: make a level, certify it, save it, share it, lose nothing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, expect

from bubbleball.files.levels import parse_level
from bubbleball.game.kinds import Kind
from web.conftest import visit
from web.driving import WARNINGS, Visitor, box_of

pytestmark = pytest.mark.slow


def title(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("textbox", name="Title")


def opened(visitor: Visitor, content: bytes, name: str = "level.json") -> None:
    """Choose a file in the page's file dialogue."""
    upload = FilePayload(name=name, mimeType="application/json", buffer=content)
    visitor.find("input[type=file]").set_input_files([upload])


def test_a_level_is_built_certified_saved_reloaded_shared_and_opened_elsewhere(
    visitor: Visitor, browser: Browser, studio: str
) -> None:
    visitor.go("build")
    title(visitor).fill("A gap of my own")
    visitor.page.get_by_role("button", name="Ground 120 × 20").click()
    visitor.drag((240, 200), (420, 130))
    ground = visitor.find(".layer-scenery .node.selected").get_attribute("data-id")
    assert ground == "ground-3"
    visitor.page.get_by_label("Angle").fill("20")
    visitor.page.get_by_label("Angle").press("Enter")
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")
    assert visitor.pose(ground)[2] == 20

    visitor.page.get_by_label("Time for the certification").select_option("5")
    visitor.press("Certify")
    expect(visitor.find(".seal")).to_have_text("Solvable", timeout=120_000)
    visitor.picture("studio-build.png")

    with visitor.page.expect_download() as ours:
        visitor.press("Save")
    document = parse_level(ours.value.path().read_bytes())
    assert document.level.title == "A gap of my own"
    assert document.solutions, "the certificate's solutions are saved along"
    with visitor.page.expect_download() as original:
        visitor.press("Save original")
    assert parse_level(original.value.path().read_bytes()).level.parts == document.level.parts

    visitor.page.reload()
    expect(title(visitor)).to_have_value("A gap of my own")
    assert visitor.pose(ground)[2] == 20

    visitor.press("Share")
    visitor.expect_toast("copied")
    link = visitor.page.evaluate("() => navigator.clipboard.readText()")
    assert link.startswith(f"{studio}/#/share/")
    with visit(browser, studio) as friend:
        friend.hurry()
        friend.page.goto(link)
        expect(friend.page.get_by_role("heading", name="A gap of my own")).to_be_visible()
        expect(friend.status).to_contain_text("Drag a piece")  # no solution came along


def test_a_part_dragged_into_the_tray_becomes_a_piece(visitor: Visitor) -> None:
    visitor.go("build")
    entry = box_of(visitor.page.get_by_role("button", name="Wooden wedge 75 × 75"))
    visitor.page.mouse.move(entry["x"] + 20, entry["y"] + 20)
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.on_screen((300, 40)), steps=6)
    visitor.page.mouse.up()
    expect(visitor.find('.layer-pieces [data-id="wood-1"]')).to_be_attached()
    visitor.drag((290, 60), (290, 250))
    expect(visitor.find('.layer-scenery [data-id="wood-1"]')).to_be_attached()
    visitor.press("Undo")
    expect(visitor.find('.layer-pieces [data-id="wood-1"]')).to_be_attached()
    visitor.page.get_by_label("Angle").fill("90")  # too high for the tray
    visitor.page.get_by_label("Angle").press("Enter")
    visitor.page.get_by_label("The player may place it").uncheck()
    visitor.page.get_by_label("The player may place it").check()
    expect(visitor.find(WARNINGS)).to_contain_text("sound")
    visitor.page.get_by_label("The player may place it").uncheck()
    visitor.page.get_by_label("Loose").check()
    [draft] = visitor.drafts()
    [wood] = [part for part in draft["level"]["scenery"] if part["kind"] == Kind.WOOD]
    assert wood["loose"] is True


def test_snapping_puts_corners_on_the_grid_and_the_handle_sizes(visitor: Visitor) -> None:
    visitor.go("build")
    visitor.drag((390, 300), (383, 289))
    x, y, _ = visitor.pose("ground-2")
    assert (x - 90) % 5 == 0
    assert (y - 10) % 5 == 0
    handle = box_of(visitor.find(".handle.size .knob"))
    corner = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    visitor.page.mouse.move(*corner)
    visitor.page.mouse.down()
    visitor.page.mouse.move(corner[0] - 60, corner[1] + 40, steps=4)
    visitor.page.mouse.up()
    [draft] = visitor.drafts()
    ground = draft["level"]["scenery"][1]
    assert (ground["width"] % 5, ground["height"] % 5) == (0, 0)
    assert ground["width"] < 180
    assert ground["height"] > 20
    assert ground["x"] - ground["width"] / 2 == x - 90  # the other corner stays


def test_a_faulty_level_is_told_at_once(visitor: Visitor) -> None:
    visitor.go("build")
    visitor.node("metal-1").press("Enter")
    visitor.page.get_by_label("Width").fill("99999")
    visitor.page.get_by_label("Width").press("Enter")
    expect(visitor.find(f"{WARNINGS}.bad")).to_contain_text("Bar: width 99999 is too large")
    visitor.press("Undo")
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")


def test_editing_a_copy_keeps_the_draft_before_it(visitor: Visitor) -> None:
    visitor.go("build")
    title(visitor).fill("First")
    expect(visitor.find(WARNINGS)).to_contain_text("sound")
    visitor.go("build/classic/2")
    expect(title(visitor)).to_have_value("Bridge in two parts")
    visitor.page.get_by_label("Your drafts").select_option(index=1)
    expect(title(visitor)).to_have_value("First")


def test_files_of_both_formats_open(visitor: Visitor) -> None:
    visitor.go("build/classic/10")
    for name in ("Save", "Save original"):
        with visitor.page.expect_download() as saved:
            visitor.press(name)
        content = saved.value.path().read_bytes()
        visitor.press("New")
        expect(title(visitor)).to_have_value("")
        opened(visitor, content)
        expect(title(visitor)).to_have_value("Upside down")


def test_markup_in_titles_and_ids_stays_text(visitor: Visitor) -> None:
    nasty = "<img src=x onerror=\"document.title='owned'\">"
    visitor.go("build")
    title(visitor).fill(nasty)
    level = json.loads(json.dumps(visitor.drafts()[0]["level"]))
    level["pieces"][0]["id"] = nasty
    visitor.go("levels")
    opened(visitor, json.dumps(level).encode(), f"{nasty}.json")
    expect(visitor.page.get_by_role("heading", name=nasty)).to_be_visible()
    visitor.page.get_by_role("button", name="Start", exact=True).click()
    expect(visitor.find(".clock").first).not_to_have_text("0.00 s")
    visitor.page.get_by_role("link", name="Back to the builder").click()
    expect(title(visitor)).to_have_value(f"{nasty} (2)")  # beside the draft that it came from
    visitor.go("levels")
    expect(visitor.find(".own-card .name").first).to_contain_text(nasty)
    assert visitor.find("main img").count() == 0
    assert "owned" not in visitor.page.title()


@pytest.mark.parametrize(
    "link", ["#/share/xxx", "#/share/", "#/share/%00", "#/play/none", "#/%3Cb"]
)
def test_a_broken_link_is_explained(visitor: Visitor, link: str) -> None:
    visitor.page.goto(f"/{link}")
    if "share" in link:
        visitor.expect_toast("level")
        expect(visitor.find(".card").first).to_be_visible()
    else:
        expect(visitor.find(".message p")).to_contain_text(
            "no level" if "play" in link else "no page"
        )


def test_a_part_is_copied_by_keys(visitor: Visitor) -> None:
    visitor.go("build")
    visitor.page.get_by_role("button", name="Ground 120 × 20").click()
    first = visitor.find(".node.selected").get_attribute("data-id") or ""
    x, y, _ = visitor.pose(first)
    visitor.page.keyboard.press("Control+c")
    visitor.page.keyboard.press("Control+v")
    visitor.page.keyboard.press("Control+v")
    visitor.page.keyboard.press("Control+d")
    expect(visitor.find(".layer-scenery .node")).to_have_count(6)  # two are there from the start
    last = visitor.find(".node.selected").get_attribute("data-id") or ""
    assert visitor.pose(last)[:2] == (x + 45, y + 45)
    visitor.page.keyboard.press("Control+z")
    expect(visitor.find(".layer-scenery .node")).to_have_count(5)


def test_a_part_at_fault_lights_up(visitor: Visitor) -> None:
    visitor.go("build")
    visitor.page.get_by_role("button", name="Plank 200 × 25").click()
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")
    expect(visitor.find(".node.wrong")).to_have_count(0)
    plank = visitor.find(".node.selected").get_attribute("data-id") or ""
    visitor.page.get_by_label("Width").fill("5000")
    visitor.page.get_by_label("Width").press("Enter")
    expect(visitor.find(".warnings.bad")).to_contain_text("Plank")
    expect(visitor.node(plank)).to_have_class(re.compile(r"\bwrong\b"))
    visitor.press("Undo")
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")
    expect(visitor.find(".node.wrong")).to_have_count(0)


def test_a_teleport_leads_where_the_designer_wants(visitor: Visitor) -> None:
    visitor.go("build/new")
    for _ in range(4):
        visitor.find(".palette button", has_text="Teleport").click()
    visitor.node("teleport-1").press("Enter")
    leads = visitor.page.get_by_label("Leads to")
    expect(leads).to_have_value("teleport-2")  # as the game pairs them
    leads.select_option("teleport-4")
    expect(leads).to_have_value("teleport-4")
    [draft] = visitor.drafts()
    pairs = [["teleport-2", "teleport-3"], ["teleport-1", "teleport-4"]]
    assert draft["level"]["teleports"] == pairs
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")
    visitor.press("Undo")
    expect(leads).to_have_value("teleport-2")
