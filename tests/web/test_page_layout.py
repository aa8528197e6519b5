"""The page fits: nothing sticks out, the picture and Start are in sight together, nothing jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from web.driving import Visitor, box_of

pytestmark = pytest.mark.slow

PHONE = ViewportSize(width=390, height=844)
LANDSCAPE = ViewportSize(width=844, height=390)
ZOOMED = ViewportSize(width=720, height=450)  # 1440 × 900 at 200 %
NARROW = ViewportSize(width=320, height=640)  # 1280 × 720 at 400 %
LOW = ViewportSize(width=960, height=600)
LAPTOP = ViewportSize(width=1280, height=720)
DESKTOP = ViewportSize(width=1440, height=900)
SIZES = [PHONE, LANDSCAPE, ZOOMED, NARROW, LOW, LAPTOP, DESKTOP]
VIEWS = (
    "levels",
    "play/classic/14",
    "solve/classic/2",
    "compare/classic/2",
    "build",
    "physics/classic/4",
    "puzzles",
)
LONG = "Incomprehensibilities" * 9


def named(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


def at(*sizes: ViewportSize) -> pytest.MarkDecorator:
    """Run a test in windows of these sizes."""
    return pytest.mark.parametrize("visitor", sizes, ids=named, indirect=True)


def top(found: Locator) -> float:
    return box_of(found)["y"]


def in_sight(visitor: Visitor, found: Locator) -> bool:
    size, box = visitor.page.viewport_size, box_of(found)
    assert size
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 0.5
        and box["y"] + box["height"] <= size["height"] + 0.5
    )


def too_wide(visitor: Visitor) -> bool:
    wide: bool = visitor.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


@at(NARROW)
def test_a_long_folder_of_other_games_is_broken_into_lines(visitor: Visitor) -> None:
    missing = {"name": "phyre", "title": "PHYRE", "missing": f"`{LONG}` is empty", "groups": []}
    visitor.page.route("**/api/puzzles", lambda route: route.fulfill(json={"games": [missing]}))
    visitor.go("puzzles")
    assert LONG in visitor.page.locator(".missing").inner_text()
    assert not too_wide(visitor)


@at(*SIZES)
def test_no_view_is_wider_than_the_window(visitor: Visitor) -> None:
    for view in VIEWS:
        visitor.go(view)
        assert not too_wide(visitor), view
    visitor.go("play/classic/2")
    visitor.press("Start")
    assert not too_wide(visitor), "watching a trial"


@at(LANDSCAPE, NARROW, DESKTOP)
def test_a_finished_solve_is_not_wider_than_the_window(visitor: Visitor) -> None:
    visitor.go("solve/classic/1")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    expect(visitor.find(".belief").first).to_be_visible()
    assert not too_wide(visitor)
    slider = box_of(visitor.page.get_by_label("Moment of the solve", exact=True).first)
    assert slider["width"] > 60  # wide enough to choose a moment


@at(*SIZES)
def test_the_picture_and_start_are_in_sight_together(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    assert in_sight(visitor, visitor.find(".stage:not(.still)"))
    assert in_sight(visitor, visitor.page.get_by_role("button", name="Start", exact=True))


def show_a_choice(visitor: Visitor) -> None:
    """Solve a level, and go back to the moment before the trial."""
    visitor.go("solve/classic/1")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    visitor.page.get_by_label("Moment of the solve", exact=True).first.press("End")
    visitor.press("Earlier")


@at(LOW, LAPTOP, DESKTOP)
def test_sentence_picture_and_timeline_of_a_solve_are_in_sight_together(visitor: Visitor) -> None:
    show_a_choice(visitor)
    for part in (".sentence-box", ".stage:not(.still)", ".timeline", ".legend"):
        assert in_sight(visitor, visitor.find(part)), part


@at(ZOOMED)
def test_a_title_is_not_broken_inside_its_words(visitor: Visitor) -> None:
    for view in ("play", "solve"):
        visitor.go(f"{view}/classic/8")
        title = box_of(visitor.find("h1"))
        assert title["width"] > 200


@at(ZOOMED)
def test_the_picture_does_not_cover_what_is_below_it(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.press("Start")
    expect(visitor.find(".transport")).to_be_visible()
    visitor.page.evaluate("scrollTo(0, 0)")
    picture = box_of(visitor.find(".stage-box"))
    assert picture["y"] + picture["height"] <= top(visitor.find(".transport"))


@at(LANDSCAPE)
def test_a_phone_on_its_side_shows_a_solve_without_scrolling(visitor: Visitor) -> None:
    show_a_choice(visitor)
    assert visitor.page.evaluate("scrollY") == 0
    for part in (".sentence", ".stage:not(.still)", ".timeline input", ".chapters", ".start-row"):
        assert in_sight(visitor, visitor.find(part).first), part


@at(NARROW, PHONE)
def test_an_upright_phone_shows_picture_timeline_and_sentence_of_a_solve(visitor: Visitor) -> None:
    show_a_choice(visitor)
    assert visitor.page.evaluate("scrollY") == 0
    parts = (".start-row", ".stage:not(.still)", ".timeline input", ".chapters", ".chapter-title")
    for part in parts:
        assert in_sight(visitor, visitor.find(part).first), part
    visitor.find(".why").scroll_into_view_if_needed()
    for part in (".stage:not(.still)", ".sentence", ".why"):  # the picture stays while one reads
        assert in_sight(visitor, visitor.find(part)), part


@at(LANDSCAPE, LOW, LAPTOP)
def test_the_bench_shows_the_whole_run_and_its_slider(visitor: Visitor) -> None:
    visitor.go("physics/classic/4")
    expect(visitor.find(".physics .sentence")).to_contain_text("Nothing placed. The ball")
    for part in (".stage:not(.still)", ".scrub"):
        assert in_sight(visitor, visitor.find(f".physics {part}")), part


@at(LANDSCAPE, LAPTOP)
def test_the_pictures_of_two_solvers_are_in_sight_together(visitor: Visitor) -> None:
    visitor.go("compare/classic/2")
    for side in visitor.find(".compare .stage:not(.still)").all():
        assert in_sight(visitor, side)


@at(LAPTOP)
def test_the_chapters_of_two_solvers_are_on_one_line(visitor: Visitor) -> None:
    visitor.go("compare/classic/1")
    visitor.press("Start both")
    expect(visitor.find(".chapter.won")).to_have_count(2, timeout=120_000)
    for row in visitor.find(".chapters").all():
        box = box_of(row)
        assert box["height"] < 50


@at(NARROW)
def test_the_distance_of_a_miss_is_large_enough_to_read(visitor: Visitor) -> None:
    visitor.hurry()
    visitor.go("play/classic/2")
    visitor.press("Start")
    shown = """(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"""
    assert visitor.find(".miss text").evaluate(shown) > 9  # px


@at(LANDSCAPE)
def test_the_list_of_keys_opens_at_its_top(visitor: Visitor) -> None:
    visitor.go("levels")
    visitor.page.keyboard.press("?")
    assert in_sight(visitor, visitor.page.get_by_role("heading", name="Keys"))


@at(PHONE, DESKTOP)
def test_a_long_title_stays_inside(visitor: Visitor) -> None:
    visitor.go("build/new")
    visitor.page.get_by_role("textbox", name="Title").fill(LONG)
    visitor.press("Play it")
    expect(visitor.page.get_by_role("heading", name=LONG)).to_be_visible()
    assert not too_wide(visitor)
    visitor.go("levels")
    expect(visitor.find(".own-card .name")).to_have_text(LONG)
    assert not too_wide(visitor)


@at(PHONE, LANDSCAPE, DESKTOP)
def test_nothing_jumps_when_a_piece_is_selected(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    undo = visitor.page.get_by_role("button", name="Undo")
    before = top(undo), top(visitor.find(".stage:not(.still)"))
    visitor.drag((75, 20.5), (217, 247.5))
    expect(visitor.page.get_by_label("Angle")).to_be_enabled()
    expect(visitor.status).to_have_text("Ready. Press Start.")
    assert (top(undo), top(visitor.find(".stage:not(.still)"))) == pytest.approx(before, abs=1)


def test_the_start_button_stays_under_the_thumb(phone: Visitor) -> None:
    phone.go("play/classic/2")
    phone.swipe((75, 20.5), (217, 247.5))
    start = phone.find(".start-row button")
    expect(phone.status).to_have_text("Ready. Press Start.")
    before = top(start)
    start.tap()
    expect(start).to_have_text("Back to placing")
    assert top(start) == before


def test_the_flag_stands_on_its_ground(visitor: Visitor) -> None:
    turned = visitor.find(".stage:not(.still) .flag[transform]")
    visitor.go("play/classic/2")
    expect(turned).to_have_count(0)
    visitor.go("play/workshop/decoy-5")  # the ground ends beside the left of the flag
    expect(turned).to_have_count(1)


def test_ids_are_in_tooltips_only(visitor: Visitor) -> None:
    visitor.go("play/classic/14")
    ids = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.layer-pieces .node')].map((n) => n.dataset.id)"
    )
    assert len(ids) == 10
    shown = visitor.find("body").inner_text()
    for piece in ids:
        label = visitor.node(piece).get_attribute("aria-label") or ""
        assert piece not in shown + label
        expect(visitor.node(piece).locator("title")).to_contain_text(piece)
    labels = [visitor.node(piece).get_attribute("aria-label") for piece in ids]
    assert len(set(labels)) == 10
    assert labels[0] == "First long bar, in the tray"


@at(PHONE, LANDSCAPE, LAPTOP)
def test_the_picture_stays_in_sight_beside_the_last_tool(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.find(".play .links a").last.scroll_into_view_if_needed()
    assert in_sight(visitor, visitor.find(".play .stage:not(.still)"))


@at(PHONE)
def test_a_phone_shows_the_fields_of_a_part_before_the_list_of_all(visitor: Visitor) -> None:
    visitor.go("build/classic/2")
    assert top(visitor.find(".build .panel.right")) < top(visitor.find(".part-list"))
