"""The studio by keyboard alone, by touch on a phone, and for people who do not see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.accessibility import assert_accessible
from web.driving import WARNINGS, Visitor, box_of

pytestmark = pytest.mark.slow


def tab_to(visitor: Visitor, name: str, most: int = 80) -> None:
    """Press Tab until the thing of that name has the focus."""
    for _ in range(most):
        visitor.page.keyboard.press("Tab")
        found = visitor.page.evaluate(
            """() => {
              const here = document.activeElement;
              const label = here.labels?.[0]?.textContent;
              return here.getAttribute("aria-label") ?? label ?? here.textContent;
            }"""
        )
        if name in found:
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


def keys(visitor: Visitor, *names: str) -> None:
    for name in names:
        key, _, times = name.partition("*")
        for _ in range(int(times or 1)):
            visitor.page.keyboard.press(key)


def test_level_2_is_won_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.page.goto("/")
    expect(visitor.find(".card").first).to_be_visible()
    tab_to(visitor, "Bridge in two parts")
    keys(visitor, "Enter")
    expect(visitor.status).to_contain_text("Drag a piece")
    tab_to(visitor, "First bar, in the tray")
    keys(visitor, "Enter")  # to the middle, (240, 200)
    keys(visitor, "ArrowLeft*5", "Shift+ArrowRight*4", "ArrowDown*9", "Shift+ArrowDown*5")
    keys(visitor, "e*2", "q*2")
    assert visitor.pose("AO6G") == (217, 247.5, 0)
    tab_to(visitor, "Start")
    keys(visitor, "Enter")
    expect(visitor.find(".banner")).to_contain_text("Solved!")
    back = visitor.page.get_by_role("button", name="Back to placing")
    expect(back).to_be_focused()  # the keyboard goes on from here
    keys(visitor, "Enter")
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_focused()


def test_a_solve_is_watched_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.go("solve/classic/1")
    tab_to(visitor, "Solve")
    visitor.page.keyboard.press("Tab")
    tab_to(visitor, "Solve")  # past the link of that name to the button
    for _ in range(10):
        if visitor.page.evaluate("() => document.activeElement.matches('button.start')"):
            break
        visitor.page.keyboard.press("Tab")
    keys(visitor, "Enter")
    expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    visitor.page.keyboard.press("Home")
    tab_to(visitor, "Moment of the solve")
    keys(visitor, "End")
    expect(visitor.find(".sentence")).to_contain_text("Solved!")
    keys(visitor, "ArrowLeft")
    expect(visitor.find(".sentence")).to_contain_text("I try this")


def test_a_level_is_built_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.go("build")
    tab_to(visitor, "Plank 100")
    keys(visitor, "Enter")  # it is on the level and has the focus
    keys(visitor, "ArrowUp*3", "e*3", "Shift+e*2")
    assert visitor.pose("wood-1") == (240, 185, 16)
    tab_to(visitor, "The player may place it")
    keys(visitor, "Space")
    expect(visitor.find('.layer-pieces [data-id="wood-1"]')).to_be_attached()
    expect(visitor.find(WARNINGS)).to_contain_text("sound")
    visitor.node("wood-1").focus()
    keys(visitor, "Delete")
    expect(visitor.node("wood-1")).to_have_count(0)
    keys(visitor, "Control+z")
    expect(visitor.node("wood-1")).to_have_count(1)
    tab_to(visitor, "Title")
    visitor.page.keyboard.type("By hand")
    tab_to(visitor, "Certify")
    keys(visitor, "Tab", "Home", "Shift+Tab", "Enter")  # for the shortest time
    expect(visitor.find(".seal")).to_have_text("Solvable", timeout=120_000)
    tab_to(visitor, "Save")
    with visitor.page.expect_download() as saved:
        keys(visitor, "Enter")
    assert saved.value.suggested_filename == "by-hand.json"


def test_level_2_is_won_on_a_phone_by_touch(phone: Visitor) -> None:
    phone.hurry()
    phone.go("levels")
    phone.page.get_by_role("link", name="Bridge in two parts").last.tap()
    expect(phone.status).to_contain_text("Drag a piece")
    phone.swipe((75, 20.5), (217, 247.5))
    expect(phone.status).to_have_text("Ready. Press Start.")
    assert phone.pose("AO6G") == pytest.approx((217, 247.5, 0), abs=1)
    phone.page.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.find(".banner")).to_contain_text("Solved!")


def test_a_piece_turns_by_touch(phone: Visitor) -> None:
    phone.go("play/classic/2")
    phone.swipe((75, 20.5), (240, 220))
    expect(phone.find(".handle.turn .knob")).to_be_visible()
    phone.swipe((240, 220 - 12.5 - 24), (300, 220))
    assert phone.pose("AO6G")[2] == pytest.approx(90, abs=2)


def test_a_loupe_shows_what_the_finger_hides(phone: Visitor) -> None:
    phone.go("play/classic/2")
    loupe = phone.find(".loupe")
    with phone.held((75, 20.5), (217, 247.5)) as (x, y):
        expect(loupe).to_be_visible()
        left, top, width, height = map(
            float, (loupe.locator("svg").get_attribute("viewBox") or "").split()
        )
        assert (left + width / 2, top + height / 2) == pytest.approx((217, 247.5), abs=0.5)
        box = box_of(loupe)
        assert width < box["width"] / (phone.on_screen((1, 0))[0] - phone.on_screen((0, 0))[0])
        away = (box["x"] + box["width"] / 2 - x, box["y"] + box["height"] / 2 - y)
        assert (away[0] ** 2 + away[1] ** 2) ** 0.5 > box["width"] / 2 + 20
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert phone.node("AO6G").count() == 1  # the copy is nothing to take hold of
    expect(loupe).to_have_count(0)
    with phone.held((217, 247.5 - 12.5 - 24), (260, 247.5)):
        expect(loupe).to_have_count(0)  # who turns a piece sees it


@pytest.mark.parametrize(("last", "parts"), [("touchEnd", 1), ("touchCancel", 0)])
def test_a_loupe_follows_a_part_from_the_palette(phone: Visitor, last: str, parts: int) -> None:
    phone.go("build/classic/2")
    disc = box_of(phone.page.get_by_role("button", name="Metal disc"))
    loupe = phone.find(".loupe")
    middle = (disc["x"] + disc["width"] / 2, disc["y"] + disc["height"] / 2)
    with phone.touching(middle, phone.on_screen((240, 150)), last):
        expect(loupe).to_be_visible()
        x, y, width, height = map(
            float, (loupe.locator("svg").get_attribute("viewBox") or "").split()
        )
        assert (x + width / 2, y + height / 2) == pytest.approx((240, 150), abs=0.5)
    expect(loupe).to_have_count(0)
    expect(phone.find(".layer-scenery .k-metal")).to_have_count(parts)  # nothing is added by halves


def test_a_mouse_needs_no_loupe(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.page.mouse.move(*visitor.on_screen((75, 20.5)))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.on_screen((217, 247.5)), steps=5)
    assert visitor.pose("AO6G")[:2] == pytest.approx((217, 247.5), abs=0.5)
    expect(visitor.find(".loupe")).to_have_count(0)
    visitor.page.mouse.up()


def test_a_solve_is_watched_on_a_phone(phone: Visitor) -> None:
    phone.go("solve/classic/1")
    phone.page.get_by_role("button", name="Solve", exact=True).tap()
    expect(phone.status).to_contain_text("Solved in", timeout=120_000)
    phone.find(".chapter").filter(has_text="Plan").first.tap()
    expect(phone.find(".layer-thoughts .guide").first).to_be_attached()


def test_a_level_is_built_on_a_phone(phone: Visitor) -> None:
    phone.go("build")
    phone.page.get_by_role("button", name="Metal wedge").tap()
    phone.swipe((215, 210), (300, 45))  # into the tray
    expect(phone.find('.layer-pieces [data-id="metal-2"]')).to_be_attached()
    expect(phone.find(WARNINGS)).to_contain_text("sound")
    phone.page.get_by_role("button", name="Share").tap()
    phone.expect_toast("copied")
    phone.page.get_by_role("button", name="Play it").tap()
    expect(phone.status).to_contain_text("Drag a piece")


@pytest.mark.parametrize(
    "view", ["levels", "play/classic/2", "solve/classic/2", "build", "physics"]
)
def test_no_page_is_wider_than_a_phone(phone: Visitor, view: str) -> None:
    phone.go(view)
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    "view", ["levels", "play/classic/2", "solve/classic/1", "build", "physics/classic/2"]
)
def test_axe_finds_nothing_that_matters_in_light_or_dark(visitor: Visitor, view: str) -> None:
    if view == "levels":
        visitor.go("build/classic/2")  # for a card of one's own
        visitor.page.get_by_role("textbox", name="Title").fill("Classic, and my own")
    visitor.go(view)
    if view == "levels":  # more cards of the same make say nothing new
        visitor.page.get_by_label("Search").fill("classic")
    if view.startswith("solve"):
        visitor.press("Solve")
        expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    if view.startswith("play"):
        visitor.node("AO6G").focus()
        visitor.page.keyboard.press("Enter")
    assert_accessible(visitor)


def test_axe_finds_nothing_that_matters_while_the_page_teaches(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/1")
    expect(visitor.find(".lesson")).to_be_visible()
    assert_accessible(visitor)
    visitor.press("Race the solver")
    expect(visitor.find(".race")).to_contain_text("solved it in", timeout=120_000)
    visitor.press("Start")
    expect(visitor.find(".coach-box")).to_contain_text("See the miss")
    visitor.page.get_by_label("Arrows", exact=True).check()
    visitor.page.get_by_label("Stroboscope").check()
    visitor.press("Where to look")
    expect(visitor.find(".look circle").first).to_be_attached(timeout=120_000)
    assert_accessible(visitor)


def test_axe_finds_nothing_that_matters_where_solvers_are_compared(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("compare/classic/1")
    visitor.press("Start both")
    for number in range(2):
        outcome = visitor.find(".contestant").nth(number).locator(".outcome")
        expect(outcome).to_contain_text("olved", timeout=120_000)
    assert_accessible(visitor)


def test_the_policy_stops_inline_and_foreign_script(visitor: Visitor) -> None:
    visitor.go("levels")
    stopped = visitor.page.evaluate(
        """async () => {
          const stopped = [];
          document.addEventListener("securitypolicyviolation", (event) =>
            stopped.push(event.effectiveDirective));
          const inline = document.createElement("script");
          inline.textContent = "window.inline = true";
          const foreign = document.createElement("script");
          foreign.src = "https://evil.example/x.js";
          document.body.append(inline, foreign);
          for (let n = 0; n < 300 && stopped.length < 2; n += 1) {
            await new Promise((done) => setTimeout(done, 10));
          }
          return [stopped, window.inline === undefined];
        }"""
    )
    visitor.ignore("Content Security Policy")
    assert stopped == [["script-src-elem", "script-src-elem"], True]
