"""Two solvers side by side on one level, and a visitor against the solver."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.driving import Visitor

pytestmark = pytest.mark.slow

IN_TRAY, SOLVED, TOO_LOW = (75.0, 20.5), (217.0, 247.5), (217.0, 275.0)  # classic/2


def test_two_solvers_play_the_same_level_side_by_side(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("solve/classic/1")
    visitor.page.get_by_role("link", name="Two solvers side by side").click()
    sides = visitor.find(".contestant")
    expect(sides).to_have_count(2)
    sides.last.get_by_role("combobox", name="Solver").select_option("random")
    visitor.press("Start both")
    left, right = visitor.page.get_by_role("region", name="Solver hierarchical"), sides.last
    expect(right).to_have_accessible_name("Solver random")
    expect(left.locator(".outcome")).to_contain_text("Solved in 1 trial", timeout=120_000)
    expect(right.locator(".outcome")).to_contain_text("olved", timeout=120_000)
    expect(left.locator(".tally")).to_contain_text("1 trial,")
    left.locator(".chapter", has_text="Choose").click()
    expect(left.locator(".sentence")).to_contain_text("I try this")
    expect(left.locator(".why")).to_contain_text("simulates the best candidates")
    expect(right.locator(".sentence")).not_to_contain_text("I try this")  # each has its own story
    right.locator(".chapter", has_text="Choose").first.click()
    expect(right.locator(".why")).to_contain_text("picks the placement to try")  # it checks nothing
    current = visitor.page.get_by_role("navigation").locator("[aria-current=page]")
    expect(current).to_have_text("Solve")
    visitor.page.get_by_role("link", name="Following level").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Bridge in two parts")
    expect(sides.first).to_contain_text("Press Start both.")


def test_stop_ends_both_solvers(visitor: Visitor) -> None:
    visitor.go("compare/classic/21")
    visitor.page.route("**/api/solve", lambda route: None)  # never answered
    stop = visitor.page.get_by_role("button", name="Stop both")
    expect(stop).to_be_disabled()  # nothing runs
    visitor.press("Start both")
    outcomes = visitor.find(".contestant .outcome")
    expect(outcomes).to_have_text(["Waiting for the server …"] * 2)
    visitor.press("Stop both")
    expect(outcomes).to_have_text(["Stopped."] * 2)
    expect(stop).to_be_disabled()


def test_a_visitor_races_the_solver_without_seeing_its_solution(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.press("Race the solver")
    race = visitor.find(".race")
    expect(race).to_contain_text("You: 0 trials so far")
    expect(race).to_contain_text("The solver: solved it in 1 trial", timeout=120_000)
    expect(visitor.find(".layer-pieces .node.placed")).to_have_count(0)
    visitor.drag(IN_TRAY, TOO_LOW)
    visitor.press("Start")
    expect(race).to_contain_text("You: 1 trial so far")
    visitor.press("Back to placing")
    visitor.drag(TOO_LOW, SOLVED)
    visitor.press("Start")
    expect(race).to_contain_text("You: solved it in 2 trials")
    expect(race).to_contain_text("The solver needed fewer.")


def test_a_stored_solution_wins_no_race(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.press("Race the solver")
    visitor.show_solution()
    visitor.press("Start")
    race = visitor.find(".race")
    expect(race).to_contain_text("You: solved it with help")
    expect(race).to_contain_text("The solver: solved it", timeout=120_000)
    expect(race).to_contain_text("With help there is no winner.")
