"""The simulator against the log of the real game: level 2, AO6G at (142, 235), 0 degrees."""

from __future__ import annotations

from itertools import groupby, pairwise

import numpy as np
import pytest

from bubbleball.files.levels import read_level
from bubbleball.files.original.log import LogLine, parse_log, touches
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial
from reference import reference

FRAMES = 168


@pytest.fixture(scope="module")
def log() -> tuple[LogLine, ...]:
    return parse_log(reference("bb.log").read_bytes(), "bb.log")


@pytest.fixture(scope="module")
def trial() -> Trial:
    document = read_level(reference("2.json"))
    return Game(document.level).play([Placement("AO6G", 142 + 75, 235 + 12.5)])


def test_the_log_is_wholly_understood(log: tuple[LogLine, ...]) -> None:
    assert "\n".join(map(str, log)).encode() == reference("bb.log").read_bytes()


def test_every_frame_of_the_ball_lies_within_the_logs_own_rounding(
    log: tuple[LogLine, ...], trial: Trial
) -> None:
    traces = [line.values for line in log if line.event == "trace" and line.values[0] == "YT6C"]
    seen = np.array([[int(value) for value in values[1:]] for values in traces])
    assert len(seen) == FRAMES
    assert trial.steps == FRAMES
    ours = trial.ball[1:]
    assert np.abs(ours[:, :2] - 15 - seen[:, 3:5]).max() <= 0.5
    assert np.abs(ours[:, 2:] - seen[:, :2]).max() <= 0.5


def test_the_same_pairs_collide_on_the_same_frames(log: tuple[LogLine, ...], trial: Trial) -> None:
    frame, starts, ends = 1, [], []
    for line in log:
        frame += line.event == "trace" and line.values[0] == "C5NY"
        if line.event == "collisionStart" and line.values[0] != "TGI9":
            starts.append((line.values[0], frame))
        if line.event == "collisionEnd" and frame <= FRAMES:
            ends.append((line.values[0], frame))
    ours = touches(trial, REAL)
    assert sorted(starts) == sorted((touch.part, touch.start) for touch in ours)
    assert sorted(ends) == sorted((t.part, t.end) for t in ours if t.end is not None)


def test_a_touch_of_the_log_ends_with_the_last_push_and_box2ds_when_the_skins_part(
    trial: Trial,
) -> None:
    """The one event on which the two differ: the ball leaves the corner of AO6G."""
    log_ends = {(touch.part, touch.start): touch.end for touch in touches(trial, REAL)}
    contacts = {(contact.part, contact.frame): contact.until for contact in trial.contacts}
    assert log_ends == contacts | {("AO6G", 103): 134}
    assert contacts["AO6G", 103] == 135
    assert trial.ball[134, 3] - trial.ball[133, 3] == pytest.approx(294 / 60, abs=1e-4)


def test_the_level_is_complete_on_the_same_frame(log: tuple[LogLine, ...], trial: Trial) -> None:
    assert trial.outcome is Outcome.REACHED_FLAG
    events = [line.event for line in log]
    assert events[events.index("levelComplete") :].count("trace") == 0
    assert events.count("trace") == 3 * trial.steps


def test_frames_come_sixty_a_second_and_collisions_close_before_their_traces(
    log: tuple[LogLine, ...],
) -> None:
    """What the log that we write relies on."""
    ball = [line.millis for line in log if line.event == "trace" and line.values[0] == "YT6C"]
    assert np.diff(ball).mean() == pytest.approx(1000 / 60, abs=0.01)
    for before, after in pairwise(log):
        if before.event.startswith("collision") and after.event == "trace":
            assert 0 < after.millis - before.millis < 10
    order = [line.values[0] for line in log if line.event == "trace"]
    assert [key for key, _ in groupby(order)] == ["YT6C", "AO6G", "C5NY"] * FRAMES
