"""Arranging parts in the builder: several at once, in line, from a list; what a fault speaks of."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import pytest
from playwright.sync_api import Locator, expect

from web.driving import WARNINGS, Point, Visitor, shipped

pytestmark = pytest.mark.slow

SELECTED = re.compile(r"\bselected\b")
WRONG = re.compile(r"\bwrong\b")


def selected(visitor: Visitor) -> set[str | None]:
    return {node.get_attribute("data-id") for node in visitor.find(".node.selected").all()}


def listed(visitor: Visitor, name: str) -> Locator:
    """The entry of the list of parts."""
    return visitor.page.get_by_role("region", name="Parts").get_by_role("button", name=name)


def hold(visitor: Visitor, start: Point, end: Point) -> None:
    """Drag without letting go."""
    visitor.page.mouse.move(*visitor.on_screen(start))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.on_screen(end), steps=5)


def test_parts_that_are_clicked_with_shift_move_copy_and_go_together(visitor: Visitor) -> None:
    visitor.go("build/new")
    visitor.node("ground-2").click()
    visitor.node("ground-1").click(modifiers=["Shift"])
    assert selected(visitor) == {"ground-1", "ground-2"}
    expect(visitor.find(".inspector legend")).to_have_text("2 parts")
    before = {part: visitor.pose(part) for part in ("ground-1", "ground-2")}
    visitor.drag((390, 300), (360, 280))
    moved = {part: visitor.pose(part) for part in ("ground-1", "ground-2")}
    shifts = {
        (round(moved[part][0] - x, 2), round(moved[part][1] - y, 2))
        for part, (x, y, _) in before.items()
    }
    assert len(shifts) == 1, "all go the same way"
    assert shifts != {(0, 0)}
    assert selected(visitor) == {"ground-1", "ground-2"}

    visitor.page.keyboard.press("Control+d")
    expect(visitor.find(".layer-scenery .node")).to_have_count(4)
    assert selected(visitor) == {"ground-3", "ground-4"}
    visitor.page.keyboard.press("Delete")
    expect(visitor.find(".layer-scenery .node")).to_have_count(2)
    visitor.press("Undo")  # one step each
    expect(visitor.find(".layer-scenery .node")).to_have_count(4)
    visitor.press("Undo")
    expect(visitor.find(".layer-scenery .node")).to_have_count(2)
    visitor.press("Undo")
    assert {part: visitor.pose(part) for part in before} == before


def test_a_rubber_band_selects_and_a_click_beside_selects_nothing(visitor: Visitor) -> None:
    visitor.go("build/new")
    hold(visitor, (300, 200), (470, 315))
    expect(visitor.find(".band-box")).to_be_visible()
    visitor.page.mouse.up()
    expect(visitor.find(".band-box")).to_have_count(0)
    assert selected(visitor) == {"flag", "ground-2"}
    visitor.node("ball").click(modifiers=["Shift"])
    assert selected(visitor) == {"flag", "ground-2", "ball"}
    visitor.node("flag").click(modifiers=["Shift"])
    assert selected(visitor) == {"ground-2", "ball"}
    visitor.page.keyboard.press("Delete")
    visitor.expect_toast("needs its ball and its flag")
    expect(visitor.node("ground-2")).to_have_count(0)
    expect(visitor.node("ball")).to_have_count(1)
    visitor.page.mouse.click(*visitor.on_screen((300, 150)))
    assert selected(visitor) == set()


def test_a_group_stays_in_sight_as_a_whole(visitor: Visitor) -> None:
    visitor.go("build/new")
    visitor.node("ground-1").click()
    visitor.node("ground-2").click(modifiers=["Shift"])
    (ax, ay, _), (bx, by, _) = visitor.pose("ground-1"), visitor.pose("ground-2")
    visitor.drag((390, 300), (-300, 40))
    (cx, cy, _), (dx, dy, _) = visitor.pose("ground-1"), visitor.pose("ground-2")
    assert (dx - cx, dy - cy) == (bx - ax, by - ay), "its shape is kept"
    assert cx == 0
    assert cy >= 80, "ground stays out of the tray"


def test_several_are_selected_by_keys_and_by_taps(visitor: Visitor) -> None:
    visitor.go("build/new")
    visitor.node("ground-1").press("Enter")
    visitor.node("ground-2").press("Shift+Enter")
    assert selected(visitor) == {"ground-1", "ground-2"}
    x = visitor.pose("ground-1")[0]
    visitor.node("ground-2").press("ArrowLeft")
    assert visitor.pose("ground-1")[0] == x - 5
    visitor.page.keyboard.press("Control+a")
    assert selected(visitor) == {"ball", "flag", "ground-1", "ground-2", "metal-1"}
    visitor.page.keyboard.press("Escape")
    assert selected(visitor) == set()
    visitor.page.get_by_role("checkbox", name="Select several").check()
    visitor.node("ground-1").click()
    visitor.node("metal-1").click()
    assert selected(visitor) == {"ground-1", "metal-1"}


def test_lines_show_what_a_dragged_part_is_in_line_with(visitor: Visitor) -> None:
    visitor.go("build/new")
    visitor.page.get_by_role("button", name="Crate 50 × 50").click()  # at 240, 200
    hold(visitor, (240, 200), (417, 222))  # nearly over the flag's middle, 420
    expect(visitor.find(".in-line").first).to_be_attached()
    assert visitor.pose("wood-1")[0] == 420
    line = visitor.find('.in-line[x1="420"]')
    expect(line).to_have_count(1)
    assert line.get_attribute("x2") == "420"
    visitor.page.mouse.move(*visitor.on_screen((250, 151)), steps=4)
    expect(line).to_have_count(0)
    visitor.page.mouse.up()
    expect(visitor.find(".in-line")).to_have_count(0)


def test_parts_are_selected_and_removed_in_the_list(visitor: Visitor) -> None:
    visitor.go("build/new")
    entry = listed(visitor, "long ground")
    entry.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.node("ground-2")).to_have_class(SELECTED)
    expect(entry).to_have_attribute("aria-pressed", "true")
    expect(entry).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(listed(visitor, "bar")).to_be_focused()
    visitor.page.keyboard.press("Shift+Enter")
    assert selected(visitor) == {"ground-2", "metal-1"}
    listed(visitor, "long ground").press("Delete")
    expect(visitor.find(".layer-scenery .node")).to_have_count(1)
    expect(visitor.find(".layer-pieces .node")).to_have_count(0)
    visitor.press("Undo")
    expect(listed(visitor, "bar")).to_contain_text("in the tray")


def test_ball_and_flag_light_up_when_they_are_at_fault(visitor: Visitor) -> None:
    visitor.go("build/new")
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")
    visitor.drag((60, 120), (380, 300))  # the ball into the ground
    expect(visitor.find(WARNINGS)).to_contain_text("The ball starts")
    expect(visitor.node("ball")).to_have_class(WRONG)
    expect(visitor.node("ground-2")).to_have_class(WRONG)
    expect(visitor.node("flag")).not_to_have_class(WRONG)
    expect(listed(visitor, "ball")).to_contain_text("at fault")
    visitor.press("Undo")
    expect(visitor.find(".node.wrong")).to_have_count(0)
    visitor.drag((420, 265), (420, 300))  # the flag into the ground
    expect(visitor.find(WARNINGS)).to_contain_text("The flag stands")
    expect(visitor.node("flag")).to_have_class(WRONG)
    expect(visitor.node("ball")).not_to_have_class(WRONG)


def certify(visitor: Visitor, level: str) -> Locator:
    """Build a copy of a level that a certificate finds solvable; the button of its solution."""
    solutions = [[asdict(at) for at in each] for each in shipped(level).solutions]
    found = {
        "type": "certificate",
        "solvable": True,
        "verdict": "solvable",
        "text": "Solvable: found.",
        "facts": [],
        "solutions": solutions,
    }
    visitor.page.route(
        "**/api/certify",
        lambda route: route.fulfill(
            content_type="text/event-stream", body=f"data: {json.dumps(found)}\n\n"
        ),
    )
    visitor.go(f"build/{level}")
    visitor.press("Certify")
    expect(visitor.find(".seal")).to_have_text("Solvable")
    return visitor.page.get_by_role("button", name="Solution 1", exact=True)


def test_a_previewed_power_up_is_drawn_as_on_the_stage(visitor: Visitor) -> None:
    certify(visitor, "classic/8").click()
    expect(visitor.find(".preview .power.speedup")).to_have_count(2)
    expect(visitor.find(".preview .glyph")).to_have_count(visitor.find(".preview .power").count())


def test_a_solution_is_looked_at_before_it_is_tried(visitor: Visitor) -> None:
    show = certify(visitor, "classic/2")
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(visitor.find(".preview [data-outline]").first).to_be_visible()
    expect(visitor.find(".layer-traces .trace")).to_have_count(1)
    assert "#/build" in visitor.page.url
    show.click()
    expect(visitor.find(".preview")).to_have_count(0)
    expect(visitor.find(".layer-traces .trace")).to_have_count(0)
    show.click()
    visitor.press("Try solution 1")
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
