"""Where pieces really stood is read from what the ball and the wood did."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.files.packs import find, pack
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn import learn
from bubbleball.method.learn.landing import landed, landing_scatter, pose_slack
from bubbleball.model.belief import Scatter

LEVEL = Level(
    ball=Ball(60, 110),
    flag=Flag(440, 280),
    scenery=(Part("floor", Kind.GROUND, 240, 310, 480, 20),),
    pieces=(
        Part("plank", Kind.METAL, 75, 20, 150, 25),
        Part("block", Kind.WOOD, 250, 40, 40, 40),
    ),
)
ASKED = (Placement("plank", 100, 220, 10), Placement("block", 300, 280))
STOOD = (Placement("plank", 100.7, 219, 11.2), Placement("block", 299, 280, 0.5))


def played(asked: tuple[Placement, ...], stood: tuple[Placement, ...]) -> Trial:
    """A trial whose pieces stood elsewhere than where they were put."""
    trial = simulate(LEVEL, stood, REAL)
    return dataclasses.replace(trial, placements=asked)


def test_wood_is_where_its_first_frame_has_it_and_a_plank_where_the_ball_finds_its_side() -> None:
    trial = played(ASKED, STOOD)
    plank, block = landed(trial, pose_slack([trial])).placements
    assert (block.x, block.y, block.angle) == pytest.approx((299, 280, 0.5), abs=1e-3)
    assert plank.angle == pytest.approx(11.2, abs=1e-3)
    turn = np.radians(11.2)
    along = (plank.x - 100.7) * -np.sin(turn) + (plank.y - 219) * np.cos(turn)
    assert abs(along) < 0.5  # what lies along the side does not matter


def test_a_replay_with_the_pieces_where_they_stood_leaves_no_doubt() -> None:
    runs = [simulate(LEVEL, (), REAL), played(ASKED, STOOD)]
    belief = learn(runs)
    assert belief.doubt == 0.0
    assert belief.mean.restitution == REAL.restitution
    assert belief.scatter.shift >= 1.0
    assert belief.scatter.turn >= 1.2


@pytest.mark.parametrize("world", ["drag", "chipmunk", "whole", "fast-clock", "spin", "shaky"])
def test_where_pieces_land_where_they_are_put_there_is_no_scatter(world: str) -> None:
    if world == "chipmunk":
        pytest.importorskip("pymunk")
    rng, off = np.random.default_rng(0), 0
    for name in pack("classic"):
        document = find(name)
        game = ForeignGame(document.level, world)
        trials = [game.play(document.solutions[0]), game.play(Placer(document.level).draw(rng))]
        off += landing_scatter(trials, pose_slack(trials)) != Scatter()
    assert off == 0


def test_scatter_is_about_as_large_as_it_is() -> None:
    found = []
    for name in pack("classic"):
        document = find(name)
        trials = [ForeignGame(document.level, "imprecise=2").play(document.solutions[0])]
        found.append(landing_scatter(trials, pose_slack(trials)))
    seen = [scatter for scatter in found if any(scatter)]
    assert len(seen) > len(found) / 2
    assert 1.0 < np.median([scatter.shift for scatter in seen]) < 3.0
    assert 1.0 < np.median([scatter.turn for scatter in seen]) < 3.0


def test_a_power_up_that_acts_too_early_or_too_late_has_stood_elsewhere() -> None:
    level = Level(
        ball=Ball(60, 110), flag=Flag(440, 280), pieces=(Part("up", Kind.SPEEDUP_UP, 180, 40),)
    )
    for dy in (-3.0, 3.0):
        trial = simulate(level, [Placement("up", 60, 220 + dy)], REAL)
        asked = dataclasses.replace(trial, placements=(Placement("up", 60, 220),))
        [stood] = landed(asked, pose_slack([asked])).placements
        assert np.sign(stood.y - 220) == np.sign(dy)
        replay = simulate(level, [stood], REAL)
        assert replay.effects[0].frame == trial.effects[0].frame != _frame(level, 220)


def _frame(level: Level, y: float) -> int:
    return simulate(level, [Placement("up", 60, y)], REAL).effects[0].frame


def test_the_exit_of_a_teleport_is_where_the_ball_came_out() -> None:
    level = Level(
        ball=Ball(60, 110),
        flag=Flag(440, 280),
        pieces=(Part("in", Kind.TELEPORT, 100, 40), Part("out", Kind.TELEPORT, 140, 40)),
    )
    entry = Placement("in", 60, 220)
    trial = simulate(level, [entry, Placement("out", 301.5, 150)], REAL)
    asked = dataclasses.replace(trial, placements=(entry, Placement("out", 300, 151)))
    first, second = landed(asked, pose_slack([asked])).placements
    assert first == entry
    assert (second.x, second.y) == pytest.approx((301.5, 150.0))
