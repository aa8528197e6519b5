"""The closed-form contact models and the event chain, against formulas, Box2D and the kernel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bubbleball.files.packs import find
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.contact_sampling import contact_poses
from bubbleball.method.legality import fitting
from bubbleball.model import columns
from bubbleball.model.columns import beta_vector
from bubbleball.model.events import chain, chain_state
from bubbleball.model.events.flight import height, meets_circle, meets_shape
from bubbleball.model.events.impulse import (
    NEVER,
    bounce,
    frames_along,
    leaves_arc,
    pushed_out,
    slide_pull,
)
from bubbleball.model.events.predict import chain_starts, plan_rows, predict_many, predict_one
from bubbleball.model.scene import build_scene, shape_rows
from bubbleball.model.stepper import contact_solver
from bubbleball.model.stepper.predict import MET, OUTCOME, VALUE
from scenes import DT, NOWHERE, G, floor, scene

Array = NDArray[np.float64]

UP = (0.0, -1.0)
GRIPPY = Physics(ball_friction=0.2, restitution=0.6)


def worst(level: Level, placements: tuple[Placement, ...] = (), physics: Physics = REAL) -> float:
    """The largest distance between the chain's ball and Box2D's, px, over their common frames."""
    trial = simulate(level, placements, physics)
    path = predict_one(level, placements, physics).path
    frames = min(len(path), len(trial.ball))
    return float(np.hypot(*(path[:frames, :2] - trial.ball[:frames, :2]).T).max())


# --- contact models


def test_a_bounce_reverses_the_normal_speed_by_the_restitution() -> None:
    assert bounce(50.0, 200.0, *UP, 0.0, 0.0, 0.4, 0.0) == pytest.approx((50.0, -80.0))


def test_nothing_bounces_below_thirty_px_a_second() -> None:
    assert bounce(50.0, 29.9, *UP, 0.0, 0.0, 0.4, 0.0) == pytest.approx((50.0, 0.0))
    assert bounce(50.0, 30.1, *UP, 0.0, 0.0, 0.4, 0.0)[1] < 0


def test_a_ball_that_moves_away_is_left_alone() -> None:
    assert bounce(50.0, -1.0, *UP, 0.0, 0.0, 0.4, 0.5) == (50.0, -1.0)


def test_friction_takes_at_most_its_share_of_the_normal_impulse() -> None:
    vx, vy = bounce(100.0, 200.0, *UP, 0.0, 0.0, 0.5, 0.1)
    assert vy == pytest.approx(-100.0)
    assert vx == pytest.approx(100.0 - 0.1 * 300.0)
    assert bounce(10.0, 200.0, *UP, 0.0, 0.0, 0.5, 0.1)[0] == pytest.approx(0.0)


def test_a_moving_line_throws_the_ball_with_its_own_speed() -> None:
    # A beam that comes up at 150 px/s under a ball at rest: e of the closing speed on top.
    assert bounce(0.0, 0.0, *UP, 0.0, -150.0, 0.4, 0.0) == pytest.approx((0.0, -210.0))


@given(
    vx=st.floats(-500, 500),
    vy=st.floats(-500, 500),
    angle=st.floats(0, 2 * math.pi),
    keep=st.floats(0, 1),
    mu=st.floats(0, 2),
)
def test_a_still_surface_adds_no_energy(
    vx: float, vy: float, angle: float, keep: float, mu: float
) -> None:
    after = bounce(vx, vy, math.cos(angle), math.sin(angle), 0.0, 0.0, keep, mu)
    assert math.hypot(*after) <= math.hypot(vx, vy) + 1e-6
    assert after[0] * math.cos(angle) + after[1] * math.sin(angle) >= -1e-6


def test_a_slide_is_pulled_by_the_slope_and_held_by_friction() -> None:
    slope = math.radians(30)
    n = (math.sin(slope), -math.cos(slope))  # falls to the right; t points down the slope
    assert slide_pull(10.0, G, *n, 0.0) == pytest.approx(G * math.sin(slope))
    down = slide_pull(10.0, G, *n, 0.2)
    assert down == pytest.approx(G * (math.sin(slope) - 0.2 * math.cos(slope)))
    assert slide_pull(0.0, G, *n, 0.6) == 0.0
    assert slide_pull(-10.0, G, *n, 0.2) > down


def test_frames_along_inverts_the_engines_steps() -> None:
    v, pull = 80.0, 120.0
    way = sum((v + pull * DT * k) * DT for k in range(1, 31))
    assert frames_along(way, v, pull) == pytest.approx(30.0)
    assert frames_along(1000.0, 50.0, -100.0) == NEVER


def test_a_ball_leaves_an_arc_where_gravity_cannot_bend_it() -> None:
    edge = math.sqrt(G * 15.3)
    assert leaves_arc(edge * 1.001, G, -1.0, 15.3)
    assert not leaves_arc(edge * 0.999, G, -1.0, 15.3)


def test_the_correction_leaves_a_ball_near_the_slop() -> None:
    assert pushed_out(-0.1, contact_solver.BAUMGARTE, 3.0) == 0.0
    assert -3.0 + pushed_out(-3.0, contact_solver.BAUMGARTE, 3.0) == pytest.approx(-0.46, abs=0.05)


# --- when something is met


def test_flight_passes_through_every_frame_of_the_engine() -> None:
    trial = simulate(scene((100, 100), flag=NOWHERE), (), REAL)
    assert [height(100.0, 0.0, G, k) for k in range(40)] == pytest.approx(
        trial.ball[:40, 1], abs=1e-3
    )


@given(
    x=st.floats(-100, 100),
    y=st.floats(-100, -20),
    vx=st.floats(-300, 300),
    vy=st.floats(-300, 300),
    reach=st.floats(5, 60),
)
def test_the_first_meeting_with_a_circle_is_the_first_by_fine_sampling(
    x: float, y: float, vx: float, vy: float, reach: float
) -> None:
    k = np.linspace(0, 120, 24_001)
    gaps = np.hypot(x + DT * vx * k, [height(y, vy, G, at) for at in k]) - reach
    found = meets_circle(x, y, vx, vy, G, 0.0, 0.0, reach, 0.0, 120.0)
    if gaps[0] <= 0.05:
        return
    if gaps.min() > 0.05:
        assert found == NEVER
    elif gaps.min() < -0.5:
        assert found == pytest.approx(k[np.argmax(gaps <= 0.0)], abs=0.6)


@given(
    x=st.floats(60, 420),
    y=st.floats(90, 180),
    vx=st.floats(-200, 200),
    vy=st.floats(-200, 200),
    angle=st.floats(0, 360),
)
def test_a_flight_meets_a_plank_where_the_gap_closes(
    x: float, y: float, vx: float, vy: float, angle: float
) -> None:
    plank = Part("plank", Kind.METAL, 240, 250, 150, 25, angle)
    rows = build_scene(scene((0, 0), plank)).shapes
    k = np.linspace(0, 100, 2001)
    xs, ys = x + DT * vx * k, np.array([height(y, vy, G, at) for at in k])
    gaps = np.array([contact_solver.gap_to(rows, 0, *at)[0] for at in zip(xs, ys, strict=True)])
    found = meets_shape(rows, 0, x, y, vx, vy, G, 100.0)
    if gaps[0] <= 0.05:
        return
    if gaps.min() > 0.05:
        assert found == NEVER
    elif gaps.min() < -0.5:
        assert found == pytest.approx(k[np.argmax(gaps <= 0.0)], abs=0.3)


# --- chains against Box2D


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


def test_the_chain_tells_what_it_met_and_when() -> None:
    level = scene((240, 100), floor(250), flag=Flag(400, 225))
    trial = simulate(level, (), REAL)
    events = predict_one(level, (), REAL).events
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
        prediction = predict_one(level, placements, REAL)
        assert prediction.solved == trial.solved
        assert not trial.solved or abs(len(prediction.path) - len(trial.ball)) <= 1


# --- batches


PLANK = Part("plank", Kind.METAL, 100, 40, 150, 25)
LEVEL = scene((60, 120), Part("ramp", Kind.GROUND, 80, 180, 140, 20, 15),
              flag=Flag(430, 260), pieces=[PLANK])  # fmt: skip


def batch(
    count: int, **limits: float
) -> tuple[PoseBatch, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    path = predict_one(LEVEL, (), REAL).path
    rng = np.random.default_rng(1)
    poses = contact_poses(PLANK, path, rng, count)
    move = fitting(LEVEL, (), PoseBatch((PLANK,), poses[:, None]))
    starts, frames = chain_starts(move.parts, move.poses, path)
    results = predict_many(
        LEVEL, (), move.parts, move.poses, beta_vector(REAL), (LEVEL.flag.x, LEVEL.flag.y),
        starts, frames, **limits,
    )  # fmt: skip
    return move, results


def test_a_batch_says_what_single_chains_say() -> None:
    move, results = batch(40)
    aim = (LEVEL.flag.x, LEVEL.flag.y)
    for row, result in enumerate(results):
        one = predict_one(LEVEL, move.placements(row), REAL, aim)
        assert result[OUTCOME] == one.outcome
        # Samples of the closest approach fall elsewhere on a flight that began elsewhere.
        assert result[VALUE] == pytest.approx(one.value, abs=0.5)


def test_sampled_contacts_are_met_and_bodies_limit_the_chain() -> None:
    _, free = batch(300)
    _, short = batch(300, bodies=1)
    assert (free[:, MET] >= 0).mean() > 0.95
    assert (short[:, 1] <= free[:, 1]).all()
    assert (short[:, 1] < free[:, 1]).any()


def test_the_same_batch_gives_the_same_bytes() -> None:
    assert batch(200)[1].tobytes() == batch(200)[1].tobytes()


def test_a_moving_main_block_throws() -> None:
    level = scene((240, 150), flag=NOWHERE, pieces=[PLANK])
    still = build_scene(level, [Placement("plank", 240, 200)])
    plan = plan_rows(1, (0.0, 0.0), main=0)[0]
    heights = []
    for speed in (0.0, -200.0):
        plan[chain_state.MAIN_VY] = speed
        heights.append(_thrown(still.shapes, still.flag, plan))
    assert heights[1] < heights[0] - 50


def _thrown(shapes: Array, flag: Array, plan: Array) -> float:
    """The highest point after the first contact."""
    state, inside, path = np.zeros(chain_state.STATE), np.zeros(0, np.int8), np.zeros((601, 5))
    buttons, log = np.zeros((0, columns.BUTTON)), np.zeros((8, 2), np.int64)
    chain.start_chain(state, inside, buttons, np.array([240.0, 150, 0, 0, 0]), 0)
    chain.run_chain(
        shapes, buttons, flag, beta_vector(REAL), plan, state, inside, path, log,
        *chain.memory(len(shapes), 0),
    )  # fmt: skip
    return float(path[log[0, 0] : int(state[chain_state.FRAME]), 1].min())


@settings(max_examples=30)
@given(
    x=st.floats(120, 360), angle=st.floats(-60, 60), kind=st.sampled_from([Kind.METAL, Kind.WOOD])
)
def test_any_still_plank_is_survived(x: float, angle: float, kind: Kind) -> None:
    plank = Part("plank", kind, x, 230, 150, 25, angle)
    rows = shape_rows(plank, np.array([[x, 230, angle]]), static=kind is Kind.METAL)
    assert np.isfinite(rows).all()
    path = predict_one(scene((240, 120), plank, floor(300)), (), GRIPPY).path
    assert np.isfinite(path).all()
    assert np.abs(np.diff(path[:, :2], axis=0)).max() < 30
