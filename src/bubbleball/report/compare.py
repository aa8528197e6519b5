"""What was predicted against what happened: event by event, and path against path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.trial import Trial
from bubbleball.model.prediction import PredictedEvent

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Happening:
    """The ball meeting a part once, or several times in a row.

    part: id. seconds: when first. x, y: the ball's centre then, px. times: how often.
    """

    part: str
    seconds: float
    x: float
    y: float
    times: int = 1


@dataclass(frozen=True, slots=True)
class Pair:
    """A predicted happening and the actual one; None where there is no counterpart."""

    predicted: Happening | None
    actual: Happening | None


@dataclass(frozen=True, slots=True)
class Deviation:
    """How the ball's path differs from the predicted one.

    largest: the largest distance of the ball from the predicted path, px.
    seconds: when it was first off by more than its radius; None if it never was.
    x, y: where the ball was then, or at the largest distance.
    """

    largest: float
    seconds: float | None
    x: float
    y: float


def actual_happenings(trial: Trial) -> list[Happening]:
    """Contacts and power-ups of a trial in order of time."""
    return _grouped(
        [
            Happening(met.part, met.frame * SECONDS_PER_STEP, *trial.ball[met.frame, :2].tolist())
            for met in trial.meetings()
        ]
    )


def predicted_happenings(events: Sequence[PredictedEvent]) -> list[Happening]:
    """The same of a prediction."""
    return _grouped([Happening(e.part, e.seconds, e.x, e.y) for e in events])


def paired(predicted: Sequence[Happening], actual: Sequence[Happening]) -> list[Pair]:
    """Both in one list; parts that are met in the same order stand side by side."""
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
    """The least distance between the ball's surface and the flag, px, and when, s."""
    return trial.closest_approach, int(trial.flag_gaps.argmin()) * SECONDS_PER_STEP


def deviation(predicted: Array, trial: Trial) -> Deviation | None:
    """How far the ball went astray; None where a path has no length."""
    if len(predicted) < 2:
        return None
    apart = _distances(trial.ball[:, :2], predicted)
    astray = np.flatnonzero(apart > BALL_RADIUS)
    frame = int(astray[0]) if len(astray) else int(np.argmax(apart))
    x, y = trial.ball[frame, :2].tolist()
    when = frame * SECONDS_PER_STEP if len(astray) else None
    return Deviation(float(apart.max()), when, x, y)


def _when(pair: Pair) -> float:
    return min(h.seconds for h in (pair.predicted, pair.actual) if h is not None)


def _grouped(happenings: Sequence[Happening]) -> list[Happening]:
    """One for each part met; small bounces on the same part are counted together."""
    groups: list[list[Happening]] = []
    for happening in happenings:
        if groups and groups[-1][0].part == happening.part:
            groups[-1].append(happening)
        else:
            groups.append([happening])
    return [
        Happening(group[0].part, group[0].seconds, group[0].x, group[0].y, len(group))
        for group in groups
    ]


def _distances(points: Array, line: Array) -> Array:
    """Distance of each point from a line through the rows of an array, px."""
    start, step = line[:-1], np.diff(line, axis=0)
    squares = np.maximum((step**2).sum(axis=1), 1e-12)
    offset = points[:, None, :] - start[None, :, :]
    share = np.clip((offset * step).sum(axis=2) / squares, 0.0, 1.0)
    nearest = start + share[:, :, None] * step
    distances: Array = np.hypot(*np.moveaxis(points[:, None, :] - nearest, 2, 0)).min(axis=1)
    return distances
