"""From one drawing of a film to the next, paint only the pixels that change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from bubbleball.game.geometry import boxes_meet
from bubbleball.render.boxes import Box, BoxedGroup, boxed, joined, merged, shared
from bubbleball.render.drawing import Drawing, Group
from bubbleball.render.raster import paint, picture_box
from bubbleball.render.theme import Theme

Patch = tuple[Box, Image.Image]  # some pixels of a picture, and where they belong


def film_box(drawings: Sequence[Drawing], scale: float) -> Box:
    """The pixels of the largest drawing; smaller ones leave a margin."""
    width, height = max(d.width for d in drawings), max(d.height for d in drawings)
    return picture_box(width, height, scale)


def changes(drawings: Iterable[Drawing], size: Box, scale: float) -> Iterator[list[Patch]]:
    """For every drawing, the pixels that may differ from the previous one."""
    known: dict[Group, BoxedGroup] = {}
    found: dict[int, tuple[Group, BoxedGroup]] = {}  # by identity: hashing a group takes longer

    def prepared(group: Group) -> BoxedGroup:
        if id(group) not in found:
            if group not in known:
                known[group] = boxed(group, scale)
            found[id(group)] = group, known[group]
        return found[id(group)][1]

    before: list[BoxedGroup] = []
    theme: Theme | None = None
    for drawing in drawings:
        now = [prepared(group) for group in drawing.groups]
        dirty = [size] if drawing.theme is not theme else _dirty(before, now)
        boxes = [shared(box, size) for box in merged(dirty) if boxes_meet(box, size)]
        yield [(box, paint(now, drawing.theme, box, scale)) for box in boxes]
        before, theme = now, drawing.theme


def _dirty(before: list[BoxedGroup], now: list[BoxedGroup]) -> list[Box]:
    """The boxes of the groups that have appeared or disappeared."""
    old, new = set(map(id, before)), set(map(id, now))
    kept_before = [id(group) for group in before if id(group) in new]
    kept_now = [id(group) for group in now if id(group) in old]
    if kept_before != kept_now:
        return [joined(group.box for group in (*before, *now))]  # the order has changed
    changed = [g for g in before if id(g) not in new] + [g for g in now if id(g) not in old]
    return [group.box for group in changed]
