"""How much bounces differ from each other: more than one restitution explains, the belief widens.

Single ratios are too rough to learn restitution from, but they show a law that the models do not
have: a bounce that depends on the material, say.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from bubbleball.game.contact import Contact
from bubbleball.game.physics import residual_of
from bubbleball.game.trial import Trial
from bubbleball.method.learn.scenes import STILL
from bubbleball.model.belief import Belief

FAST = 90.0  # px/s along the normal; slower contacts need not bounce
ALIKE = 0.06  # difference of the ratios of single bounces that is left with one restitution


def loosened(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """The belief, with a restitution as uncertain as single bounces differ from it."""
    ratios = [ratio for trial in trials for ratio in _ratios(trial)]
    if not ratios or residual_of(belief.mean).bounces:
        return belief
    apart = float(np.sqrt(np.mean((np.array(ratios) - belief.mean.restitution) ** 2)))
    if apart < ALIKE:
        return belief
    sd = tuple((n, max(old, apart) if n == "restitution" else old) for n, old in belief.sd)
    return dataclasses.replace(belief, sd=sd)


def _ratios(trial: Trial) -> Iterator[float]:
    """Speed along the normal after fast contacts with what stands still, by that before."""
    for contact in trial.contacts:
        nx, ny = contact.normal
        before, after = (
            vx * nx + vy * ny for vx, vy in (contact.velocity_before, contact.velocity_after)
        )
        if before < -FAST and _stands(trial, contact):
            yield after / -before


def _stands(trial: Trial, contact: Contact) -> bool:
    if contact.part not in trial.movers:
        return True
    speeds = trial.moves[contact.frame, trial.movers.index(contact.part), 3:5]
    return bool(np.abs(speeds).max() < STILL)
