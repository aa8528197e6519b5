"""The event chain against Box2D, alone and in batches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbleball.files.packs import find
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.model.events.predict import EventPredictor
from scenes import floor, scene

GRIPPY = Physics(ball_friction=0.2, restitution=0.6)


def worst(level: Level, placements: tuple[Placement, ...] = (), physics: Physics = REAL) -> float:
    """The largest distance between the chain's ball and Box2D's, px, over their common frames."""
    trial = simulate(level, placements, physics)
    path = EventPredictor(level).one(placements, physics).path
    frames = min(len(path), len(trial.ball))
    return float(np.hypot(*(path[:frames, :2] - trial.ball[:frames, :2]).T).max())


def test_a_drop_onto_a_floor_bounces_out_as_in_the_game() -> None:
    assert worst(scene((240, 100), floor(250))) < 0.02


@pytest.mark.parametrize("physics", [REAL, GRIPPY, Physics(restitution=0.0), Physics(gravity=5)])
@pytest.mark.parametrize("angle", [3.0, 12.0, 30.0, -25.0])
def test_a_slope_is_bounced_on_slid_down_and_left_at_the_edge(
    angle: float, physics: Physics
) -> None:
    slope = Part("slope", Kind.GROUND, 240, 220, 200, 20, angle)
    assert worst(scene((230, 120), slope, floor(310)), physics=physics) < 0.5


def test_a_slow_ball_tips_over_an_edge() -> None:
    table = Part("table", Kind.GROUND, 200, 220, 120, 20, 1.0)
    assert worst(scene((240, 194), table, floor(300))) < 0.5


def test_a_circle_and_a_corner_turn_the_ball() -> None:
    disc = Part("disc", Kind.METAL, 240, 250, 60, 60, form=Form.CIRCLE)
    post = Part("post", Kind.GROUND, 240, 280, 10, 100)
    assert worst(scene((250, 120), disc)) < 0.2
    assert worst(scene((248, 120), post)) < 0.2


def test_a_wedge_and_a_seam_follow_the_engine() -> None:
    left, right = (Part(n, Kind.GROUND, x, 240, 150, 20, a) for n, x, a in
                   (("l", 170, 25.0), ("r", 310, -25.0)))  # fmt: skip
    flat = [Part(f"f{n}", Kind.GROUND, 100 + 80 * n, 240, 80, 20) for n in range(4)]
    ramp = Part("ramp", Kind.GROUND, 60, 210, 90, 10, 20)
    assert worst(scene((170, 150), left, right)) < 2.0
    assert worst(scene((60, 150), ramp, *flat)) < 2.0


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.button])
def test_every_power_up_acts_as_in_the_game(kind: Kind) -> None:
    ends = [Part("first", kind, 200, 200)]
    if kind is Kind.TELEPORT:
        ends.append(Part("second", kind, 350, 130))
    assert worst(scene((190, 100), *ends, floor(290))) < 0.1


def test_gravity_up_lets_the_ball_slide_on_a_ceiling() -> None:
    turn = Part("turn", Kind.GRAVITY_UP, 200, 200)
    ceiling = Part("ceiling", Kind.GROUND, 240, 60, 300, 20, 8.0)
    assert worst(scene((190, 140), turn, ceiling)) < 0.5


def test_the_chain_logs_what_it_met_and_when() -> None:
    level = scene((240, 100), floor(250), flag=Flag(400, 225))
    trial = simulate(level, (), REAL)
    events = EventPredictor(level).one((), REAL).events
    assert [(e.part, round(e.seconds * 60)) for e in events] == [
        (contact.part, contact.frame) for contact in trial.contacts
    ]


def shipped() -> list[tuple[Level, tuple[Placement, ...]]]:
    found = []
    for name in ("1", "2", "9", "11"):
        document = find(f"classic/{name}")
        found += [(document.level, ()), *((document.level, s) for s in document.solutions[:1])]
    return [
        (level, placements)
        for level, placements in found
        if not any(part.kind.wooden for part in level.parts)
    ]


def test_solved_levels_of_metal_are_seen_as_solved() -> None:
    games = shipped()
    assert len(games) >= 4
    for level, placements in games:
        trial: Trial = simulate(level, placements, REAL)
        prediction = EventPredictor(level).one(placements, REAL)
        assert prediction.solved == trial.solved
        assert not trial.solved or abs(len(prediction.path) - len(trial.ball)) <= 1


@settings(max_examples=30)
@given(
    x=st.floats(120, 360), angle=st.floats(-60, 60), kind=st.sampled_from([Kind.METAL, Kind.WOOD])
)
def test_any_still_plank_is_survived(x: float, angle: float, kind: Kind) -> None:
    plank = Part("plank", kind, x, 230, 150, 25, angle)
    path = EventPredictor(scene((240, 120), plank, floor(300))).one((), GRIPPY).path
    assert np.isfinite(path).all()
    assert np.abs(np.diff(path[:, :2], axis=0)).max() < 30
