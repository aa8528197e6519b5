"""What the default solver says of what it has learnt is what has changed."""

from __future__ import annotations

import dataclasses

from bubbleball.method.learning_narration import learned
from bubbleball.model.belief import Belief, Scatter


def test_learning_names_what_changed_and_what_is_left() -> None:
    before = Belief.prior()
    after = dataclasses.replace(before, mean=dataclasses.replace(before.mean, gravity=6.0))
    assert learned(before, after, 0.0, 0.1).text == (
        "The last run changes my belief: gravity 9.8 to 6."
    )
    assert learned(before, before, 3.0, 0.1).text == (
        "The last run agrees with my belief about the physics."
    )
    assert learned(before, before, 40.0, 0.1).text == (
        "The last run changes nothing in my belief about the physics. "
        "The ball was up to 40 px from where the belief puts it."
    )


def test_a_touch_that_did_not_count_is_said_and_is_no_agreement() -> None:
    prior = Belief.prior()
    assert learned(prior, prior, 0.0, 0.1, uncounted=3.24).text == (
        "The last run changes nothing in my belief about the physics. "
        "The ball was 3.2 px in the flag, which did not count: I aim deeper."
    )


def test_learning_says_where_a_zone_is() -> None:
    prior = Belief.prior()
    after = prior.with_terms({"zone_left": (8.0, 0.01, 50), "zone_drag": (2.0, 0.01, 50)})
    assert learned(prior, after, 0.0, 0.1).text == (
        "The last run changes my belief: left side of a zone at 8 m, "
        "further drag in the zone 0 to 2."
    )


def test_learning_says_how_far_pieces_land_off() -> None:
    prior = Belief.prior()
    after = dataclasses.replace(prior, scatter=Scatter(1.5, 2.25))
    said = learned(prior, after, 0.5, 0.1).text
    assert said.endswith("Pieces may land up to 1.5 px and 2.2° from where I put them.")
    assert "land" not in learned(after, after, 0.5, 0.1).text
