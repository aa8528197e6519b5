"""Sampled and gridded contacts touch the ball where they say."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.arrays import Array
from bubbleball.game.geometry import moved, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import POLYGON_SKIN, REAL
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.contact_sampling import (
    ANGLES,
    ELSEWHERE,
    ENTRY_REACH,
    MOMENTS,
    TURNS,
    button_poses,
    contact_grid,
    contact_poses,
    finer_grid,
    moments,
    on_screen,
    pick_frames,
)
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.legality import fitting
from bubbleball.model.beta import beta_vector
from bubbleball.model.stepper.predict import StepPredictor

PLANK = Part("plank", Kind.METAL, 100, 40, 150, 25)
TRIANGLE = Part("triangle", Kind.METAL, 100, 40, 75, 75, form=Form.TRIANGLE)
DISC = Part("disc", Kind.METAL, 100, 40, 50, 50, form=Form.CIRCLE)
PUSH = Part("push", Kind.SPEEDUP_UP, 100, 40)
SPRING = Part("spring", Kind.SPRING, 100, 40)


def straight(frames: int = 40) -> Array:
    """A ball that moves down to the right."""
    return np.column_stack(
        [
            np.linspace(100, 200, frames),
            np.linspace(100, 250, frames),
            np.full(frames, 150.0),
            np.full(frames, 225.0),
            np.zeros(frames),
        ]
    )


def gap(part: Part, pose: Array, at: Array) -> float:
    """px between the ball's surface, skin included, and the part's."""
    skin = 0.0 if isinstance(part.outline, type(DISC.outline)) else POLYGON_SKIN / 2
    shape = moved(part.outline, *pose.tolist())
    return signed_distance(at[0], at[1], shape) - BALL_RADIUS - skin


# --- random contacts


def test_four_of_five_contacts_are_drawn_in_the_region() -> None:
    path = straight(40)
    region = np.arange(30, 36)
    frames = pick_frames(path, np.random.default_rng(0), 5000, region)
    inside = np.isin(frames, region).mean()
    assert inside == pytest.approx(1 - ELSEWHERE * 34 / 40, abs=0.02)
    assert set(frames) == set(range(40))  # no contact is excluded


@pytest.mark.parametrize("part", [PLANK, TRIANGLE, DISC], ids=lambda part: part.id)
def test_a_sampled_contact_touches_the_ball_at_one_of_its_frames(part: Part) -> None:
    path = straight()
    poses = contact_poses(part, path, np.random.default_rng(0), 100)
    frames = pick_frames(path, np.random.default_rng(0), 100)
    gaps = [gap(part, pose, path[frame]) for pose, frame in zip(poses, frames, strict=True)]
    assert np.abs(gaps).max() < 1e-6


def test_all_faces_of_a_piece_are_touched_in_proportion_to_their_length() -> None:
    """A face is recognised by the angle between it and the contact's normal."""
    path = straight(2)[:1]  # one frame: the normal is known from the pose
    poses = contact_poses(PLANK, path, np.random.default_rng(1), 4000)
    turn = np.radians(poses[:, 2])
    x, y = path[0, 0] - poses[:, 0], path[0, 1] - poses[:, 1]
    across = np.abs(-np.sin(turn) * x + np.cos(turn) * y)  # of the ball's centre, px
    long_face = np.isclose(across, PLANK.height / 2 + BALL_RADIUS + POLYGON_SKIN / 2, atol=1e-6)
    assert long_face.mean() == pytest.approx(150 / (150 + 25), abs=0.02)


def test_frames_are_drawn_evenly_by_distance_travelled() -> None:
    path = straight(200)
    path[:100, 2:4] = (0.0, 20.0)  # slow, then fast
    path[100:, 2:4] = (0.0, 200.0)
    frames = pick_frames(path, np.random.default_rng(0), 20_000)
    slow = (frames < 100).mean()
    assert slow == pytest.approx(30 / (30 + 210), abs=0.01)  # speed + 10 px/s


def test_no_frame_beyond_the_screen_is_drawn() -> None:
    path = straight(100)
    path[:, 0] += np.where(np.arange(100) < 60, 0.0, 600.0)
    assert on_screen(path).tolist() == [True] * 60 + [False] * 40
    assert pick_frames(path, np.random.default_rng(0), 1000).max() < 60


