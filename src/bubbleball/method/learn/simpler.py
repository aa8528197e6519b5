"""Fewer changes than the fits have made, where those explain every run and the fits do not.

A fit looks at single frames, and the models that it uses are not exact: a ball that is wedged
between two corners seems to rub a little. A whole run in the believed world tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bubbleball.game.residual import RESIDUAL_KEYS
from bubbleball.model.belief import PRIORS, Belief


def simplest(belief: Belief, explains: Callable[[Belief], bool]) -> Belief:
    """The belief with one or all constants set back, if only that explains every run."""
    simpler = [*_simpler(belief)]
    if not simpler or explains(belief):
        return belief
    return next(filter(explains, simpler), belief)


def _simpler(belief: Belief) -> Iterator[Belief]:
    """One constant set back to the real game's at a time; then all of them, without a residual."""
    changed = [name for name, prior in PRIORS.items() if getattr(belief.mean, name) != prior.mean]
    for name in changed:
        yield belief.set_back((name,))
    if len(changed) > 1 or belief.terms:
        yield belief.with_terms(dict.fromkeys(RESIDUAL_KEYS)).set_back(changed)
