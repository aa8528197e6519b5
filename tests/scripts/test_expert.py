"""The pack of hard levels: what it promises, and that it can be made again."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.certify.robust import robustness
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.game.physics import REAL
from bubbleball.game.placing import Placer
from bubbleball.game.world import simulate
from bubbleball.generate.generator import EXPERT
from make_expert import PACK as FOLDER
from make_expert import make, recipes

PACK = [packs.find(name) for name in packs.pack("expert")]


def test_every_level_is_hard_and_has_a_title_of_its_own() -> None:
    assert all(6.0 <= (document.difficulty or 0.0) <= 10.0 for document in PACK)
    assert len({document.level.title for document in PACK}) == len(PACK)


def test_there_are_forty_levels_of_twelve_hard_families_up_to_the_end_of_the_scale() -> None:
    families = {document.family for document in PACK}
    assert len(PACK) >= 40
    assert len(families) >= 12
    assert families <= set(EXPERT)
    assert max(document.difficulty or 0.0 for document in PACK) > 9.5


def test_every_level_has_a_recipe_and_every_recipe_a_level() -> None:
    known = {f"expert/{name}": recipe.family for name, recipe in recipes().items()}
    assert known == {document.level.name: document.family for document in PACK}


@pytest.mark.parametrize("name", ["chock-1", "relay-1"])
def test_a_recipe_makes_its_level_to_the_last_byte(name: str) -> None:
    made = make(name, recipes()[name])
    assert dump_document(made).encode() == (FOLDER / f"{name}.json").read_bytes()


@pytest.mark.parametrize("document", PACK, ids=lambda document: document.level.name)
def test_a_solution_needs_every_piece_that_it_places(document: Document) -> None:
    (solution,) = document.solutions
    assert simulate(document.level, solution, REAL).solved
    assert not simulate(document.level, (), REAL).solved
    for left_out in solution:
        rest = [placement for placement in solution if placement is not left_out]
        assert not simulate(document.level, rest, REAL).solved


@pytest.mark.parametrize("document", PACK, ids=lambda document: document.level.name)
def test_a_solution_survives_most_small_changes(document: Document) -> None:
    placer, rng = Placer(document.level), np.random.default_rng(0)
    assert robustness(placer, document.solutions[0], rng, 24).solved >= 0.6 * 24
