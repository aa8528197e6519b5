"""Compare a prediction with the trial: event by event, and path against path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.distances import distances_to_segment
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.trial import Trial
from bubbleball.model.prediction import PredictedEvent


@dataclass(frozen=True, slots=True)
class Encounter:
    """The ball meeting one part, once or several times in succession.

    part: id of the part.
    seconds: time of the first meeting.
    x, y: centre of the ball then, px.
    times: number of meetings.
    """

    part: str
    seconds: float
    x: float
    y: float
    times: int = 1


@dataclass(frozen=True, slots=True)
class Pair:
    """A predicted encounter and the actual one; None if there is no counterpart."""

    predicted: Encounter | None
    actual: Encounter | None


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far the ball departs from the predicted path.

    largest: the largest distance of the ball from the predicted path, px.
    seconds: when it was first farther away than its radius; None if it never was.
    x, y: centre of the ball then, or at the largest distance, px.
    """

    largest: float
    seconds: float | None
    x: float
    y: float


def actual_encounters(trial: Trial) -> list[Encounter]:
    """The parts that the ball meets in a trial, in order of time."""
    return _grouped(
        [
            Encounter(met.part, met.frame * SECONDS_PER_STEP, *trial.ball[met.frame, :2].tolist())
            for met in trial.meetings()
        ]
    )


def predicted_encounters(events: Sequence[PredictedEvent]) -> list[Encounter]:
    """The parts that the ball should meet, in order of time."""
    return _grouped([Encounter(e.part, e.seconds, e.x, e.y) for e in events])


def paired(predicted: Sequence[Encounter], actual: Sequence[Encounter]) -> list[Pair]:
    """Align two sequences of encounters; parts that are met in the same order form pairs."""
    pairs: list[Pair] = []
    matcher = SequenceMatcher(
        None, [h.part for h in predicted], [h.part for h in actual], autojunk=False
    )
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pairs += map(Pair, predicted[a:b], actual[c:d])
        else:
            alone = [Pair(p, None) for p in predicted[a:b]] + [Pair(None, h) for h in actual[c:d]]
            pairs += sorted(alone, key=_when)
    return pairs


def nearest_to_flag(trial: Trial) -> tuple[float, float]:
    """The least gap between ball and flag, px, and when it occurs, s."""
    return trial.closest_approach, int(trial.flag_gaps.argmin()) * SECONDS_PER_STEP


def deviation(predicted: Array, trial: Trial) -> Deviation | None:
    """Measure how far the ball departs from a predicted path; None for a path without length."""
    if len(predicted) < 2:
        return None
    xs, ys = trial.ball[:, 0], trial.ball[:, 1]
    segments = np.hstack([predicted[:-1], predicted[1:]])
    apart = np.min([distances_to_segment(xs, ys, ends) for ends in segments], axis=0)
    away = np.flatnonzero(apart > BALL_RADIUS)
    frame = int(away[0]) if len(away) else int(np.argmax(apart))
    x, y = trial.ball[frame, :2].tolist()
    when = frame * SECONDS_PER_STEP if len(away) else None
    return Deviation(float(apart.max()), when, x, y)


def _when(pair: Pair) -> float:
    return min(h.seconds for h in (pair.predicted, pair.actual) if h is not None)


def _grouped(encounters: Sequence[Encounter]) -> list[Encounter]:
    """Join successive encounters with the same part, such as small bounces."""
    groups = (list(group) for _, group in groupby(encounters, key=lambda one: one.part))
    return [replace(group[0], times=len(group)) for group in groups]
