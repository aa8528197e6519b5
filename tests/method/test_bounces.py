"""Bounces that one restitution does not explain widen the belief."""

from __future__ import annotations

import dataclasses

import pytest

from bubbleball.files.packs import find, load_level, pack
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.trial import Trial
from bubbleball.method.learn import learn
from bubbleball.method.learn.bounces import FAST, loosened
from bubbleball.model.belief import Belief


def deviation(belief: Belief) -> float:
    return dict(belief.sd)["restitution"]


def softened(trial: Trial) -> Trial:
    """The same trial with half of the speed along the normal after its first fast contact."""
    contacts = list(trial.contacts)
    for number, contact in enumerate(contacts):
        (nx, ny), (bx, by), (ax, ay) = (
            contact.normal,
            contact.velocity_before,
            contact.velocity_after,
        )
        if bx * nx + by * ny < -FAST:
            lost = (ax * nx + ay * ny) / 2
            after = (ax - lost * nx, ay - lost * ny)
            contacts[number] = dataclasses.replace(contact, velocity_after=after)
            break
    return dataclasses.replace(trial, contacts=tuple(contacts))


@pytest.mark.parametrize("world", ["drag", "spin", "whole"])
def test_one_restitution_explains_the_bounces_of_every_world_that_has_one(world: str) -> None:
    for name in pack("classic"):
        document = find(name)
        game = ForeignGame(document.level, world)
        trials = [game.play(), game.play(document.solutions[0])]
        belief = Belief.prior().updated("restitution", 0.4, 1e-6, 10)
        assert deviation(loosened(belief, trials)) == 1e-6


def test_a_bounce_that_is_lower_than_the_others_makes_restitution_uncertain() -> None:
    document = find("classic/9")
    trials = [Game(document.level).play(s) for s in ((), document.solutions[0])]
    belief = Belief.prior().updated("restitution", 0.4, 1e-6, 10)
    assert deviation(loosened(belief, trials)) == 1e-6
    assert deviation(loosened(belief, [softened(trials[1])])) > 0.06


def test_a_bounce_that_falls_with_speed_has_a_term_of_its_own() -> None:
    game = ForeignGame(load_level("classic/2"), "bounce=0.3")
    belief = learn([game.play(), game.play(find("classic/2").solutions[0])])
    assert deviation(belief) < 0.06
