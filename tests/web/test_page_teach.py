"""The first lesson, cards for pieces, keys, and a win that is worth something."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from bubbleball.game.placement import Placement
from web.conftest import visit
from web.driving import Visitor, shipped

pytestmark = pytest.mark.slow

FIRST = "JK4Y"  # the bar of classic/1
BRIDGE = (Placement("AO6G", 217, 247.5),)  # one piece of classic/2 is enough
WINS = {
    "classic/1": (Placement(FIRST, 259, 233.5, -1),),
    "classic/2": BRIDGE,
    "classic/3": shipped("classic/3").solutions[0],
}


def put(visitor: Visitor, placement: Placement, how: str) -> None:
    """Take a piece from the tray by mouse, finger or keys, and set its exact pose."""
    node = visitor.node(placement.piece)
    x, y, _ = visitor.pose(placement.piece)
    if how == "mouse":
        visitor.drag((x, y), (placement.x, placement.y))
    elif how == "touch":
        visitor.swipe((x, y), (placement.x, placement.y))
    else:
        node.focus()
        visitor.page.keyboard.press("Enter")
        node.focus()
        visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.get_by_label("Angle")).to_be_enabled()
    for label, value in (("x", placement.x), ("y", placement.y), ("Angle", placement.angle)):
        entry = visitor.page.get_by_role("spinbutton", name=label, exact=True)
        entry.fill(str(value))
        entry.press("Enter")


@pytest.mark.parametrize(
    ("size", "how"),
    [((1440, 900), "mouse"), ((1280, 720), "keys"), ((390, 844), "touch"), ((844, 390), "touch")],
    ids=["desktop-mouse", "laptop-keys", "phone-touch", "landscape-touch"],
)
def test_from_the_first_visit_to_the_third_win(
    browser: Browser, studio: str, size: tuple[int, int], how: str
) -> None:
    touch = how == "touch"
    options: dict[str, Any] = {"has_touch": touch, "is_mobile": touch}
    viewport = {"width": size[0], "height": size[1]}
    with visit(browser, studio, viewport=viewport, **options) as visitor:
        visitor.hurry()
        visitor.go("levels")
        visitor.page.get_by_role("link", name="Play “Mind the gap”").click()
        for name, placements in WINS.items():
            expect(visitor.find(".level-nav")).to_contain_text(f"{name} ·")
            for placement in placements:
                put(visitor, placement, how)
            expect(visitor.find(".status:not(.bad)")).to_contain_text("Ready")
            visitor.press("Start")
            expect(visitor.find(".banner")).to_contain_text("Solved!")
            visitor.page.get_by_role("link", name="Next level").click()
        assert visitor.kept("solved").keys() == WINS.keys()


def test_the_first_level_teaches_by_doing(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/1")
    lesson = visitor.find(".lesson")
    expect(lesson).to_contain_text("Drag the bar")
    x, y, _ = visitor.pose(FIRST)
    visitor.drag((x, y), (250, 230))
    expect(lesson).to_contain_text("Turn it")
    visitor.node(FIRST).focus()
    visitor.page.keyboard.press("e")
    expect(lesson).to_contain_text("Press Start")
    visitor.press("Start")
    expect(lesson).to_contain_text("That is the whole game")
    visitor.page.reload()
    expect(visitor.find(".level-nav")).to_be_visible()
    expect(lesson).to_have_count(0)


def test_the_lesson_is_not_repeated_by_the_line_below(visitor: Visitor) -> None:
    visitor.go("play/classic/1")
    expect(visitor.find(".lesson")).to_contain_text("Drag the bar")
    expect(visitor.status).to_be_hidden()
    ball = visitor.pose(shipped("classic/1").level.ball.id)
    visitor.drag(visitor.pose(FIRST)[:2], ball[:2])
    expect(visitor.status).to_be_visible()  # a rule that is broken is always said
    expect(visitor.status).to_contain_text("ball")
    visitor.press("Undo")
    expect(visitor.status).to_be_hidden()
    visitor.press("Skip the lesson")
    expect(visitor.status).to_have_text("Drag a piece from the tray, then press Start.")
    expect(visitor.status).to_be_visible()


def test_the_lesson_can_be_skipped(visitor: Visitor) -> None:
    visitor.go("play/classic/1")
    visitor.press("Skip the lesson")
    expect(visitor.find(".lesson")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.find(".level-nav")).to_be_visible()
    expect(visitor.find(".lesson")).to_have_count(0)


def test_a_kind_of_piece_is_explained_when_it_first_appears(visitor: Visitor) -> None:
    visitor.go("play/classic/16")
    cards = visitor.find(".piece-card")
    expect(cards).to_have_count(3)
    card = visitor.find('.piece-card[data-kind="teleport"]')
    expect(card).to_contain_text("What enters one teleport leaves the other.")
    ball = card.locator(".layer-ball .node")
    before = ball.get_attribute("transform") or ""
    expect(ball).not_to_have_attribute("transform", before)  # it moves
    visitor.page.reload()
    expect(visitor.find(".level-nav")).to_be_visible()
    expect(cards).to_have_count(0)
    visitor.press("What do the pieces do?")
    expect(cards).to_have_count(3)


def test_the_keys_are_listed_and_one_of_them_mutes(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.page.keyboard.press("?")
    dialog = visitor.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("Ctrl+Enter")
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    sound = visitor.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    visitor.page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert visitor.kept("preferences")["muted"]


def test_difficulty_uses_its_whole_scale(visitor: Visitor) -> None:
    visitor.go("levels")
    dots = visitor.page.evaluate(
        """() => [...document.querySelectorAll(".card .difficulty")]
          .map((marks) => marks.querySelectorAll(".on").length)"""
    )
    assert set(dots) == {1, 2, 3, 4, 5}
    assert max(map(dots.count, range(1, 6))) - min(map(dots.count, range(1, 6))) <= 1


@pytest.mark.parametrize("view", ["play", "solve", "physics"])
def test_every_view_leads_to_the_levels_beside(visitor: Visitor, view: str) -> None:
    visitor.go(f"{view}/classic/2")
    visitor.page.get_by_role("link", name="Following level").click()
    expect(visitor.find(".level-nav")).to_contain_text("classic/3")
    visitor.page.get_by_role("link", name="Previous level").click()
    expect(visitor.find(".level-nav")).to_contain_text("classic/2")


def test_a_win_earns_stars_and_the_best_is_kept(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    put(visitor, BRIDGE[0], "mouse")
    visitor.press("Start")
    banner = visitor.find(".banner")
    expect(banner).to_contain_text("3 of 3 stars")
    main = visitor.find(".start-row .primary")
    expect(main).to_have_text("Next level")
    assert visitor.kept("best") == {"classic/2": {"stars": 3, "pieces": 1}}
    visitor.press("Back to placing")
    visitor.show_solution()  # two pieces
    visitor.press("Start")
    expect(banner).to_contain_text("your best: 1 piece")
    assert visitor.kept("best") == {"classic/2": {"stars": 3, "pieces": 1}}
    visitor.go("levels")
    card = visitor.find('.card:has-text("Bridge in two parts")')
    expect(card).to_contain_text("3 of 3 stars")


def test_the_gallery_greets_with_the_game_in_motion_and_later_with_what_is_done(
    visitor: Visitor,
) -> None:
    visitor.hurry()
    visitor.go("levels")
    expect(visitor.find(".hero .stage.won")).to_be_attached()  # the ball gets to the flag
    expect(visitor.find(".hero a")).to_have_count(1)  # the levels themselves are below
    visitor.go("play/classic/2")
    put(visitor, BRIDGE[0], "mouse")
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")
    visitor.go("levels")
    expect(visitor.find(".hero .stage")).to_have_count(0)
    expect(visitor.page.get_by_role("progressbar", name="Classic: 1 of 21")).to_be_visible()
