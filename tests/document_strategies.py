"""Random level documents, and JSON that is nearly one."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import hypothesis.strategies as st

from bubbleball.files.document import Document
from bubbleball.game.kinds import BUTTON_SIZE, Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Origin, Part, pair_teleports
from bubbleball.game.placement import Placement

coordinates = st.one_of(st.integers(-5000, 5000), st.floats(-5000, 5000), st.just(79.5))
sizes = st.one_of(st.integers(1, 2000), st.floats(1, 2000))
letters = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
texts = st.text(letters, max_size=20).filter(str.isprintable)
poses = st.one_of(st.integers(-1000, 1000), st.floats(-1e6, 1e6))


@st.composite
def any_part(draw: st.DrawFn, name: str, *, movable: bool) -> Part:
    """Any part that a level may hold, wherever it lies."""
    kinds = [kind for kind in Kind if not (movable and kind is Kind.GROUND)]
    kind = draw(st.sampled_from([*kinds, Kind.TELEPORT, Kind.TELEPORT]))
    form = Form.RECTANGLE
    width, height, angle = draw(sizes), draw(sizes), draw(coordinates)
    if kind in (Kind.METAL, Kind.WOOD):
        form = draw(st.sampled_from([Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE]))
    if form is Form.CIRCLE:
        height = width
    if kind.button:
        width = height = BUTTON_SIZE
        angle = angle if kind is Kind.SPRING else 0.0
    loose = not movable and kind.wooden and draw(st.booleans())
    return Part(name, kind, draw(coordinates), draw(coordinates), width, height, angle, form, loose)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Any document: parts anywhere, teleports paired in any way, any text."""
    ids = draw(st.lists(texts.filter(bool), min_size=2, max_size=9, unique=True))
    ball, flag, *others = ids
    cut = draw(st.integers(0, len(others)))
    scenery = tuple(draw(any_part(name, movable=False)) for name in others[:cut])
    pieces = tuple(draw(any_part(name, movable=True)) for name in others[cut:])
    ends = [part.id for part in scenery + pieces if part.kind is Kind.TELEPORT]
    shuffled = draw(st.permutations(ends))
    count = draw(st.integers(0, len(ends) // 2))
    pairs = tuple((shuffled[2 * n], shuffled[2 * n + 1]) for n in range(count))
    level = Level(
        Ball(draw(coordinates), draw(coordinates), ball),
        Flag(
            draw(coordinates),
            draw(coordinates),
            draw(coordinates),
            draw(st.one_of(st.just(38), st.floats(13, 2000))),
            draw(st.one_of(st.just(50), st.floats(13, 2000))),
            flag,
        ),
        scenery,
        pieces,
        teleports=draw(st.sampled_from([pair_teleports(scenery + pieces), pairs])),
        title=draw(texts),
        author=draw(texts),
        origin=draw(st.sampled_from(Origin)),
    )
    return Document(
        level,
        draw(st.lists(_solution(pieces), max_size=2).map(tuple)),
        draw(texts),
        draw(st.one_of(st.none(), st.floats(0, 10))),
    )


def _solution(pieces: Sequence[Part]) -> st.SearchStrategy[tuple[Placement, ...]]:
    placement = [st.builds(Placement, st.just(p.id), poses, poses, poses) for p in pieces]
    return st.tuples(*placement)


json_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**25), 10**25),
        st.floats(allow_nan=True, allow_infinity=True),
        st.text(max_size=5),
        st.sampled_from(["ground", "wood", "ball", "flag", "woodrect25x25", "teleport", 10**400]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.text(max_size=5), st.sampled_from(["id", "x", "kind", "pieces"])), inner
        ),
    ),
    max_leaves=12,
)


@st.composite
def spoiled(draw: st.DrawFn, data: Any) -> Any:
    """The data with a few values replaced, removed, doubled or added, anywhere inside."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 4))):
        holder, depth = data, draw(st.integers(0, 4))
        while depth and (inside := [value for value in _values(holder) if _values(value)]):
            holder, depth = draw(st.sampled_from(inside)), depth - 1
        if isinstance(holder, dict):
            name = draw(st.sampled_from([*holder, "extra"]))
            if draw(st.booleans()) and name in holder:
                del holder[name]
            else:
                holder[name] = draw(json_values)
        elif isinstance(holder, list) and holder:
            index = draw(st.integers(0, len(holder) - 1))
            change = draw(st.sampled_from(["replace", "remove", "double"]))
            if change == "replace":
                holder[index] = draw(json_values)
            elif change == "remove":
                del holder[index]
            else:
                holder.append(copy.deepcopy(holder[index]))
    return data


def _values(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list) else []
