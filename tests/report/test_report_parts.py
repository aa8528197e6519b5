"""The parts of a report: the order of events, comparisons, lines and numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.model.estimate import Estimate
from bubbleball.play.step import Step
from bubbleball.report.belief_table import belief_table
from bubbleball.report.encounters import Encounter, deviation, nearest_to_flag, paired
from bubbleball.report.figures import simplified
from bubbleball.report.labels import number
from bubbleball.report.story import story_of

LEVEL = Level(Ball(0, 0), Flag(300, 0), (Part("far", Kind.GROUND, 240, 310, 10, 10),))
FALL = Game(LEVEL).play()

events_in_any_order = st.lists(
    st.one_of(
        st.sampled_from(MethodStage).map(lambda stage: Thought(stage, stage)),
        st.builds(lambda: Step(1, (), FALL, 0.0)),
    )
)


@given(events_in_any_order)
def test_no_thought_and_no_trial_is_lost(events: list[Thought | Step]) -> None:
    story = story_of(events)
    again: list[Thought | Step] = []
    for chapter in story.chapters:
        inside = [*chapter.prelude, *(t for s in chapter.searches for t in s.thoughts)]
        assert len(inside) + len(chapter.decisions) == len(chapter.thoughts)
        again += [*chapter.thoughts, *([chapter.step] if chapter.step else [])]
    assert list(map(id, again)) == list(map(id, events))


met = st.lists(st.sampled_from("abc"), max_size=12).map(
    lambda parts: [Encounter(p, float(n), 0.0, 0.0) for n, p in enumerate(parts)]
)


@given(met, met)
def test_pairs_keep_everything_in_order_and_pair_only_the_same_part(
    predicted: list[Encounter], actual: list[Encounter]
) -> None:
    pairs = paired(predicted, actual)
    assert [p.predicted for p in pairs if p.predicted] == predicted
    assert [p.actual for p in pairs if p.actual] == actual
    assert all(p.predicted.part == p.actual.part for p in pairs if p.predicted and p.actual)


@given(met)
def test_a_correct_prediction_is_paired_completely(happened: list[Encounter]) -> None:
    assert all(p.predicted == p.actual for p in paired(happened, happened))


def still_trial(path: list[list[float]]) -> Trial:
    ball = np.column_stack([np.array(path), np.zeros((len(path), 2))])
    return Trial(LEVEL, (), FALL.outcome, ball, (), np.zeros((len(ball), 0, 6)), (), ())


def test_the_deviation_is_the_distance_from_the_line_not_from_its_points() -> None:
    trial = still_trial([[0, 3], [50, 4], [100, 2]])
    off = deviation(np.array([[0.0, 0.0], [100.0, 0.0]]), trial)
    assert off is not None
    assert (off.largest, off.seconds, off.x, off.y) == (4.0, None, 50.0, 4.0)


def test_the_deviation_says_when_the_ball_was_first_off_by_its_radius() -> None:
    trial = still_trial([[0, 0], [10, 14], [20, 16], [30, 40]])
    off = deviation(np.array([[0.0, 0.0], [100.0, 0.0]]), trial)
    assert off is not None
    assert (off.largest, off.seconds, off.x, off.y) == (40.0, 2 / 60, 20.0, 16.0)


def test_the_distance_to_the_flag_is_between_the_surfaces() -> None:
    # the sensor's left side is at 300 - 19 + 6
    assert nearest_to_flag(still_trial([[0, 0], [200, 0], [100, 0]])) == (287 - 200 - 15, 1 / 60)


@given(
    st.lists(st.tuples(st.floats(-500, 500), st.floats(-500, 500)), min_size=1, max_size=40),
)
def test_a_simplified_line_stays_within_a_twentieth_of_a_pixel(
    points: list[tuple[float, float]],
) -> None:
    line = np.array(points)
    thin = simplified(line)
    assert (thin[0] == line[0]).all()
    assert (thin[-1] == line[-1]).all()
    if len(thin) > 1:
        trial = still_trial([list(point) for point in points])
        off = deviation(thin, trial)
        assert off is not None
        assert off.largest <= 0.05 + 1e-6


def test_a_straight_line_is_simplified_to_its_ends() -> None:
    line = np.column_stack([np.linspace(0, 90, 500), np.linspace(5, 50, 500)])
    assert len(simplified(line)) == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (9.8, "9.8"),
        (0.398, "0.398"),
        (1.37e-8, "0"),
        (0.000196, "0.0002"),
        (300.0, "300"),
        (-15.68, "-15.7"),
        (12345.6, "12,346"),
        (float("inf"), "inf"),
    ],
)
def test_numbers_have_three_significant_digits(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (5.0, 6.0, "5 to 6"),
        (5.6995, 5.7005, "± 0.0005"),
        (5.7, 5.7, "± less than 0.0001"),
    ],
)
def test_a_band_is_never_two_equal_numbers(low: float, high: float, text: str) -> None:
    estimate = Estimate("gravity", (low + high) / 2, low, high, 3)
    assert f">{text}<" in belief_table(Thought(MethodStage.LEARN, "", belief=(estimate,)))
