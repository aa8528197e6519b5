"""The physics of a run made visible, earlier attempts, and the map of where a piece would work."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.driving import Visitor

pytestmark = pytest.mark.slow

BAR, IN_TRAY, SOLVED, TOO_LOW = "AO6G", (75.0, 20.5), (217.0, 247.5), (217.0, 275.0)  # classic/2


def attempt(visitor: Visitor, place: tuple[float, float]) -> None:
    visitor.drag(visitor.pose(BAR)[:2], place)
    expect(visitor.status).to_have_text("Ready. Press Start.")
    visitor.press("Start")
    expect(visitor.find(".banner strong, .coach-box button").first).to_be_visible()


def test_arrows_energy_and_flashes_follow_the_ball_frame_by_frame(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    attempt(visitor, TOO_LOW)
    visitor.page.get_by_label("Arrows", exact=True).check()
    visitor.page.get_by_label("Stroboscope").check()
    moment = visitor.page.get_by_label("Moment of the trial")
    moment.fill("60")  # on the slope: speed and a force
    speed, force = visitor.find(".arrow.velocity"), visitor.find(".arrow.force")
    assert len(speed.get_attribute("d") or "") > 10
    assert len(force.get_attribute("d") or "") > 10
    expect(visitor.find(".energy-key .speed")).to_contain_text("m/s")  # beside its word
    expect(visitor.find(".strobe circle:not(.hidden)")).to_have_count(11)
    visitor.press("One frame on")
    expect(moment).to_have_value("61")
    visitor.find("h1").click()
    visitor.page.keyboard.press(",")
    expect(moment).to_have_value("60")
    visitor.press("Back to placing")
    expect(visitor.find(".strobe:not(.hidden), .arrow:not(.hidden)")).to_have_count(0)


def test_earlier_attempts_are_kept_and_restored(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    attempt(visitor, TOO_LOW)
    visitor.press("Back to placing")
    attempt(visitor, SOLVED)
    strip = visitor.find(".attempt")
    expect(strip).to_have_count(2)
    visitor.press("Back to placing")
    visitor.page.get_by_label("Speed").select_option("0.1", force=True)
    visitor.press("Start")
    expect(visitor.find(".clock").first).not_to_have_text("0.00 s")
    expect(strip).to_have_count(2)  # how the third one ends is not told before the ball is there
    visitor.page.get_by_label("Moment of the trial").press("End")
    expect(strip).to_have_count(3)
    expect(strip.first).to_contain_text("solved")
    strip.last.click()
    assert visitor.pose(BAR)[:2] == TOO_LOW
    expect(visitor.find(".ghost-path")).to_be_attached()
    visitor.page.reload()
    expect(strip).to_have_count(3)


def test_the_map_shows_where_a_piece_would_solve_the_level(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, TOO_LOW)
    visitor.press("Where would it work?")
    expect(visitor.find(".heat .works")).to_have_attribute("d", re.compile("M.*z"))
    expect(visitor.find(".heat-key")).to_contain_text("the piece solves the level")
    visitor.press("Hide the map")
    expect(visitor.find(".heat")).to_have_count(0)
    assert visitor.kept("asked.classic/2")  # it is help
