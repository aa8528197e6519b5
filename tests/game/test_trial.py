"""What a trial holds besides its frames: state vectors, the gap to the flag, meetings, equality."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.geometry import signed_distance
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Part
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial, finite_part
from scenes import floor, run

PIECES = (
    Part("bar", Kind.METAL, 75, 20, 150, 25),
    Part("log", Kind.WOOD, 250, 20, 100, 20),
    Part("spare", Kind.WOOD, 400, 20, 40, 40),
)
PLACED = (Placement("bar", 100, 200, 5), Placement("log", 300, 150, 30))


@pytest.fixture
def trial() -> Trial:
    box = Part("box", Kind.WOOD, 400, 270, 40, 40, loose=True)
    return run((60, 100), floor(300), box, pieces=PIECES, placements=PLACED)


def test_s_holds_the_balls_state_in_every_frame(trial: Trial) -> None:
    assert trial.s.shape == (trial.steps + 1, 4)
    assert trial.s[0] == pytest.approx([60, 100, 0, 0])


def test_m_holds_every_piece_placed_or_not_in_the_order_of_the_level(trial: Trial) -> None:
    m = trial.m
    assert m.shape == (trial.steps + 1, 3, 8)
    assert (m[:, 0] == [100, 200, 5, 0, 0, 0, 150, 25]).all()  # metal stands
    assert m[0, 1] == pytest.approx([300, 150, 30, 0, 0, 0, 100, 20], abs=1e-4)  # wood falls
    assert m[-1, 1, 1] > 280
    assert (m[:, 2] == [400, 20, 0, 0, 0, 0, 40, 40]).all()  # the spare lies in the tray
    log = trial.movers.index("log")
    assert (m[:, 1, :6] == trial.moves[:, log]).all()


def test_z_holds_what_stands_fixed(trial: Trial) -> None:
    assert trial.z.tolist() == [[240, 320, 0, 0, 0, 0, 1000, 40]]


def test_a_level_without_scenery_and_pieces_has_empty_vectors() -> None:
    trial = run((240, 100))
    assert trial.z.shape == (0, 8)
    assert trial.m.shape == (trial.steps + 1, 0, 8)
    assert trial.moves.shape == (trial.steps + 1, 0, 6)


def test_frames_are_a_sixtieth_of_a_second_apart(trial: Trial) -> None:
    assert trial.seconds == trial.steps / 60


def test_trials_are_equal_only_to_the_last_bit(trial: Trial) -> None:
    ball = trial.ball.copy()
    assert trial == dataclasses.replace(trial, ball=ball)
    ball[-1, 0] = np.nextafter(ball[-1, 0], np.inf)
    assert trial != dataclasses.replace(trial, ball=ball)
    assert trial != dataclasses.replace(trial, outcome=Outcome.REACHED_FLAG)
    assert trial != "a trial"


def test_a_trial_cannot_be_a_key() -> None:
    with pytest.raises(TypeError):
        hash(run((240, 100)))


@pytest.mark.parametrize(
    ("flag", "outcome", "words"),
    [
        (Flag(240, 250), Outcome.REACHED_FLAG, "the ball touched the flag at (240, "),
        (Flag(2000, 0), Outcome.LEFT_SCREEN, "the ball left the screen at (240, 38"),
    ],
)
def test_the_reason_says_why_where_and_when(flag: Flag, outcome: Outcome, words: str) -> None:
    trial = run((240, 100), flag=flag)
    assert trial.outcome is outcome
    assert trial.reason.startswith(words)
    assert trial.reason.endswith(f"after {trial.seconds:.2f} s")


@pytest.mark.parametrize("angle", [0, 30, 180])
def test_the_gap_to_the_flag_is_from_the_balls_surface_to_the_sensor(angle: float) -> None:
    trial = run((240, 100), floor(300), flag=Flag(300, 240, angle))
    sensor = trial.level.flag.sensor
    expected = [signed_distance(x, y, sensor) - 15 for x, y in trial.ball[:, :2]]
    assert np.allclose(trial.flag_gaps, expected, atol=1e-9)
    assert trial.closest_approach == pytest.approx(min(expected))


def test_a_ball_that_reaches_the_flag_leaves_no_gap() -> None:
    trial = run((240, 100), flag=Flag(240, 250))
    assert trial.closest_approach == pytest.approx(0.0, abs=0.31)  # Box2D's polygon skin
    # Frames are too far apart for a fast ball to be found at the very edge.
    deep = dataclasses.replace(trial, ball=trial.ball + np.array([0, 20, 0, 0]))
    assert deep.flag_gaps.min() < 0.0 == deep.closest_approach


def test_meetings_are_contacts_and_effects_in_order_of_time() -> None:
    slow = Part("slow", Kind.SLOWDOWN, 240, 150)
    trial = run((240, 100), slow, floor(300))
    meetings = trial.meetings()
    assert [met.part for met in meetings[:2]] == ["slow", "floor"]
    assert [met.frame for met in meetings] == sorted(met.frame for met in meetings)
    assert set(meetings) == {*trial.contacts, *trial.effects}


def test_a_part_that_is_met_again_is_named_once() -> None:
    trial = run((240, 100), floor(300))
    assert len(trial.contacts) > 1
    assert trial.parts_met == ("floor",)


def test_a_trial_ends_where_its_numbers_cease_to_be_finite() -> None:
    whole = run((240, 100), floor(300))
    assert finite_part(whole) is whole
    first, second = whole.contacts[:2]
    for name, frame in (("ball", second.frame), ("moves", first.frame + 1)):
        ball, moves = whole.ball.copy(), np.zeros((len(whole.ball), 1, 6))
        {"ball": ball, "moves": moves}[name][frame:] = np.nan
        cut = finite_part(dataclasses.replace(whole, ball=ball, moves=moves))
        assert cut.outcome is Outcome.TIMED_OUT
        assert len(cut.ball) == len(cut.moves) == frame
        assert np.array_equal(cut.ball, whole.ball[:frame])
        assert [contact.part for contact in cut.contacts] == [first.part]
        assert all(contact.until is None or contact.until < frame for contact in cut.contacts)