def test_a_ball_at_rest_is_touched_from_below() -> None:
    path = np.tile([200.0, 200.0, 0.0, 0.0, 0.0], (5, 1))
    poses = contact_poses(DISC, path, np.random.default_rng(0), 200)
    assert (poses[:, 1] > 200).all()


@pytest.mark.parametrize("part", [PUSH, SPRING], ids=lambda part: part.id)
def test_a_sampled_power_up_is_just_entered_and_lies_ahead(part: Part) -> None:
    path = straight()
    poses = button_poses(part, path, np.random.default_rng(0), 200)
    at = path[pick_frames(path, np.random.default_rng(0), 200)]
    ahead = poses[:, :2] - at[:, :2]
    assert np.hypot(*ahead.T) == pytest.approx(np.full(200, ENTRY_REACH))
    assert ENTRY_REACH < BUTTON_RADIUS + BALL_RADIUS
    assert (np.sum(ahead * at[:, 2:4], axis=1) > 0).all()


def test_only_springs_are_turned() -> None:
    path, rng = straight(), np.random.default_rng(0)
    assert not button_poses(PUSH, path, rng, 50)[:, 2].any()
    upright = (button_poses(SPRING, path, rng, 2000)[:, 2] == 0).mean()
    assert upright == pytest.approx(0.2, abs=0.03)


@pytest.mark.parametrize("name", ["classic/2", "classic/11", "classic/10"])
def test_nearly_every_sampled_candidate_meets_the_ball(name: str) -> None:
    level = load_level(name)
    model = StepPredictor(level, cost_to_go(level).layers)
    path, part = model.one((), REAL).path, level.pieces[0]
    draw = button_poses if part.kind.button else contact_poses
    poses = draw(part, path, np.random.default_rng(0), 500)
    batch = fitting(level, (), PoseBatch((part,), poses[:, None]))
    met = model.many((), batch.parts, batch.poses, beta_vector(REAL), path).touched
    assert len(met) > 50
    assert met.mean() > 0.9


# --- the paper's grid


@pytest.mark.parametrize("part", [PLANK, TRIANGLE, DISC], ids=lambda part: part.id)
def test_every_contact_of_the_grid_touches_the_ball_at_its_frame(part: Part) -> None:
    path, frames = straight(), np.arange(0, 40, 10)
    poses = contact_grid(part, path, frames)
    each = len(poses) // len(frames)
    gaps = [gap(part, pose, path[frames[n // each]]) for n, pose in enumerate(poses)]
    assert len(gaps) == each * len(frames)
    assert np.abs(gaps).max() < 1e-6


def test_the_grid_has_all_combinations() -> None:
    path, frames = straight(), np.arange(3)
    per_frame = {
        PLANK: ANGLES * (5 + 5 + 1 + 1),  # the short faces are touched at their middle
        TRIANGLE: ANGLES * 3 * 5,
        DISC: ANGLES,
        PUSH: ANGLES,
        SPRING: ANGLES * TURNS,
    }
    for part, count in per_frame.items():
        poses = contact_grid(part, path, frames)
        assert len(np.unique(poses.round(9), axis=0)) == len(poses) == 3 * count


def test_moments_are_spread_by_distance() -> None:
    path = np.zeros((100, 5))
    path[50:, 0] = np.arange(50) * 4.0  # at rest for half of the time
    chosen = moments(path, np.arange(100), 11)
    assert (chosen >= 49).sum() >= len(chosen) - 2
    moving = path[chosen[chosen >= 50], 0]
    assert np.diff(moving).max() - np.diff(moving).min() <= 4.0


def test_few_frames_are_all_taken() -> None:
    frames = np.arange(MOMENTS)
    assert np.array_equal(moments(straight(), frames), frames)


def test_a_finer_grid_is_centred_on_its_pose() -> None:
    grid = finer_grid(np.array([100.0, 50.0, 30.0]), (2.0, 2.0, 0.0))
    assert grid.shape == (25, 3)
    assert grid.mean(axis=0) == pytest.approx([100, 50, 30])
    assert np.ptp(grid[:, 0]) == 8.0
    assert np.ptp(grid[:, 2]) == 0.0
