"""Contacts, flag and power-ups against a plain Box2D world with a listener and real sensors."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import assume, given, settings

from bubbleball.game.geometry import overlap, signed_distance
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial
from bubbleball.game.world import simulate
from plain_engine import Heard, plain_run
from scenes import DT, floor, run
from strategies import BUTTONS, SOLIDS, games, physics

Game = tuple[Level, tuple[Placement, ...]]


def assume_apart(level: Level, placements: tuple[Placement, ...]) -> None:
    """Nothing starts inside another thing, so that nothing is pushed without an impact."""
    placed = {placement.piece: placement for placement in placements}
    solids = [part for part in level.scenery if part.kind.solid]
    for part in solids:
        assume(signed_distance(level.ball.x, level.ball.y, part.shape) > 16)
        if part.loose:
            others = [other for other in solids if other is not part]
            assume(all(overlap(part.shape, other.shape) == 0 for other in others))
    for piece in level.pieces:
        if piece.id in placed and piece.kind.solid:
            at = placed[piece.id]
            shape = Part(
                "x", piece.kind, at.x, at.y, piece.width, piece.height, at.angle, piece.form
            )
            assume(signed_distance(level.ball.x, level.ball.y, shape.shape) > 16)
            if piece.kind.wooden:
                assume(all(overlap(shape.shape, other.shape) == 0 for other in solids))


def intervals(heard: Heard) -> Iterator[tuple[str, int, int | None]]:
    """Contacts as (part, first step, last step), without those that ended within one step."""
    again = set(heard.began) & set(heard.ended)
    ends = [event for event in heard.ended if event not in again]
    for part, first in heard.began:
        if (part, first) not in again and part != "the flag":
            yield part, first, min((e for p, e in ends if p == part and e > first), default=None)


def entries(heard: Heard) -> list[tuple[str, int]]:
    """The frames in which the ball enters sensors, in the game's eyes.

    Box2D looks at sensors when a step begins, so it reports frame k in step k + 1. The game
    looks after a step: a ball that starts in one enters it in frame 1, if it is still there.
    """
    gone = {part for part, step in heard.ended if step - 1 == 1}
    frames = ((part, step - 1) for part, step in heard.began)
    return [(part, max(1, frame)) for part, frame in frames if frame or part not in gone]


def acts(trial: Trial, table: Physics, first: int, end: int | None) -> int | None:
    """The first frame of a contact in which the ball's velocity did not change by gravity alone."""
    gains = np.diff(trial.ball[:, 2:], axis=0) - (0, table.gravity * 30 * DT)
    odd = 1 + np.flatnonzero(np.abs(gains).max(axis=1) > 1e-3)
    return next((int(f) for f in odd if f >= first and (end is None or f < end)), None)


@settings(max_examples=100)
@given(games(SOLIDS), physics)
def test_contacts_begin_and_end_when_box2d_says_so(game: Game, table: Physics) -> None:
    level, placements = game
    assume_apart(level, placements)
    trial = simulate(level, placements, table)
    path, heard = plain_run(level, placements, table, trial.steps)
    assert np.array_equal(trial.ball[:, :2], np.array(path))
    recorded = {(contact.part, contact.until): contact.frame for contact in trial.contacts}
    for part, first, end in intervals(heard):
        acted = acts(trial, table, first, end)
        if acted is not None:  # a touch within the skin that does nothing is not recorded
            assert (part, end) in recorded
            assert first <= recorded[part, end] <= acted


def test_one_of_two_contacts_ends_while_the_other_lasts() -> None:
    # The ball slides off the end of a bar that lies beside another one.
    bars = (
        Part("low", Kind.GROUND, 0, 96, 75, 3),
        Part("high", Kind.GROUND, 31, 95, 3, 10),
    )
    trial = run((45, 80), *bars)
    _, heard = plain_run(trial.level, (), Physics(), trial.steps)
    expected = set(intervals(heard))
    assert {part for part, _, _ in expected} == {"low", "high"}
    assert {(c.part, c.frame, c.until) for c in trial.contacts} == expected


