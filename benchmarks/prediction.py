"""How far the models' predictions are from the game, for random legal placements that stay put.

    python benchmarks/prediction.py [--count 1000]

Prints the table of docs/prediction.md.

Levels: all shipped ones, with all wood replaced by metal, so that only the ball moves. Placements:
uniform over the legal ones; only runs in which the ball touches a placed piece are kept.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from bubbleball.files import packs
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome, Trial
from bubbleball.game.world import simulate
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.model.codes import Status
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.prediction import Prediction
from bubbleball.model.stepper.predict import StepPredictor

Array = NDArray[np.float64]
Model = Callable[[Level, tuple[Placement, ...]], Prediction]

SECONDS = (0.5, 1.0, 2.0, 3.0)
OUTCOMES = {
    Status.UNFINISHED: Outcome.TIMED_OUT,
    Status.AT_FLAG: Outcome.REACHED_FLAG,
    Status.GONE: Outcome.LEFT_SCREEN,
    Status.RESTING: Outcome.CAME_TO_REST,
}


def static(part: Part) -> Part:
    if part.kind is Kind.CATAPULT:
        return dataclasses.replace(part, kind=Kind.METAL, form=Form.RECTANGLE)
    if part.kind.wooden:
        return dataclasses.replace(part, kind=Kind.METAL, loose=False)
    return part


def static_level(name: str) -> Level:
    level = packs.load_level(name)
    return dataclasses.replace(
        level,
        scenery=tuple(map(static, level.scenery)),
        pieces=tuple(map(static, level.pieces)),
    )


def games(count: int, seed: int) -> Iterator[tuple[Level, Trial]]:
    rng = np.random.default_rng(seed)
    levels = [static_level(name) for name in packs.names()]
    placers = [Placer(level) for level in levels]
    while count:
        chosen = int(rng.integers(len(levels)))
        placements = placers[chosen].draw(rng)
        trial = simulate(levels[chosen], placements, REAL)
        met = {contact.part for contact in trial.contacts} | {e.part for e in trial.effects}
        if met & {placement.piece for placement in placements}:
            yield levels[chosen], trial
            count -= 1


def errors(trial: Trial, prediction: Prediction) -> list[float]:
    """Return the distance at each time; after a run has ended its last frame counts."""
    return [float(np.hypot(*(_at(prediction.path, t) - _at(trial.ball, t)))) for t in SECONDS]


def _at(path: Array, seconds: float) -> Array:
    return path[min(len(path) - 1, round(seconds * 60)), :2]


def table(trials: list[tuple[Level, Trial]], models: dict[str, Model]) -> str:
    head = [f"{t:g} s: median / 90th / 99th px" for t in SECONDS]
    lines = [
        "| model | " + " | ".join(head) + " | same outcome |",
        "|---|" + "---|" * (len(head) + 1),
    ]
    for name, model in models.items():
        predictions = [model(level, trial.placements) for level, trial in trials]
        off = np.array([errors(t, p) for (_, t), p in zip(trials, predictions, strict=True)])
        cells = [" / ".join(f"{q:.2f}" for q in np.percentile(c, (50, 90, 99))) for c in off.T]
        same = np.mean(
            [
                OUTCOMES[p.outcome] == t.outcome
                for (_, t), p in zip(trials, predictions, strict=True)
            ]
        )
        lines.append(f"| {name} | {' | '.join(cells)} | {100 * same:.1f} % |")
    return "\n".join(lines)


def kernel_model() -> Model:
    predictors: dict[Level, StepPredictor] = {}

    def predict(level: Level, placements: tuple[Placement, ...]) -> Prediction:
        if level not in predictors:
            predictors[level] = StepPredictor(level, cost_to_go(level).layers)
        return predictors[level].one(placements, REAL)

    return predict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    settings = parser.parse_args()
    trials = list(games(settings.count, settings.seed))
    models: dict[str, Model] = {
        "stepping kernel": kernel_model(),
        "closed-form event chain": lambda level, placed: EventPredictor(level).one(placed, REAL),
    }
    print(f"{len(trials)} placements in {len(packs.names())} levels, seed {settings.seed}.\n")
    print(table(trials, models))


if __name__ == "__main__":
    main()
