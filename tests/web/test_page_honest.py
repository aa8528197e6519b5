"""Nothing is given away unasked, and nothing is claimed that is not so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from web.conftest import visit
from web.driving import WARNINGS, Visitor, box_of, level_data, shipped

pytestmark = pytest.mark.slow

IN_TRAY, SOLVED = (75.0, 20.5), (217.0, 247.5)  # classic/2: the piece's centre


def copied(page: Page) -> str:
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text


def placed(visitor: Visitor) -> int:
    return visitor.find(".layer-pieces .node.placed").count()


def solution_of(name: str) -> list[dict[str, Any]]:
    return [
        {"piece": p.piece, "x": p.x, "y": p.y, "angle": p.angle} for p in shipped(name).solutions[0]
    ]


def test_a_certified_level_is_shared_without_its_solution(
    visitor: Visitor, browser: Browser, studio: str
) -> None:
    visitor.go("build/classic/2")
    visitor.page.get_by_role("textbox", name="Title").fill("With stored solutions")
    visitor.press("Share")
    visitor.expect_toast("copied")
    with visit(browser, studio) as friend:
        friend.page.goto(copied(visitor.page))
        expect(friend.page.get_by_role("heading", name="With stored solutions")).to_be_visible()
        assert placed(friend) == 0


def test_a_file_with_solutions_opens_with_nothing_placed(visitor: Visitor) -> None:
    level = level_data("classic/2") | {"solutions": [solution_of("classic/2")]}
    visitor.go("levels")
    upload = FilePayload(
        name="level.json", mimeType="application/json", buffer=json.dumps(level).encode()
    )
    visitor.find("input[type=file]").set_input_files([upload])
    expect(visitor.status).to_contain_text("Drag a piece")
    assert placed(visitor) == 0
    visitor.show_solution()  # asked for
    assert placed(visitor) == len(solution_of("classic/2"))


def test_a_stored_solution_is_not_shared_from_play(
    visitor: Visitor, browser: Browser, studio: str
) -> None:
    visitor.go("play/classic/2")
    visitor.show_solution()
    visitor.press("Share")
    visitor.expect_toast("copied")
    with visit(browser, studio) as friend:
        friend.page.goto(copied(visitor.page))
        expect(friend.status).to_contain_text("Drag a piece")
        assert placed(friend) == 0


def test_a_win_by_the_stored_solution_is_marked_as_such(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.show_solution()
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("with help")
    visitor.go("levels")
    card = visitor.find('.card:has-text("Bridge in two parts")')
    expect(card.locator(".tick.helped")).to_have_attribute("title", "solved with help")
    expect(visitor.find(".card.solved")).to_have_count(0)
    expect(visitor.find("h2").first).to_contain_text("0 of 21 solved")
    assert visitor.kept("solved") is None


def test_a_win_by_hints_or_by_the_solvers_placement_is_marked_as_such(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/1")
    visitor.press("Hint")
    visitor.press("Repair my attempt")
    expect(visitor.find(".coach-box")).to_contain_text("Undo brings", timeout=120_000)
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("with help")
    visitor.go("solve/classic/2")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    visitor.find(".chapter").last.click()
    visitor.press("Play on from here")
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("with help")
    assert visitor.kept("solved") is None


def test_a_win_of_ones_own_counts(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, SOLVED)
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")
    expect(visitor.find(".banner")).not_to_contain_text("help")
    assert visitor.kept("solved") == {"classic/2": 1}


def test_the_physics_of_an_unsolved_level_shows_no_solution(visitor: Visitor) -> None:
    visitor.go("play/classic/5")
    visitor.page.get_by_role("link", name="Change the physics").click()
    expect(visitor.find(".real-path")).to_be_attached()
    assert placed(visitor) == 0


def test_a_hint_looks_at_what_stands(visitor: Visitor) -> None:
    visitor.hurry()
    blocker = {"piece": "C5NY", "x": 300, "y": 180, "angle": 90}  # upright before the flag
    visitor.page.add_init_script(
        "localStorage['bubbleball.placed.classic/2'] ??= '"
        + json.dumps([{"piece": "AO6G", "x": 217, "y": 247.5, "angle": 0}, blocker])
        + "'"
    )
    visitor.go("play/classic/2")
    visitor.press("Hint")
    box = visitor.find(".coach-box")
    expect(box).to_contain_text("Look at the marked place", timeout=120_000)
    expect(box).not_to_contain_text("Press Start")
    visitor.press("Repair my attempt")
    expect(box).to_contain_text("Press Start to see it")
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")


def test_a_hint_does_not_hide_why_a_placement_is_forbidden(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    flag = shipped("classic/2").level.flag
    visitor.drag(IN_TRAY, (flag.x, flag.y))
    expect(visitor.status).to_have_text("The first bar covers the flag.")
    visitor.press("Hint")
    expect(visitor.find(".coach-box")).to_contain_text("Look at", timeout=120_000)
    expect(visitor.status).to_have_text("The first bar covers the flag.")


def test_a_win_under_changed_physics_says_so(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("physics/classic/2")
    visitor.page.get_by_label("Preset").select_option("oak")  # changes nothing for this level
    visitor.page.get_by_role("link", name="Play under this physics").click()
    expect(visitor.find(".notice")).to_contain_text("a win does not count")
    visitor.drag(IN_TRAY, SOLVED)
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("under changed physics")
    assert visitor.kept("solved") is None


def test_a_link_carries_the_physics_and_says_how_far_it_reaches(
    visitor: Visitor, browser: Browser, studio: str
) -> None:
    visitor.go("physics/classic/2")
    visitor.page.get_by_label("Preset").select_option("moon")
    visitor.page.get_by_role("link", name="Play under this physics").click()
    visitor.drag(IN_TRAY, (200, 250))
    visitor.press("Share")
    visitor.expect_toast("the changed physics", "on this computer only")
    with visit(browser, studio) as friend:
        friend.page.goto(copied(visitor.page))
        expect(friend.find(".notice")).to_contain_text("The physics is changed")
        assert placed(friend) == 1
        friend.page.get_by_role("link", name="See how").click()
        expect(friend.page.get_by_label("Preset")).to_have_value("moon")


def test_scrubbing_to_the_end_of_a_winning_run_is_a_win(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, SOLVED)
    visitor.press("Start")
    scrub = visitor.page.get_by_label("Moment of the trial")
    expect(scrub).to_be_visible()
    scrub.press("End")
    expect(visitor.find(".banner")).to_contain_text("Solved!")
    expect(visitor.status).not_to_have_text("The ball is rolling.")
    assert visitor.kept("solved") == {"classic/2": 1}
    scrub.press("Home")
    expect(visitor.find(".banner")).to_be_hidden()


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"ball": {"x": 60, "y": 40}}, "The ball starts in the tray."),
        ({"flag": {"x": 400, "y": 30}}, "The flag reaches into the tray."),
        ({"pieces": []}, "There are no pieces to place."),
        (
            {
                "scenery": [
                    {"id": "g", "kind": "ground", "x": 900, "y": 300, "width": 50, "height": 20}
                ]
            },
            "The ground lies off the screen, out of sight.",
        ),
    ],
    ids=["ball", "flag", "pieces", "ground"],
)
def test_the_builder_does_not_call_an_unplayable_level_sound(
    visitor: Visitor, change: dict[str, Any], warning: str
) -> None:
    visitor.go("build")
    upload = FilePayload(
        name="level.json",
        mimeType="application/json",
        buffer=json.dumps(level_data("classic/2") | change).encode(),
    )
    visitor.find("input[type=file]").set_input_files([upload])
    expect(visitor.find(WARNINGS)).to_contain_text(warning)
    expect(visitor.find(WARNINGS)).not_to_contain_text("sound")


def test_ball_flag_and_ground_stay_on_the_screen_in_the_builder(visitor: Visitor) -> None:
    visitor.go("build/new")
    visitor.drag((60, 120), (100, 30))  # the ball into the tray
    assert visitor.pose("ball")[1] == 95
    visitor.drag((100, 95), (-200, 500))
    assert visitor.pose("ball")[:2] == (0, 320)
    visitor.drag((390, 300), (900, 40))
    x, y, _ = visitor.pose("ground-2")
    assert x <= 480
    assert y >= 80
    entry = box_of(visitor.page.get_by_role("button", name="Spring"))
    visitor.page.mouse.move(entry["x"] + 20, entry["y"] + 20)
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.on_screen((700, 200)), steps=6)
    visitor.page.mouse.up()
    expect(visitor.node("spring-1")).to_have_count(0)  # dropped beside the picture


def test_a_faulty_level_is_neither_shared_nor_played(visitor: Visitor) -> None:
    visitor.go("build/classic/2")
    visitor.node("AO6G").press("Enter")
    visitor.page.get_by_label("Width").fill("99999")
    visitor.page.get_by_label("Width").press("Enter")
    for action in ("Share", "Play it", "Solve it"):
        visitor.press(action)
        visitor.expect_toast("This level is faulty: Long bar")
    assert "#/build" in visitor.page.url


def test_a_negative_size_is_refused_in_words(visitor: Visitor) -> None:
    visitor.go("build/classic/2")
    visitor.node("AO6G").press("Enter")
    visitor.page.get_by_label("Width").fill("-5")
    visitor.page.get_by_label("Width").press("Enter")
    visitor.expect_toast("Width must be at least 1 px.")
    expect(visitor.page.get_by_label("Width")).to_have_value("150")
    expect(visitor.find(WARNINGS)).to_contain_text("This level is sound")
