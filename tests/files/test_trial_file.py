"""Trials in files: the same bits come back, and they replay to the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbleball.errors import FileFormatError
from bubbleball.files.packs import find
from bubbleball.files.trial_file import (
    dump_trial,
    parse_trial,
    read_trial,
    write_trial,
)
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics, parse_physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import World, simulate
from document_strategies import json_values, spoiled
from repository import ROOT
from strategies import games, physics

Game = tuple[Level, tuple[Placement, ...]]


def busy_trial(steps: int) -> Trial:
    """A trial with contacts, effects and moving pieces, cut short."""
    level = Level(
        Ball(100, 100),
        Flag(3000, 3000),
        (
            Part("floor", Kind.GROUND, 240, 300, 480, 20),
            Part("push", Kind.SPEEDUP_RIGHT, 100, 200),
        ),
        (Part("box", Kind.WOOD, 40, 40, 40, 40), Part("spare", Kind.METAL, 90, 40, 40, 40)),
        name="tests/busy",
    )
    world = World(level, [Placement("box", 300, 250, 20)], REAL)
    world.advance(steps)
    return world.trial()


def test_a_saved_trial_loads_and_replays_to_the_same_bytes(tmp_path: Path) -> None:
    document = find("2")
    for solution in ((), *document.solutions):
        table = parse_physics("moon,restitution=0.3333333333333333")
        trial = simulate(document.level, solution, table)
        path = tmp_path / "trial.json"
        write_trial(path, trial, table)
        loaded = read_trial(path)
        assert loaded.trial == trial
        assert loaded.physics == table
        assert loaded.trial.ball.tobytes() == trial.ball.tobytes()
        again = simulate(loaded.trial.level, loaded.trial.placements, loaded.physics)
        assert dump_trial(again, loaded.physics) == path.read_bytes()


@settings(max_examples=30)
@given(games(), physics)
def test_any_trial_loads_to_the_same_bits_and_replays(game: Game, table: Physics) -> None:
    trial = simulate(*game, table)
    content = dump_trial(trial, table)
    loaded = parse_trial(content)
    assert loaded.trial == trial
    assert loaded.trial.ball.tobytes() == trial.ball.tobytes()
    assert loaded.trial.moves.tobytes() == trial.moves.tobytes()
    assert loaded.trial.moves.shape == trial.moves.shape
    again = simulate(loaded.trial.level, loaded.trial.placements, loaded.physics)
    assert dump_trial(again, loaded.physics) == content


def test_events_and_movers_are_kept() -> None:
    trial = busy_trial(200)
    assert trial.contacts
    assert trial.effects
    assert trial.movers == ("box",)
    loaded = parse_trial(dump_trial(trial, REAL)).trial
    assert loaded.contacts == trial.contacts
    assert loaded.effects == trial.effects
    assert loaded.level.name == "tests/busy"


def test_the_physics_is_beside_the_trial_and_not_in_it() -> None:
    loaded = parse_trial(dump_trial(busy_trial(3), PRESETS["moon"]))
    assert loaded.physics == PRESETS["moon"]
    assert not any(isinstance(getattr(loaded.trial, n), Physics) for n in Trial.__slots__)


SHORT = json.loads(dump_trial(busy_trial(80), REAL))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"format": "level"},
            'is not a recorded trial; one begins with "format": "bubbleball trial"',
        ),
        ({"outcome": "won"}, "outcome: 'won' is not known; known: reached-flag"),
        ({"physics": {"gravty": 1}}, "physics.gravty: unknown key; did you mean 'gravity'?"),
        ({"physics": {"gravity": -1}}, "physics.gravity: physics gravity = -1.0 is out of range"),
        ({"level": {"version": 1}}, "level.ball: is missing; it must be given"),
        ({"movers": ["x"]}, "movers[0]: no part has the id 'x'"),
        ({"moves": []}, "moves: has 0 frames; 81 are needed"),
        ({"ball": [[1, 2, 3]]}, "ball[0]: has 3 entries; at least 4"),
        ({"placements": [{"piece": "q", "x": 1, "y": 2}]}, "placements[0].piece: no piece"),
        ({"name": "a\nb"}, "level.name: 'a\\nb' has characters that cannot be printed"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(change: dict[str, object], message: str) -> None:
    with pytest.raises(FileFormatError) as raised:
        parse_trial(json.dumps(SHORT | change), "t.json")
    assert str(raised.value).startswith("t.json: ")
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "\0", "[" * 100_000, b"\xff", '{"format": NaN}'])
def test_what_is_no_recording_is_refused(text: str | bytes) -> None:
    with pytest.raises(FileFormatError):
        parse_trial(text)


@given(st.one_of(spoiled(SHORT), json_values).map(json.dumps))
def test_a_spoiled_recording_loads_or_is_refused_in_our_words(text: str) -> None:
    try:
        loaded = parse_trial(text)
    except FileFormatError:
        return  # any other exception fails the test
    assert parse_trial(dump_trial(loaded.trial, loaded.physics)).trial == loaded.trial


def test_every_field_is_in_the_docs() -> None:
    text = (ROOT / "docs" / "trial-format.md").read_text(encoding="utf-8")
    fields = {*SHORT, *SHORT["effects"][0], *SHORT["placements"][0]}
    fields |= {field for contact in SHORT["contacts"] for field in contact}
    assert not [field for field in fields if f"`{field}`" not in text]
