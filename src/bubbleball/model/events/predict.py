"""Predictions by the event chain: one in full, or many in short; the twin of `predict`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.game.kinds import BUTTON_RADIUS
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import SECONDS_PER_STEP, Physics
from bubbleball.game.placement import Placement
from bubbleball.model import columns
from bubbleball.model.columns import beta_vector
from bubbleball.model.events import chain, chain_state
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.prediction import PredictedEvent, Prediction
from bubbleball.model.scene import Scene, build_scene, button_rows, shape_rows
from bubbleball.model.stepper import kernel

ANY = 1000.0  # bodies or events: more than any chain has


def plan_rows(
    count: int,
    aim: tuple[float, float],
    *,
    main: int = -1,
    bodies: float = ANY,
    most_events: float = ANY,
) -> Array:
    """What chains are about: a target (px), the Main Block's row, the most bodies and events."""
    rows = np.zeros((count, chain_state.PLAN))
    rows[:, chain_state.AIM_X : chain_state.AIM_Y + 1] = aim
    rows[:, chain_state.MAIN] = main
    rows[:, chain_state.MOST_BODIES] = bodies
    rows[:, chain_state.MOST_EVENTS] = most_events
    rows[:, chain_state.MOST_FRAMES] = STEP_LIMIT
    return rows


def predict_one(
    level: Level,
    placements: Iterable[Placement],
    physics: Physics,
    aim: tuple[float, float] = (0.0, 0.0),
    *,
    start: Array | None = None,
    frame: int = 0,
    main: str | None = None,
    bodies: float = ANY,
) -> Prediction:
    """The whole motion by events, from the ball's start or from `start` (a path's row) at `frame`.

    The prediction's value is the closest approach to `aim`. With a Main Block, the chain ends when
    the ball has met it and then more than `bodies` bodies, itself counted.
    """
    scene = build_scene(level, placements)
    row = -1 if main is None else [*scene.shape_ids, *scene.button_ids].index(main)
    plan = plan_rows(1, aim, main=row, bodies=bodies)[0]
    if start is None:
        start = np.array([level.ball.x, level.ball.y, 0.0, 0.0, 0.0])
    path, log = np.zeros((STEP_LIMIT + 1, 5)), np.zeros((48, 2), np.int64)
    path[frame] = start
    state, inside = np.zeros(chain_state.STATE), np.zeros(len(scene.buttons), np.int8)
    chain.start_chain(state, inside, scene.buttons, start, frame)
    outcome = chain.run_chain(
        scene.shapes, scene.buttons, scene.flag, beta_vector(physics), plan, state, inside, path,
        log, *chain.memory(len(scene.shapes), len(scene.buttons)),
    )  # fmt: skip
    last, rows = (
        min(STEP_LIMIT, int(state[chain_state.FRAME])),
        min(len(log), int(state[chain_state.ROWS])),
    )
    return Prediction(
        outcome,
        path[frame : last + 1],
        float(state[chain_state.BEST]),
        int(state[chain_state.BEST_FRAME]),
        _events(scene, path, log[:rows]),
    )


def predict_many(
    level: Level,
    placements: Sequence[Placement],
    parts: Sequence[Part],
    poses: Array,
    beta: Array,
    aim: tuple[float, float],
    starts: Array,
    frames: Indices,
    bodies: float = ANY,
    most_events: float = ANY,
) -> Array:
    """Chains of candidates that add `parts`, the last one the Main Block, to a configuration.

    poses: candidates x parts x 3. starts: candidates x 5, the ball at `frames`.
    Rows as `predict.Predictor.many` gives them; the value is the closest approach to `aim`, px.
    """
    solids = [(j, part) for j, part in enumerate(parts) if part.kind.solid]
    pressed = [(j, part) for j, part in enumerate(parts) if part.kind.button]
    scene = build_scene(level, placements, spare=len(solids), spare_buttons=len(pressed))
    more = np.zeros((len(poses), len(solids), columns.SHAPE))
    more_buttons = np.zeros((len(poses), len(pressed), columns.BUTTON))
    for row, (j, part) in enumerate(solids):
        more[:, row] = shape_rows(part, poses[:, j], static=not part.kind.wooden)
    known = [*scene.button_ids, *(part.id for _, part in pressed)]
    for row, (j, part) in enumerate(pressed):
        partner = level.partner(part.id)
        other = known.index(partner) if partner in known else -1
        more_buttons[:, row] = button_rows(part, poses[:, j], other)
        if 0 <= other < len(scene.button_ids):
            scene.buttons[other, columns.PARTNER] = len(scene.button_ids) + row
    main = len(scene.shapes) - 1
    if parts[-1].kind.button:
        main = len(scene.shapes) + len(scene.buttons) - 1
    results = np.zeros((len(poses), 7))
    plans = plan_rows(len(poses), aim, main=main, bodies=bodies, most_events=most_events)
    betas = np.ascontiguousarray(np.broadcast_to(beta, (len(poses), columns.PARAMETERS)))
    chain.chain_batch(
        scene.shapes, scene.buttons, more, more_buttons, scene.flag, betas, starts, frames, plans,
        results,
    )  # fmt: skip
    return results


def chain_starts(parts: Sequence[Part], poses: Array, path: Array) -> tuple[Array, Indices]:
    """Where chains of candidates start: the last row of the path before any of it comes near.

    poses: candidates x parts x 3. path: the ball's motion without the candidate, frames x 5.
    """
    discs = np.full((len(poses), len(parts), 3), BUTTON_RADIUS)
    for j, part in enumerate(parts):
        discs[:, j, :2] = poses[:, j, :2]
        if part.kind.solid:
            rows = shape_rows(part, poses[:, j], static=True)
            discs[:, j] = rows[:, columns.CENTRE_X : columns.RADIUS + 1]
    frames = np.zeros(len(poses), np.int64)
    kernel.entry_frames(path, discs, frames)
    return path[frames], frames


def _events(scene: Scene, path: Array, log: Indices) -> tuple[PredictedEvent, ...]:
    return tuple(
        PredictedEvent(scene.who(int(row)), frame * SECONDS_PER_STEP, *map(float, path[frame, :2]))
        for frame, row in log
        if frame < len(path)
    )
