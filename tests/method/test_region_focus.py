"""Wood in the Local Region: most candidates meet the path there, a fifth elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.method.candidates import PoseBatch, State
from bubbleball.method.contact_sampling import ELSEWHERE
from bubbleball.method.local_region import local_region
from bubbleball.method.region_focus import focused, share_to_look_at
from bubbleball.model.codes import Status
from bubbleball.model.prediction import Prediction

BLOCK = Part("block", Kind.WOOD, 100, 40, 40, 40)
LEVEL = Level(ball=Ball(20, 200), flag=Flag(400, 100), pieces=(BLOCK,))
X = np.linspace(20.0, 460.0, 221)
PATH = np.column_stack([X, np.full(221, 200.0), np.full(221, 120.0), np.zeros((221, 2))])
ALL = PoseBatch((BLOCK,), np.array([[[x, 225.0, 0.0]] for x in np.arange(0.0, 480.0, 2.0)]))


def state(guide: np.ndarray | None) -> State:
    prediction = Prediction(Status.UNFINISHED, PATH, 0.0, ())
    return State((), prediction, None if guide is None else local_region(PATH[:, :2], guide))


def test_four_of_five_lie_in_the_region_and_one_elsewhere() -> None:
    """The guide leaves the path at x = 100 and is 100 px above it from x = 140 on."""
    bend = [(20.0, 200.0), (100.0, 200.0), (140.0, 100.0)]
    x, y = np.array([*bend, (400.0, 100.0)]).T
    along = np.linspace(20.0, 400.0, 200)
    here = state(np.column_stack([along, np.interp(along, x, y)]))
    assert here.local is not None
    region = here.local.region
    chosen = focused(ALL, here, np.random.default_rng(0), 40).poses[:, 0, 0]
    reach = np.hypot(40, 40) / 2 + 15 + 4
    inside = (chosen > region.left - reach) & (chosen < region.right + reach)
    assert len(chosen) == 40
    assert 32 <= inside.sum() < 40


def test_without_a_region_the_whole_path_counts() -> None:
    chosen = focused(ALL, state(None), np.random.default_rng(0), 60).poses[:, 0, 0]
    assert len(chosen) == 48  # the share for elsewhere stays empty
    assert chosen.min() < 100
    assert chosen.max() > 380


def test_what_the_path_never_meets_is_left_out() -> None:
    far = PoseBatch((BLOCK,), ALL.poses + np.array([0.0, 90.0, 0.0]))
    assert not len(focused(far, state(None), np.random.default_rng(0), 60))


def test_a_region_leaves_less_to_look_at() -> None:
    """A part of an evenly travelled path needs that part of the contacts, and those elsewhere."""
    guide = np.column_stack([X, np.where(X < 240, 200.0, 140.0)])
    here = state(guide)
    assert here.focus is not None
    part = len(here.focus) / len(PATH)
    share = share_to_look_at(here)
    assert 0 < part < 1
    assert share == pytest.approx(ELSEWHERE + (1 - ELSEWHERE) * part)
    assert share * (1 - ELSEWHERE + ELSEWHERE * part) >= 0.9 * part  # no sparser in the region
    assert share_to_look_at(state(None)) == 1.0
