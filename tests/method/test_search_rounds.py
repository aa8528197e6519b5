"""What a search offers to try: nothing that has failed, and what works in most worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bubbleball.files.packs import load_level
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.world import simulate
from bubbleball.method.candidates import Choice
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.persistence import Persistence
from bubbleball.method.search_rounds import Round, RoundSearch
from bubbleball.method.search_settings import SearchSettings
from bubbleball.model.belief import Belief
from bubbleball.solvers import make_solver

# The ball falls past the flag; a push to the right brings it there. Its strength is unknown.
PUSHED = Level(
    ball=Ball(60, 110),
    flag=Flag(260, 260),
    pieces=(Part("push", Kind.SPEEDUP_RIGHT, 180, 40), Part("wall", Kind.METAL, 300, 40, 100, 25)),
)
LEVEL = load_level("classic/2")  # the first bar bridges the gap, the second one is idle
BAR, IDLE = Placement("AO6G", 217, 247.5), Placement("C5NY", 60, 300)


def search(failed: Sequence[Placement]) -> RoundSearch:
    """A search that has found the bar with an idle piece, after a trial of the bar has failed."""

    past = Persistence(LEVEL, lambda: make_solver("paper", LEVEL))
    if failed:
        past.tell(simulate(LEVEL, failed, REAL))
    found = RoundSearch(
        LEVEL, Belief.prior(), np.random.default_rng(0), SearchSettings(depth=0), past
    )
    for _ in found.run(Round(None, cost_to_go(LEVEL), 0, throws=False)):
        pass
    found.shortlist.choices = [Choice((BAR, IDLE), np.zeros((1, 2)), 0.1, 0.0, ())]
    return found


def test_the_choice_loses_its_idle_piece() -> None:
    best = search(failed=()).shortlist.best()
    assert best is not None
    assert [placement.piece for placement in best.placements] == [BAR.piece]


def test_an_idle_piece_does_not_make_a_failed_placement_new() -> None:
    rounded = search(failed=()).shortlist.best()
    assert rounded is not None
    assert search(failed=rounded.placements).shortlist.best() is None


def robustness(sweep: int, *, hardened: bool) -> float:
    """Of the best choice with one piece in a game that is another one."""
    usual = SearchSettings(depth=1)
    found = RoundSearch(
        PUSHED,
        Belief.prior().updated("gravity", 9.0, 0.001, 9),
        np.random.default_rng(0),
        replace(usual, choice=replace(usual.choice, hardened=hardened)),
        Persistence(PUSHED, lambda: make_solver("paper", PUSHED)),
    )
    for _ in found.run(Round(None, cost_to_go(PUSHED), sweep, throws=False)):
        pass
    return max(choice.robustness for choice in found.shortlist.choices)


def test_a_fragile_solution_is_hardened_in_late_rounds_too() -> None:
    """They would be content with less, but a wall behind the flag is easily found."""
    for sweep in (0, 1):
        assert robustness(sweep, hardened=False) < 0.6
        assert robustness(sweep, hardened=True) > 0.9
