"""The paper's events e1 to e4 of one motion, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.event_states import ContactType, event_states
from bubbleball.model.events.predict import EventPredictor
from scenes import SKIN, G, floor, scene

PLANK = Part("plank", Kind.METAL, 100, 40, 50, 25)


def test_a_ball_that_bounces_off_a_plank_onto_the_floor_has_the_events_of_the_closed_form() -> None:
    level = scene((100, 100), floor(300), flag=Flag(460, 270), pieces=[PLANK])
    placed = Placement("plank", 80, 200, 45.0)
    prediction = EventPredictor(level, (300.0, 280.0)).one([placed], REAL)
    met = [(event.part, round(event.seconds * 60)) for event in prediction.events]
    e1, e2, e3, e4 = event_states(level, [placed], "plank", prediction.path, met, (300.0, 280.0))
    # e1: the ball has fallen onto a plane at 45° through the plank's upper side
    height = 200 + 20 - (12.5 + 15 + SKIN) * math.sqrt(2) - 100
    assert e1.contact is ContactType.LINE
    assert e1.part == "plank"
    assert e1.y - 100 == pytest.approx(height, abs=4.0)  # within one frame of its fall
    assert e1.frame / 60 == pytest.approx(math.sqrt(2 * height / G), abs=1.5 / 60)
    # e2: of the speed v along the vertical, a bounce of 0.4 at 45° leaves 0.7 v and 0.3 v
    v = math.sqrt(2 * G * height)
    assert e2.contact is ContactType.FLIGHT
    assert e2.vx == pytest.approx(0.7 * v, rel=0.05)
    # e3: the floor, one ball's radius above it; the horizontal speed has not changed
    assert (e3.part, e3.contact) == ("floor", ContactType.LINE)
    assert e3.y == pytest.approx(300 - 15 - SKIN, abs=5.0)
    assert e3.vx == pytest.approx(e2.vx, rel=0.01)
    # e4: where the path is nearest to the target
    rest = prediction.path[e3.frame :, :2]
    nearest = rest[np.hypot(*(rest - (300.0, 280.0)).T).argmin()]
    assert (e4.x, e4.y) == pytest.approx(tuple(nearest))
    assert str(e1).startswith("e1")


def test_a_ball_leaves_a_block_in_motion_when_the_throw_says_so() -> None:
    level = scene((100, 100), floor(300), pieces=[PLANK])
    path = np.linspace((100, 100, 0, 0), (200, 250, 60, 90), 31)
    placed = [Placement("plank", 80, 200)]
    e1, e2, *_ = event_states(level, placed, "plank", path, [("plank", 10)], (200.0, 250.0), 14)
    assert (e1.contact, e1.frame) == (ContactType.MOVING_LINE, 10)
    assert (e2.contact, e2.frame) == (ContactType.FLIGHT, 14)


def test_a_main_block_that_is_not_met_has_no_events() -> None:
    level = scene((100, 100), floor(300), pieces=[PLANK])
    assert event_states(level, (), "plank", np.zeros((3, 4)), [], (0.0, 0.0)) == ()
