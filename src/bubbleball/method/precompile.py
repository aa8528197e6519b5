"""Compile the models once, so that the first solve does not wait for it.

Run as `python -m bubbleball.method.precompile`; `make setup` does.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.world import simulate
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.learn import learn
from bubbleball.method.legality import legal
from bubbleball.method.moving_block import MovingBlockSearch
from bubbleball.method.resting import Resting
from bubbleball.model.beta import beta_vector
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.stepper.kernel import step_batch
from bubbleball.model.stepper.predict import StepPredictor

LEVEL = Level(
    ball=Ball(100, 120),
    flag=Flag(400, 200),
    scenery=(Part("ground", Kind.GROUND, 240, 300, 480, 20),),
    pieces=(Part("plank", Kind.METAL, 100, 20, 150, 25), Part("spring", Kind.SPRING, 300, 20)),
)

LEVERS = Level(
    ball=Ball(100, 120),
    flag=Flag(400, 200),
    scenery=(Part("ground", Kind.GROUND, 240, 300, 480, 20),),
    pieces=(
        Part("lever", Kind.WOOD, 100, 20, 150, 25),
        Part("pin", Kind.WOOD, 250, 40, 40, 40),
        Part("hammer", Kind.WOOD, 350, 40, 50, 50),
    ),
)


def precompile() -> None:
    """Call every compiled function with the types that the solvers use."""
    stepper, events = StepPredictor(LEVEL, cost_to_go(LEVEL).layers), EventPredictor(LEVEL)
    path = stepper.one((), REAL).path
    events.one((), REAL)
    for part in LEVEL.pieces:
        batch = PoseBatch((part,), np.array([[[200.0, 200.0, 0.0]]]))
        legal(LEVEL, (), batch)
        stepper.many((), batch.parts, batch.poses, beta_vector(REAL), path)
        events.many((), batch.parts, batch.poses, beta_vector(REAL), path)
    rest = Resting(LEVERS, (), REAL)
    rest.supported(LEVERS.pieces[0], LEVERS.pieces[1], rest.alone(LEVERS.pieces[1])[:1])
    trial = simulate(LEVEL, (), REAL)
    learn([trial])
    learn([replace(trial, ball=np.round(trial.ball))])  # as in a log of whole numbers
    search = MovingBlockSearch(LEVERS, (), path, (400.0, 200.0), REAL, np.random.default_rng(0))
    for throw in search.guesses(20):
        ran = search.run(throw)
        if ran is not None:
            list(search.launches(ran, [1.0]))
    mark = _mark()
    if mark is not None:
        with suppress(OSError):
            mark.touch()


def needs_compiling() -> bool:
    """Whether machine code can be kept here, and that of these sources is not yet."""
    mark = _mark()
    return mark is not None and not mark.exists()


def _mark() -> Path | None:
    """A file beside the kept machine code; its name changes with every source."""
    kept = getattr(getattr(step_batch, "_cache", None), "cache_path", None)
    name = f"{getattr(step_batch, '__qualname__', '')}.complete"
    return None if kept is None else Path(kept) / name


if __name__ == "__main__":
    began = time.perf_counter()
    click.echo("Compiling the models (once a machine) ...", nl=False)
    precompile()
    click.echo(f" {time.perf_counter() - began:.0f} s")
