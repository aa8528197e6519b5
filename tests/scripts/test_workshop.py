"""The pack of generated levels and the gallery of all levels, both made by commands."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.check.warnings import warnings
from bubbleball.errors import GenerateError
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.game.level import Origin
from bubbleball.generate.generator import WORKSHOP, Made, orders
from make_workshop import PICKED, levelled, make, pick
from repository import ROOT

PACK = [packs.find(name) for name in packs.pack("workshop")]


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
    for family in WORKSHOP:
        assert sum(document.family == family for document in PACK) == PICKED


def test_the_levels_of_a_family_go_from_easy_to_hard() -> None:
    for family in WORKSHOP:
        ladder = [d.difficulty for d in PACK if d.family == family and d.difficulty is not None]
        assert len(ladder) == PICKED
        assert ladder == sorted(ladder)


def numbers(documents: Iterable[Document]) -> Counter[int]:
    """How many levels there are of each whole number of difficulty."""
    return Counter(int(document.difficulty or 0.0) for document in documents)


def test_the_workshop_has_about_as_many_levels_of_every_difficulty() -> None:
    counts = numbers(PACK)
    assert sorted(counts) == [1, 2, 3, 4, 5]
    assert max(counts.values()) <= 1.5 * min(counts.values())
    found = sorted(document.difficulty or 0.0 for document in PACK)
    assert max(after - before for before, after in pairwise(found)) < 0.5


def test_every_family_has_easier_and_harder_levels() -> None:
    for family in WORKSHOP:
        found = [document.difficulty or 0.0 for document in PACK if document.family == family]
        assert max(found) - min(found) > 1.5


def test_no_two_levels_of_the_workshop_share_a_title() -> None:
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


POOLS = st.lists(
    st.lists(st.integers(10, 59).map(lambda tenths: tenths / 10), min_size=3, max_size=12),
    min_size=1,
    max_size=6,
)


@given(POOLS)
def test_levelling_keeps_each_familys_ends_and_leaves_no_exchange_that_helps(
    pools: list[list[float]],
) -> None:
    documents = {
        str(number): [dataclasses.replace(PACK[0], difficulty=value) for value in pool]
        for number, pool in enumerate(pools)
    }
    picked = levelled(documents, 3)
    counts = numbers(document for few in picked.values() for document in few)
    for family, few in picked.items():
        pool = documents[family]
        assert len({id(document) for document in few}) == 3
        assert {id(document) for document in few} <= {id(document) for document in pool}
        values = sorted(document.difficulty or 0.0 for document in pool)
        assert [few[0].difficulty, few[2].difficulty] == [values[0], values[-1]]
        spare = numbers(pool) - numbers(few)
        middle = int(few[1].difficulty or 0.0)
        assert all(counts[middle] - counts[other] <= 1 for other in spare)


@given(st.permutations(range(5)), st.integers(1, 8))
def test_pools_that_have_everything_become_a_pack_that_has_as_much_of_everything(
    order: list[int], families: int
) -> None:
    pool = [dataclasses.replace(PACK[0], difficulty=1.5 + n) for n in (*order, 0, 0, 0, 1, 1)]
    picked = levelled({str(number): pool for number in range(families)}, 5)
    counts = numbers(document for few in picked.values() for document in few)
    assert counts == dict.fromkeys(range(1, 6), families)


def test_a_pool_too_small_for_the_pack_is_an_error() -> None:
    few: list[Made] = [(order, PACK[0]) for order in orders(WORKSHOP, 20, seed=1)]
    with pytest.raises(GenerateError, match="family 'deflect' made 2 levels for the pack"):
        make(few)


def test_the_pack_does_not_depend_on_which_level_was_ready_first() -> None:
    wanted = orders(WORKSHOP, 6 * len(WORKSHOP), seed=1)
    made: list[Made] = [
        (order, dataclasses.replace(PACK[0], family=order.family, difficulty=float(order.index)))
        for order in wanted
    ]
    shuffled: list[Made] = [(wanted[0], GenerateError("none")), *made]
    random.Random(0).shuffle(shuffled)
    assert make(shuffled) == make(made)
    assert list(make(made)) == [f"{f}-{n}" for f in WORKSHOP for n in range(1, PICKED + 1)]


def test_the_gallery_shows_the_levels_that_are_shipped(gallery: ModuleType) -> None:
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert page == gallery.page(), "run: make pictures"
    for name in packs.names():
        assert f"`{name}`" in page


def test_the_gallery_has_a_picture_of_every_level_and_no_other(gallery: ModuleType) -> None:
    folder = ROOT / "docs" / gallery.PICTURES
    there = {path.name for path in folder.iterdir()}
    assert there == {f"{name.replace('/', '-')}.svg" for name in packs.names()}
    assert max(path.stat().st_size for path in folder.iterdir()) < 40_000
