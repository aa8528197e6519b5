"""The text of a level and of a trial says what a model needs, and only what is true."""

from __future__ import annotations

import re

import pytest

from bubbleball.files import packs
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.rules import Rule
from bubbleball.solvers.language.wording import (
    MAX_EVENTS,
    level_text,
    rules_text,
    trace_text,
    trial_text,
)
from levels_in_python import GAP, POWERS


@pytest.mark.parametrize("name", packs.pack("classic"))
def test_every_part_of_a_level_is_named_with_its_kind(name: str) -> None:
    level = packs.load_level(name)
    text = level_text(level)
    for part in level.parts:
        assert f"- {part.id}: {part.kind}, " in text
        assert f"- {part.kind}: " in text


def test_the_constants_of_the_physics_are_not_told() -> None:
    assert not re.search(r"9\.8|294|restitution", rules_text() + level_text(POWERS))


def test_every_rule_is_stated() -> None:
    assert all(rule in rules_text() for rule in Rule)


def test_a_turned_part_has_corners_and_an_upright_one_a_box() -> None:
    text = level_text(GAP)
    assert "floor: ground, rectangle 160 x 25, centre (400, 247): x 320 to 480, y 234.5" in text
    assert re.search(r"ramp: ground.*turned 20°: corners \(", text)
    assert "plank: metal, rectangle 150 x 25" in text


def test_teleports_name_their_partners() -> None:
    level = Level(
        Ball(50, 150),
        Flag(400, 200),
        pieces=(Part("in", Kind.TELEPORT, 100, 30), Part("out", Kind.TELEPORT, 200, 30)),
    )
    assert "Teleport in leads to out and back." in level_text(level)


def test_a_trial_says_what_was_met_and_how_near_it_came() -> None:
    trial = Game(GAP).play([Placement("plank", 230, 300)])
    text = trial_text(trial)
    assert "Placed: plank at (230, 300) turned 0°." in text
    assert f"not solved; {trial.reason}." in text
    assert f"{trial.closest_approach:.0f} px away" in text
    for met in trial.meetings()[:MAX_EVENTS]:
        assert f"touches {met.part} at (" in text


def test_a_trace_shows_the_first_frame_the_last_and_those_asked_for() -> None:
    trial = Game(GAP).play()
    rows = [line.split() for line in trace_text(trial, every=30).splitlines()[1:]]
    assert len(rows) == len(range(0, trial.steps, 30)) + 1
    assert [float(row[1]) for row in (rows[0], rows[-1])] == [
        round(trial.ball[0, 0]),
        round(trial.ball[-1, 0]),
    ]
    assert float(trace_text(trial, 1, 12, 12).splitlines()[-1].split()[0]) == 0.2


def test_wood_that_fell_is_reported() -> None:
    trial = Game(GAP).play([Placement("log", 250, 100)])
    assert "log moved from (250, 100) to " in trial_text(trial)