@settings(max_examples=100)
@given(games([*SOLIDS, Kind.SLOWDOWN]))
def test_the_ball_enters_a_power_up_in_the_frame_of_box2ds_own_sensor(game: Game) -> None:
    level, placements = game
    harmless = Physics(slowdown=1)  # entering is recorded but changes nothing
    trial = simulate(level, placements, harmless)
    _, heard = plain_run(level, placements, harmless, trial.steps)
    buttons = {part.id for part in level.parts if part.kind.button}
    expected = {(part, frame) for part, frame in entries(heard) if part in buttons}
    entered = {(effect.part, effect.frame) for effect in trial.effects}
    before_the_end = {(part, frame) for part, frame in entered if frame < trial.steps}
    assert before_the_end == {(part, frame) for part, frame in expected if frame < trial.steps}


@settings(max_examples=100)
@given(games(SOLIDS))
def test_the_flag_is_reached_in_the_frame_of_box2ds_own_sensor(game: Game) -> None:
    level, placements = game
    trial = simulate(level, placements, Physics())
    _, heard = plain_run(level, placements, Physics(), trial.steps + 1)
    touched = [frame for part, frame in entries(heard) if part == "the flag"]
    if trial.outcome is Outcome.REACHED_FLAG:
        assert touched[0] == trial.steps
    else:
        assert not touched or touched[0] > trial.steps


@pytest.mark.parametrize(
    ("part", "angle"),
    [
        (Part("wall", Kind.GROUND, 240, 250, 300, 20, 20), 20),
        (Part("wall", Kind.METAL, 240, 250, 300, 20, -35), -35),
        (Part("wall", Kind.METAL, 240, 250, 40, 40, form=Form.CIRCLE), 0),
    ],
)
def test_a_contact_records_where_and_in_which_direction(part: Part, angle: float) -> None:
    trial = run((240, 120), part)
    hit = trial.contacts[0]
    turn = math.radians(angle)
    assert hit.normal == pytest.approx((math.sin(turn), -math.cos(turn)), abs=1e-4)
    centre = trial.ball[hit.frame, :2]
    assert math.dist(hit.point, centre) == pytest.approx(15, abs=1.5)
    assert abs(signed_distance(*hit.point, part.shape)) < 1.5
    assert hit.velocity_before == tuple(trial.ball[hit.frame - 1, 2:])
    assert hit.velocity_after == tuple(trial.ball[hit.frame, 2:])


def test_the_velocity_before_a_contact_follows_an_effect_of_the_frame_before() -> None:
    push = Part("push", Kind.SPEEDUP_RIGHT, 240, 200)
    wall = Part("wall", Kind.GROUND, 273.5, 200, 34, 200)  # its face is 1.5 px off the ball
    trial = run((240, 200), push, wall, physics=Physics(gravity=0))
    hit = trial.contacts[0]
    assert hit.frame == trial.effects[0].frame + 1
    assert hit.velocity_before == trial.effects[0].velocity_after


def test_a_contact_that_lasts_to_the_end_has_no_end() -> None:
    trial = run((240, 184.8), floor(200))
    assert trial.outcome is Outcome.CAME_TO_REST
    assert [contact.until for contact in trial.contacts] == [None]


def test_contacts_and_effects_are_in_order_of_time() -> None:
    bumps = [Part(f"b{n}", Kind.GROUND, 60 + 60 * n, 200 + 20 * n, 50, 10, 25) for n in range(6)]
    buttons = [Part(f"p{n}", kind, 90 + 40 * n, 290) for n, kind in enumerate(BUTTONS[:6])]
    trial = run((60, 100), *bumps, *buttons, flag=Flag(460, 300))
    frames = [contact.frame for contact in trial.contacts]
    assert len(frames) > 2
    assert frames == sorted(frames)
    assert [e.frame for e in trial.effects] == sorted(e.frame for e in trial.effects)
