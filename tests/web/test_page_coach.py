"""After a run that failed: what happened, and help in grades."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.driving import Visitor, shipped

pytestmark = pytest.mark.slow

BAR, IN_TRAY = "AO6G", (75.0, 20.5)  # classic/2
TOO_LOW = (217.0, 275.0)


def fail(visitor: Visitor) -> None:
    """Put the bar of classic/2 too low, and watch the ball pass."""
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, TOO_LOW)
    expect(visitor.status).to_have_text("Ready. Press Start.")
    visitor.press("Start")
    expect(visitor.find(".coach-box")).to_contain_text("See the miss")


def test_a_failed_run_is_explained_without_ids_and_the_nearest_miss_is_marked(
    visitor: Visitor,
) -> None:
    fail(visitor)
    expect(visitor.status).to_contain_text("came to rest on the ground;")
    expect(visitor.status).to_contain_text("px to the left of the flag")
    assert BAR not in visitor.status.inner_text()
    expect(visitor.find(".miss circle")).to_be_attached()
    visitor.press("See the miss")
    place = visitor.find(".miss circle")
    x, y = (float(place.get_attribute(name) or 0) for name in ("cx", "cy"))
    expect(visitor.find(".transport .round:has-text('Play')")).to_be_visible()  # it has stopped
    ball = visitor.pose(shipped("classic/2").level.ball.id)
    assert abs(ball[0] - x) + abs(ball[1] - y) < 1


def test_a_win_is_not_picked_to_pieces(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/21")
    visitor.show_solution()
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")
    expect(visitor.status).to_contain_text("The ball touched the flag")
    expect(visitor.status).not_to_contain_text("never met")


def test_help_comes_in_three_grades(visitor: Visitor) -> None:
    fail(visitor)
    box = visitor.find(".coach-box")
    visitor.press("Where to look")
    expect(visitor.find(".look circle").first).to_be_attached(timeout=120_000)
    expect(visitor.find(".hint")).to_have_count(0)
    visitor.press("Which piece")
    expect(box).to_contain_text("Look at the first bar: it should")
    expect(visitor.find(".hint")).to_have_count(0)
    visitor.press("Show me")
    expect(visitor.find(".hint > *").first).to_be_attached()
    visitor.press("Put it there")
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("with help")


def test_an_attempt_is_repaired_with_a_reason_and_undone(visitor: Visitor) -> None:
    fail(visitor)
    before = visitor.pose(BAR)
    visitor.press("Repair my attempt")
    box = visitor.find(".coach-box")
    expect(box).to_contain_text("Press Start to see it", timeout=120_000)
    expect(box).to_contain_text("the first bar")
    assert visitor.pose(BAR) != before
    expect(visitor.find(".before > *").first).to_be_attached()
    visitor.press("Undo")
    assert visitor.pose(BAR) == before
    visitor.press("Redo")
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")


def test_a_repair_can_be_cancelled(visitor: Visitor) -> None:
    fail(visitor)
    visitor.page.route("/api/repair", lambda route: None)  # never answers
    visitor.press("Repair my attempt")
    box = visitor.find(".coach-box")
    expect(box).to_contain_text("The solver looks at what stands")
    box.get_by_role("button", name="Cancel").click()
    expect(box).to_be_hidden()
    expect(visitor.page.get_by_role("button", name="Hint", exact=True)).to_be_visible()


def test_what_already_works_is_left_alone(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (217.0, 247.5))
    visitor.press("Hint")
    expect(visitor.find(".coach-box")).to_have_text(
        "This already reaches the flag. Press Start.", timeout=120_000
    )
