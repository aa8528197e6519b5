"""The pack of generated levels and the gallery of all levels, both made by commands."""

from __future__ import annotations

import dataclasses
import random
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from bubbleball import library
from bubbleball.advice import warnings
from bubbleball.generate import GenerateError
from bubbleball.generate.families import FAMILIES
from bubbleball.generate.many import Made, orders
from bubbleball.generate.workshop import PICKED, make, pick
from bubbleball.level import Origin
from bubbleball.level_file import Document

ROOT = Path(__file__).parents[1]
PACK = [library.find(name) for name in library.pack("workshop")]


@pytest.fixture(scope="module")
def gallery() -> ModuleType:
    """The script that makes the gallery."""
    spec = spec_from_file_location("gallery", ROOT / "scripts" / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_workshop_spans_all_families_evenly() -> None:
    assert len(PACK) >= 60
    for family in FAMILIES:
        assert sum(document.family == family for document in PACK) == PICKED


def test_the_levels_of_a_family_go_from_easy_to_hard() -> None:
    for family in FAMILIES:
        ladder = [d.difficulty for d in PACK if d.family == family and d.difficulty is not None]
        assert len(ladder) == PICKED
        assert ladder == sorted(ladder)


def test_the_workshop_has_easy_and_hard_levels() -> None:
    found = sorted(document.difficulty or 0.0 for document in PACK)
    assert found[0] < 1.5
    assert found[-1] > 5.0
    steps = [after - before for before, after in pairwise(found)]
    assert max(steps) < 1.0


def test_every_level_of_the_workshop_has_a_title_of_its_own() -> None:
    assert len({document.level.title for document in PACK}) == len(PACK)
    assert all(document.level.origin is Origin.GENERATED for document in PACK)


@pytest.mark.parametrize("document", PACK, ids=lambda document: document.level.name)
def test_a_designer_would_find_nothing_wrong_with_a_level_of_the_workshop(
    document: Document,
) -> None:
    assert warnings(document.level) == ()


def test_levels_are_picked_from_the_easiest_to_the_hardest() -> None:
    pool = [dataclasses.replace(PACK[0], difficulty=float(n)) for n in (5, 1, 9, 2, 0, 7, 3)]
    assert [document.difficulty for document in pick(pool, 2)] == [0, 9]
    assert [document.difficulty for document in pick(pool, 4)] == [0, 3, 5, 9]
    assert len({id(document) for document in pick(pool, 7)}) == 7


def test_a_pool_too_small_for_the_pack_is_told() -> None:
    few: list[Made] = [(order, PACK[0]) for order in orders(tuple(FAMILIES), 20, seed=1)]
    with pytest.raises(GenerateError, match="family 'deflect' made 2 levels for the pack"):
        make(few)


def test_the_pack_does_not_depend_on_which_level_was_ready_first() -> None:
    wanted = orders(tuple(FAMILIES), 5 * len(FAMILIES), seed=1)
    made: list[Made] = [
        (order, dataclasses.replace(PACK[0], family=order.family, difficulty=float(order.index)))
        for order in wanted
    ]
    shuffled: list[Made] = [(wanted[0], GenerateError("none")), *made]
    random.Random(0).shuffle(shuffled)
    assert make(shuffled) == make(made)
    assert list(make(made)) == [f"{f}-{n}" for f in FAMILIES for n in range(1, PICKED + 1)]


def test_the_gallery_shows_the_levels_that_are_shipped(gallery: ModuleType) -> None:
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert page == gallery.page(), "run: python scripts/gallery.py"
    for name in library.names():
        assert f"`{name}`" in page


def test_the_gallery_has_a_picture_of_every_level_and_no_other(gallery: ModuleType) -> None:
    folder = ROOT / "docs" / gallery.PICTURES
    there = {path.name for path in folder.iterdir()}
    assert there == {f"{name.replace('/', '-')}.svg" for name in library.names()}
    assert max(path.stat().st_size for path in folder.iterdir()) < 40_000
