"""The pack of hard levels: what it promises."""

from __future__ import annotations

import pytest

from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.game.physics import REAL
from bubbleball.game.world import simulate
from bubbleball.generate.generator import EXPERT

PACK = [packs.find(name) for name in packs.pack("expert")]


def test_every_level_is_hard_and_has_a_title_of_its_own() -> None:
    assert all(6.0 <= (document.difficulty or 0.0) <= 10.0 for document in PACK)
    assert len({document.level.title for document in PACK}) == len(PACK)


def test_the_levels_are_of_the_hard_families() -> None:
    assert {document.family for document in PACK} <= set(EXPERT)


@pytest.mark.parametrize("document", PACK, ids=lambda document: document.level.name)
def test_a_solution_needs_every_piece_that_it_places(document: Document) -> None:
    (solution,) = document.solutions
    assert simulate(document.level, solution, REAL).solved
    assert not simulate(document.level, (), REAL).solved
    for left_out in solution:
        rest = [placement for placement in solution if placement is not left_out]
        assert not simulate(document.level, rest, REAL).solved
