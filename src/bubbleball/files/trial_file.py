"""Trial files: a trial and the physics it was played under, exact to the last bit."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from bubbleball.errors import (
    FileFormatError,
    LevelError,
    PhysicsError,
    Problem,
    did_you_mean,
    expect,
)
from bubbleball.files.disk import read_bytes, write_bytes
from bubbleball.files.document import Document, placements_data, solution_problems
from bubbleball.files.json_text import block, json_object, line, load_json
from bubbleball.files.level_file import document_from_data, dump_document
from bubbleball.files.schema import Id, PlacementModel, StrictModel, Text, validated
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.level import MAX_PARTS, Level
from bubbleball.game.physics import PHYSICS_KEYS, Physics
from bubbleball.game.trial import Outcome, Trial

FORMAT = "bubbleball trial"
VERSION = 1
MAX_TRIAL_BYTES = 64_000_000
_MAX_FRAMES = 100_000

_Two = Annotated[list[float], Field(min_length=2, max_length=2)]
_Four = Annotated[list[float], Field(min_length=4, max_length=4)]
_Six = Annotated[list[float], Field(min_length=6, max_length=6)]
_Frame = Annotated[int, Field(ge=0, le=_MAX_FRAMES)]


@dataclass(frozen=True, slots=True)
class RecordedTrial:
    """A trial and its physics, which is not part of the trial because solvers are shown trials.

    trial: what happened.
    physics: of the game.
    """

    trial: Trial
    physics: Physics


class _EventModel(StrictModel):
    part: Id
    frame: _Frame


class _ContactModel(_EventModel):
    until: _Frame | None
    point: _Two
    normal: _Two
    velocity_before: _Two
    velocity_after: _Two


class _EffectModel(_EventModel):
    velocity_before: _Two
    velocity_after: _Two
    position_before: _Two
    position_after: _Two
    gravity_up: bool


class _TrialModel(StrictModel):
    format: Literal["bubbleball trial"]
    version: Literal[1]
    physics: dict[str, float]
    name: Text
    level: dict[str, object]
    placements: Annotated[list[PlacementModel], Field(max_length=MAX_PARTS)]
    outcome: Annotated[Outcome, Field(strict=False)]
    movers: Annotated[list[Id], Field(max_length=MAX_PARTS)]
    contacts: list[_ContactModel]
    effects: list[_EffectModel]
    ball: Annotated[list[_Four], Field(min_length=1, max_length=_MAX_FRAMES)]
    moves: Annotated[list[list[_Six]], Field(max_length=_MAX_FRAMES)]


def dump_trial(trial: Trial, physics: Physics) -> bytes:
    """Write a trial and its physics as JSON, one event and one frame per line."""
    expect(trial, Trial, "a trial file", "play('2') gives one")
    level = json.loads(dump_document(Document(trial.level)))
    fields = {
        "format": line(FORMAT),
        "version": line(VERSION),
        "physics": line(dataclasses.asdict(physics)),
        "name": line(trial.level.name),
        "level": line(level),
        "placements": block(placements_data(trial.placements)),
        "outcome": line(trial.outcome.value),
        "movers": line(trial.movers),
        "contacts": block(map(dataclasses.asdict, trial.contacts)),
        "effects": block(map(dataclasses.asdict, trial.effects)),
        "ball": block(trial.ball.tolist()),
        "moves": block(trial.moves.tolist()) if trial.movers else "[]",
    }
    return json_object(fields).encode()


def write_trial(path: str | Path, trial: Trial, physics: Physics) -> None:
    """Write a trial file, whole or not at all."""
    write_bytes(path, dump_trial(trial, physics))


def read_trial(path: str | Path) -> RecordedTrial:
    """Read a trial file."""
    return parse_trial(read_bytes(path, FileFormatError, MAX_TRIAL_BYTES), str(path))


def parse_trial(text: str | bytes, source: str = "") -> RecordedTrial:
    """Read a trial and its physics; every fault is a FileFormatError that names `source`."""
    data = load_json(text, source, FileFormatError, MAX_TRIAL_BYTES)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        what = f'is not a recorded trial; one begins with "format": "{FORMAT}"'
        raise FileFormatError([Problem("", what)], source)
    model = validated(_TrialModel, data, source)
    try:
        level = document_from_data(model.level, name=model.name).level
    except LevelError as error:
        found = [Problem(f"level.{p.where}".rstrip("."), p.what) for p in error.problems]
        raise FileFormatError(found, source) from None
    problems = [*_physics_problems(model.physics), *_trial_problems(model, level)]
    if problems:
        raise FileFormatError(problems, source)
    return RecordedTrial(_trial(model, level), Physics(**model.physics))


def _physics_problems(table: dict[str, float]) -> Iterator[Problem]:
    for key, value in table.items():
        if key not in PHYSICS_KEYS:
            hint, known = did_you_mean(key, PHYSICS_KEYS), ", ".join(PHYSICS_KEYS)
            yield Problem(f"physics.{key}", f"unknown key{hint} known: {known}")
        else:
            try:
                Physics(**{key: value})
            except PhysicsError as error:
                yield Problem(f"physics.{key}", str(error))


def _trial_problems(model: _TrialModel, level: Level) -> Iterator[Problem]:
    """Contradictions between pieces, parts and frames."""
    placements = tuple(p.placement() for p in model.placements)
    for problem in solution_problems([placements], [piece.id for piece in level.pieces]):
        yield Problem(problem.where.replace("solutions[0]", "placements"), problem.what)
    parts = {part.id for part in level.parts}
    for index, mover in enumerate(model.movers):
        if mover not in parts:
            yield Problem(f"movers[{index}]", f"no part has the id {mover!r}")
    frames = len(model.ball)
    groups: dict[str, Sequence[_EventModel]] = {
        "contacts": model.contacts,
        "effects": model.effects,
    }
    for group, events in groups.items():
        for index, event in enumerate(events):
            if event.part not in parts:
                yield Problem(f"{group}[{index}].part", f"no part has the id {event.part!r}")
            if event.frame >= frames:
                what = f"{event.frame} is too large; there are {frames} frames"
                yield Problem(f"{group}[{index}].frame", what)
    wanted = frames if model.movers else 0
    if len(model.moves) != wanted:
        yield Problem("moves", f"has {len(model.moves)} frames; {wanted} are needed")
    for index, row in enumerate(model.moves):
        if len(row) != len(model.movers):
            what = f"has {len(row)} entries; there are {len(model.movers)} movers"
            yield Problem(f"moves[{index}]", what)


def _trial(model: _TrialModel, level: Level) -> Trial:
    frames, movers = len(model.ball), len(model.movers)
    return Trial(
        level=level,
        placements=tuple(p.placement() for p in model.placements),
        outcome=model.outcome,
        ball=np.array(model.ball, dtype=np.float64),
        movers=tuple(model.movers),
        moves=np.array(model.moves, dtype=np.float64).reshape(frames, movers, 6),
        contacts=tuple(Contact(**_tuples(contact)) for contact in model.contacts),
        effects=tuple(Effect(**_tuples(effect)) for effect in model.effects),
    )


def _tuples(model: StrictModel) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in model.model_dump().items()
    }
