"""Why a trial failed, in the paper's terms."""

from __future__ import annotations

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Part
from bubbleball.game.placement import Placement
from bubbleball.method.failure import Reason, why_it_failed
from scenes import floor, run

PLANK = Part("plank", Kind.WOOD, 100, 40, 150, 25)
FLOOR = floor(300)


def test_a_block_that_falls_before_the_contact_was_not_supported() -> None:
    placed = Placement("plank", 300, 150)
    trial = run((60, 100), FLOOR, pieces=[PLANK], placements=[placed])
    failure = why_it_failed(trial, [placed], [("floor", 60)], reached=False)
    assert failure.reason is Reason.SUPPORTS
    assert "plank" in failure.detail


def test_a_meeting_that_was_not_predicted_is_an_interruption() -> None:
    trial = run((60, 100), FLOOR)
    failure = why_it_failed(trial, (), [("ramp", 20)], reached=False)
    assert failure.reason is Reason.INTERRUPTED
    assert "floor" in failure.detail


def test_a_target_that_led_nowhere_is_a_greedy_guide() -> None:
    trial = run((60, 100), FLOOR)
    assert why_it_failed(trial, (), [("floor", 60)], reached=True).reason is Reason.GREEDY


def test_a_run_that_met_what_was_predicted_and_missed_is_an_error_of_the_models() -> None:
    trial = run((60, 100), FLOOR)
    assert why_it_failed(trial, (), [("floor", 60)], reached=False).reason is Reason.MODEL
