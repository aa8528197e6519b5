"""What a search offers to try: nothing that has failed, and what works in most worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.files.packs import load_level
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
