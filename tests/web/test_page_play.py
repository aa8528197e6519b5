"""Playing in a real browser: what the page shows is what the game did."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from web.driving import Visitor, box_of, level_data, shipped

pytestmark = pytest.mark.slow

# The known solution of level 2: the piece's centre at (217, 247.5).
PIECE, IN_TRAY, SOLVED = "AO6G", (75.0, 20.5), (217.0, 247.5)


def test_a_newcomer_wins_level_2_by_dragging_one_piece(visitor: Visitor) -> None:
    visitor.go("levels")
    visitor.page.get_by_role("link", name="Bridge in two parts").first.click()
    expect(visitor.status).to_contain_text("Drag a piece from the tray")
    visitor.drag(IN_TRAY, SOLVED)
    expect(visitor.status).to_have_text("Ready. Press Start.")
    assert visitor.pose(PIECE) == pytest.approx((*SOLVED, 0), abs=0.5)
    visitor.press("Start")
    expect(visitor.find(".banner")).to_contain_text("Solved!")
    visitor.picture("studio-play.png")
    visitor.go("levels")
    expect(visitor.find('.card.solved:has-text("Bridge in two parts")')).to_be_visible()


def test_every_frame_on_the_page_is_the_trials(visitor: Visitor) -> None:
    document = shipped("classic/4")
    trial = Game(document.level).play(document.solutions[0])
    assert trial.movers, "a level whose pieces move"
    visitor.go("play/classic/4")
    visitor.show_solution()
    visitor.press("Start")
    scrub = visitor.page.get_by_label("Moment of the trial")
    expect(scrub).to_have_attribute("max", str(trial.steps))
    ball = document.level.ball.id
    for frame in (0, 1, trial.steps // 3, trial.steps // 2, trial.steps):
        scrub.fill(str(frame))
        assert visitor.pose(ball)[:2] == tuple(trial.ball[frame, :2])
        for number, mover in enumerate(trial.movers):
            assert visitor.pose(mover) == tuple(trial.moves[frame, number, :3])


def test_between_two_frames_the_ball_is_between_their_places(visitor: Visitor) -> None:
    visitor.watch_at(0.1)
    visitor.go("play/classic/2")
    visitor.press("Start")
    expect(visitor.find(".clock").first).not_to_have_text("0.00 s")
    seen = visitor.page.evaluate(
        """async () => {
          const ball = document.querySelector(".layer-ball .node");
          const seen = [];
          for (let n = 0; n < 12; n += 1) {
            await new Promise(requestAnimationFrame);
            seen.push(ball.getAttribute("transform"));
          }
          return seen;
        }"""
    )
    places = {float(text.removeprefix("translate(").split()[1][:-1]) for text in seen}
    frames = {float(y) for y in Game(shipped("classic/2").level).play().ball[:, 1]}
    assert len(places - frames) > 5  # slow motion is smoother than the trial's own frames


def test_an_illegal_place_is_shown_at_once_with_the_reason(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    ball = shipped("classic/2").level.ball
    visitor.page.mouse.move(*visitor.on_screen(IN_TRAY))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.on_screen((ball.x + 20, ball.y)), steps=4)
    # The piece is still in the hand.
    expect(visitor.status).to_contain_text("The first bar covers the ball.")
    expect(visitor.node(PIECE)).to_contain_class("wrong")
    visitor.page.mouse.up()
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    visitor.drag((ball.x + 20, ball.y), SOLVED)
    expect(visitor.page.get_by_role("button", name="Start", exact=True)).to_be_enabled()


def test_a_piece_turns_by_its_handle_and_by_the_wheel(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (240, 200))
    handle = box_of(visitor.find(".handle.turn .knob"))
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    centre = visitor.on_screen((240, 200))
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(centre[0] + 100, centre[1] - 100, steps=4)
    visitor.page.mouse.up()
    assert visitor.pose(PIECE)[2] == 45
    visitor.page.mouse.move(*centre)
    visitor.page.mouse.wheel(0, 100)
    expect(visitor.page.get_by_label("Angle")).to_have_value("48")


def test_undo_redo_and_reset_go_through_what_was_placed(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, (200, 250))
    visitor.drag((200, 250), (300, 150))
    visitor.press("Undo")
    assert visitor.pose(PIECE)[:2] == pytest.approx((200, 250), abs=1)
    visitor.press("Redo")
    assert visitor.pose(PIECE)[:2] == pytest.approx((300, 150), abs=1)
    visitor.press("Reset")
    assert visitor.pose(PIECE)[:2] == (75, 20.5)
    visitor.press("Undo")
    assert visitor.pose(PIECE)[:2] == pytest.approx((300, 150), abs=1)


def test_the_last_attempt_stays_as_a_ghost(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.press("Start")
    visitor.press("Back to placing")
    expect(visitor.find(".ghost .ghost-path")).to_be_attached()
    assert visitor.pose(shipped("classic/2").level.ball.id)[:2] == (35, 150)


def test_the_last_attempt_can_be_hidden_while_placing(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.press("Start")
    visitor.press("Back to placing")
    show = visitor.page.get_by_label("Show the last attempt")
    show.uncheck()
    expect(visitor.find(".ghost")).to_have_count(0)
    show.check()
    expect(visitor.find(".ghost .ghost-path")).to_be_attached()


def test_slow_motion_does_not_stay_for_the_next_level(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.press("Start")
    visitor.page.get_by_label("Speed").select_option("2")
    visitor.page.get_by_label("Speed").select_option("0.1")
    visitor.go("play/classic/3")
    visitor.press("Start")
    expect(visitor.page.get_by_label("Speed")).to_have_value("2")


def test_what_was_placed_is_there_after_a_reload(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    visitor.drag(IN_TRAY, SOLVED)
    before = visitor.pose(PIECE)
    visitor.page.reload()
    expect(visitor.status).to_have_text("Ready. Press Start.")
    assert visitor.pose(PIECE) == before


@pytest.mark.parametrize("name", ["classic/2", "classic/4"])
def test_the_server_plays_what_the_game_plays(http: httpx.Client, name: str) -> None:
    document = shipped(name)
    solution = document.solutions[0]
    sent = http.post(
        "/api/play",
        json={
            "level": level_data(name),
            "placements": [
                {"piece": p.piece, "x": p.x, "y": p.y, "angle": p.angle} for p in solution
            ],
        },
    ).json()
    trial = Game(document.level).play([Placement(p.piece, p.x, p.y, p.angle) for p in solution])
    assert sent["ball"] == trial.ball[:, :2].tolist()
    assert sent["moves"] == trial.moves[:, :, :3].tolist()
    assert (sent["outcome"], sent["reason"]) == (trial.outcome, trial.reason)


def test_the_pose_of_a_piece_can_be_read_while_a_run_is_watched(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    fields = visitor.find(".pose")
    expect(fields).to_contain_text("No piece selected")
    visitor.press("Start")
    expect(visitor.page.get_by_role("group", name="Replay")).to_be_visible()
    expect(fields).to_be_hidden()  # nothing is placed: nothing to read
    visitor.press("Back to placing")
    visitor.drag(IN_TRAY, SOLVED)
    visitor.press("Start")
    expect(visitor.page.get_by_role("group", name="Replay")).to_be_visible()
    for label, value in (("x", "217"), ("y", "247.5"), ("Angle", "0")):
        entry = visitor.page.get_by_role("spinbutton", name=label, exact=True)
        expect(entry).to_have_value(value)
        expect(entry).to_be_disabled()
    visitor.press("Back to placing")
    expect(fields).to_contain_text("No piece selected")
