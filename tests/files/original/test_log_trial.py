"""A log of the real game read as a trial, and our own logs read back."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import FileFormatError
from bubbleball.files.levels import read_level
from bubbleball.files.original.log import LogLine, Setup, game_log, parse_log
from bubbleball.files.original.log_meetings import smooth_path
from bubbleball.files.original.log_trial import LoggedRun, trial_from_log
from bubbleball.files.packs import load_level, names
from bubbleball.game.contact import Contact
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome, Trial
from bubbleball.game.world import simulate
from reference import reference

CLASSIC = [name for name in names() if name.startswith("classic/")]


def logged(trial: Trial, steps: int = 600) -> LoggedRun:
    """A trial written as our log and read back."""
    pieces = {piece.id: piece for piece in trial.level.pieces}
    setups = [Setup.of(placement, pieces[placement.piece]) for placement in trial.placements]
    return trial_from_log(parse_log(game_log(2, setups, trial, REAL, steps=steps)), trial.level)


def turned(one: Contact, normal: tuple[float, float]) -> float:
    """Degrees between the normal of a contact and another."""
    (ax, ay), (bx, by) = one.normal, normal
    return abs(math.degrees(math.atan2(ax * by - ay * bx, ax * bx + ay * by)))


def test_the_real_log_is_a_trial_of_168_frames_with_its_contacts_on_their_frames() -> None:
    level = read_level(reference("2.json")).level
    lines = parse_log(reference("bb.log").read_bytes(), "bb.log")
    run = trial_from_log(lines, level, "bb.log", 2)
    trial = run.trial
    assert (run.ended, run.torn, run.notes) == (True, False, ())
    assert (trial.steps, trial.outcome) == (168, Outcome.REACHED_FLAG)
    assert trial.placements == (Placement("AO6G", 217, 247.5),)
    ramp, floor = (math.sin(math.radians(30)), -math.cos(math.radians(30))), (0.0, -1.0)
    # Six contacts with solids; the seventh collision of the log is the flag, after frame 168.
    expected = [
        ("B6OH", 15, 16, ramp),
        ("B6OH", 28, 80, ramp),
        ("AO6G", 79, 80, floor),
        ("AO6G", 95, 96, floor),
        ("AO6G", 103, 134, floor),
        ("70O2", 136, None, floor),
    ]
    assert [(c.part, c.frame, c.until) for c in trial.contacts] == [row[:3] for row in expected]
    for contact, row in zip(trial.contacts, expected, strict=True):
        assert turned(contact, row[3]) < 2
    assert trial.contacts[0].velocity_before == (0, 69)
    assert trial.contacts[0].velocity_after == (45, -4)


@pytest.mark.parametrize("name", CLASSIC)
def test_a_log_of_ours_reads_back_as_the_trial_in_whole_numbers(name: str) -> None:
    level = load_level(name)
    placer, rng = Placer(level), np.random.default_rng(3)
    for _ in range(2):
        pieces = {piece.id: piece for piece in level.pieces}
        drawn = [Setup.of(p, pieces[p.piece]) for p in placer.draw(rng)]
        placements = tuple(setup.placement(pieces[setup.unique]) for setup in drawn)
        trial = simulate(level, placements if placer.legal(placements) else (), REAL)
        back = logged(trial).trial
        frames = min(len(trial.ball), len(back.ball))
        assert (back.outcome, back.placements) == (trial.outcome, trial.placements)
        assert np.abs(back.ball[:frames] - trial.ball[:frames]).max() <= 0.501
        assert back.movers == trial.movers
        if trial.movers:
            assert np.abs(back.moves[:frames] - trial.moves[:frames]).max() <= 0.501
        key = [(contact.frame, contact.part) for contact in trial.contacts]
        assert sorted((c.frame, c.part) for c in back.contacts) == sorted(key)


def test_nearly_all_normals_are_those_of_the_engine() -> None:
    rng, off = np.random.default_rng(4), list[float]()
    for name in CLASSIC:
        level = load_level(name)
        trial = simulate(level, Placer(level).draw(rng), REAL)
        pieces = {piece.id: piece for piece in level.pieces}
        setups = [
            Setup(
                p.piece, p.x - pieces[p.piece].width / 2, p.y - pieces[p.piece].height / 2, p.angle
            )
            for p in trial.placements
        ]
        text = game_log(2, setups, trial, REAL, steps=600)
        rows = [line for line in parse_log(text) if line.event != "objectSetup"]
        exact = [
            LogLine(0, "objectSetup", tuple(map(_text, (s.unique, s.x, s.y, s.r)))) for s in setups
        ]
        back = trial_from_log([*exact, *rows], level).trial
        normals = {(c.part, c.frame): c.normal for c in trial.contacts}
        off += [turned(c, normals[c.part, c.frame]) for c in back.contacts]
    assert len(off) > 30
    assert np.mean(np.array(off) < 2) > 0.95


def _text(value: object) -> str:
    return f"{value:.12f}" if isinstance(value, float) else str(value)


def button(kind: Kind, *more: Part, angle: float = 0.0) -> Trial:
    """A ball that falls onto a power-up 60 px below it."""
    parts = (Part("B", kind, 100, 160, angle=angle), *more)
    return simulate(Level(Ball(100, 100), Flag(400, 300), parts), (), REAL)


@pytest.mark.parametrize(
    "kind",
    [kind for kind in Kind if kind.button and kind is not Kind.TELEPORT],
)
def test_what_a_power_up_did_is_read_from_the_velocities_around_it(kind: Kind) -> None:
    trial = button(kind)
    found, true = logged(trial).trial.effects, trial.effects
    assert [(e.part, e.frame, e.gravity_up) for e in found] == [
        (e.part, e.frame, e.gravity_up) for e in true
    ]
    for one, other in zip(found, true, strict=True):
        assert one.velocity_before == pytest.approx(other.velocity_before, abs=0.51)
        assert one.velocity_after == pytest.approx(other.velocity_after, abs=1.1)
        assert one.position_after == one.position_before


def test_a_teleport_is_one_effect_with_a_jump() -> None:
    trial = button(Kind.TELEPORT, Part("C", Kind.TELEPORT, 300, 100))
    found, (true,) = logged(trial).trial.effects, trial.effects
    assert [(e.part, e.frame) for e in found] == [("B", true.frame)]
    assert found[0].position_after == pytest.approx((300, 100), abs=1.1)


def test_a_ball_at_rest_is_cut_and_one_that_the_time_stopped_is_not() -> None:
    floor = Part("F", Kind.GROUND, 240, 300, 480, 20)
    trial = simulate(Level(Ball(100, 200), Flag(400, 100), (floor,)), (), REAL)
    assert trial.outcome is Outcome.CAME_TO_REST
    back = logged(trial).trial
    assert back.outcome is Outcome.CAME_TO_REST
    assert back.steps < 300
    assert logged(trial, steps=20).trial.outcome is Outcome.TIMED_OUT


def test_loose_wood_is_read_as_a_mover() -> None:
    block = Part("W", Kind.WOOD, 200, 200, 40, 40, loose=True)
    floor = Part("F", Kind.GROUND, 240, 300, 480, 20)
    trial = simulate(Level(Ball(100, 200), Flag(400, 100), (block, floor)), (), REAL)
    back = logged(trial).trial
    assert back.movers == trial.movers == ("W",)
    assert np.abs(back.moves - trial.moves[: len(back.moves)]).max() <= 0.5


def test_the_path_between_whole_numbers_is_found_to_a_fifth_of_a_pixel() -> None:
    trial = simulate(Level(Ball(20.3, 90.7), Flag(400, 300)), (), REAL)
    whole = np.round(trial.ball)
    assert np.abs(smooth_path(whole) - trial.ball[:, :2])[:, 1].max() < 0.2
    assert np.abs(whole - trial.ball)[:, 1].max() > 0.4


@given(st.data())
def test_a_spoiled_log_reads_or_is_refused_in_our_words(data: st.DataObject) -> None:
    level = Level(Ball(100, 100), Flag(400, 300), (), (Part("W", Kind.WOOD, 50, 20, 40, 40),))
    trial = simulate(level, (Placement("W", 200, 200),), REAL)
    rows = game_log(2, [Setup("W", 180, 180, 0)], trial, REAL, steps=5).split("\n")
    number = data.draw(st.integers(0, len(rows) - 1))
    words = rows[number].split("\t")
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
        st.sampled_from(["", "nan", "1e9", "-1", "999999999999", "W", "ball", "trace", "½", "٣"])
    )
    rows[number] = "\t".join(words)
    try:
        found = trial_from_log(parse_log("\n".join(rows)), level)
    except FileFormatError:
        return  # any other exception fails the test
    assert np.isfinite(found.trial.ball).all()
