"""What a solver thinks, drawn over the picture of a level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bubbleball.errors import PictureError
from bubbleball.game.arrays import Array
from bubbleball.method.explanation import Thought
from bubbleball.method.local_region import Region
from bubbleball.render.drawing import PATH, Circle, Mark, Polyline, Rect, Style
from bubbleball.render.theme import COSTS, Role

MAX_CANDIDATES = 400  # more dots than this hide each other
_LARGEST = 1e4  # px; anything farther out is invisible

GUIDE = Style(line=Role.GUIDE, width=2.2)
OTHER_GUIDE = Style(line=Role.GUIDE, width=1.1, opacity=0.6, dash=(1.5, 3.0))
EARLIER = Style(line=Role.PATH, width=1.2, opacity=0.45)
PREDICTED = Style(line=Role.PREDICTED, width=2.0, dash=(5.0, 3.2))
# Wide, so that it shows on both sides of the actual path.
EXPECTED = Style(line=Role.PREDICTED, width=5.0, opacity=0.45)
REGION = Style(line=Role.REGION, width=1.2, dash=(4.0, 3.0))
TARGET = Style(line=Role.TARGET, width=1.6)


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """A solver's thoughts as things to draw; an empty field draws nothing.

    guides: Guide Paths, each n x 2 px, the one that is followed first.
    recorded: n x 2 px, the ball's path in an earlier trial.
    region: the Local Region and its target disc.
    predicted: n x 2 px, the ball's path as a model predicts it.
    candidates: n x 3: centre x, y (px) of each candidate, and its cost.
    main: id of the Main Block, which is emphasised.
    supports: ids of the Supporting Blocks.
    caption: a sentence below the picture.
    """

    guides: tuple[Array, ...] = ()
    recorded: Array | None = None
    region: Region | None = None
    predicted: Array | None = None
    candidates: Array | None = None
    main: str | None = None
    supports: tuple[str, ...] = ()
    caption: str = ""

    def __post_init__(self) -> None:
        guides = tuple(_rows("a guide", guide, 2) for guide in self.guides)
        object.__setattr__(self, "guides", guides)
        object.__setattr__(self, "supports", tuple(self.supports))
        for name, columns in (("recorded", 2), ("predicted", 2), ("candidates", 3)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _rows(name, value, columns))

    @classmethod
    def of(
        cls, thoughts: Iterable[Thought], *, recorded: Array | None = None, caption: str = ""
    ) -> Overlay:
        """Take each field from the last thought that has it, and the caption from the last one."""
        found = cls(recorded=recorded)
        for thought in thoughts:
            found = cls(
                guides=thought.guides or found.guides,
                recorded=recorded,
                region=thought.region or found.region,
                predicted=found.predicted if thought.predicted is None else thought.predicted,
                candidates=found.candidates if thought.candidates is None else thought.candidates,
                main=thought.main.piece if thought.main else found.main,
                supports=tuple(s.piece for s in thought.supports) or found.supports,
                caption=caption or thought.text,
            )
        return found


def backing_marks(overlay: Overlay) -> Iterator[Mark]:
    """Draw what lies behind the pieces: region, target and candidates."""
    region = overlay.region
    if region is not None:
        left, top = max(region.left, -_LARGEST), max(region.top, -_LARGEST)
        right, bottom = min(region.right, _LARGEST), min(region.bottom, _LARGEST)
        box = (left, top, right - left, bottom - top)
        yield Rect(*box, Style(fill=Role.REGION, opacity=0.08))
        yield Rect(*box, REGION)
        target = (region.target_x, region.target_y, region.target_radius)
        yield Circle(*target, Style(fill=Role.TARGET, opacity=0.18))
        yield Circle(*target, TARGET)
    if overlay.candidates is not None:
        yield from _candidate_marks(overlay.candidates)


def line_marks(overlay: Overlay, *, traced: bool) -> Iterator[Mark]:
    """Draw guide, recorded and predicted paths; `traced`: a trial's path is drawn as well."""
    for guide in overlay.guides[:0:-1]:
        yield from line(guide, OTHER_GUIDE)
    if overlay.guides:
        yield from line(overlay.guides[0], GUIDE)
    if overlay.recorded is not None:
        yield from line(overlay.recorded, EARLIER if traced else PATH)
    if overlay.predicted is not None:
        yield from line(overlay.predicted, EXPECTED if traced else PREDICTED)


def legend_entries(overlay: Overlay, *, traced: bool) -> Iterator[tuple[Style, str]]:
    """Style and meaning of every kind of line in the overlay."""
    if overlay.guides:
        yield GUIDE, "guide path"
    if overlay.recorded is not None:
        yield (EARLIER, "previous path") if traced else (PATH, "recorded path")
    if overlay.predicted is not None:
        yield EXPECTED if traced else PREDICTED, "predicted path"
    if traced:
        yield PATH, "actual path"
    if overlay.region is not None:
        yield REGION, "region and target"
    if overlay.main is not None:
        yield Style(line=Role.MAIN, width=3.0), "main block"
    if overlay.supports:
        yield Style(line=Role.SUPPORT, width=3.0), "support"


def line(points: Array, style: Style) -> Iterator[Mark]:
    """Draw a line through the rows of an array; nothing for fewer than two."""
    seen = tuple((x, y) for x, y in points.tolist() if abs(x) < _LARGEST and abs(y) < _LARGEST)
    if len(seen) > 1:
        yield Polyline(seen, style)


def ranked(candidates: Array, most: int) -> Array:
    """At most `most` candidates, the cheapest first; they are taken evenly from all ranks."""
    order = np.argsort(candidates[:, 2], kind="stable")
    shown = np.linspace(0, len(order) - 1, min(len(order), most)).astype(int)
    kept: Array = candidates[order[shown]]
    return kept


def _candidate_marks(candidates: Array) -> Iterator[Mark]:
    """Draw dots, the cheapest on top, coloured by rank: costs differ by powers of ten."""
    kept = ranked(candidates[np.isfinite(candidates[:, :2]).all(axis=1)], MAX_CANDIDATES)
    for rank in range(len(kept) - 1, -1, -1):
        role = COSTS[rank * len(COSTS) // len(kept)]
        x, y, _ = kept[rank].tolist()
        if abs(x) < _LARGEST and abs(y) < _LARGEST:
            yield Circle(x, y, 1.6, Style(fill=role, opacity=0.85))


def _rows(name: str, value: ArrayLike, columns: int) -> Array:
    array = np.asarray(value, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != columns:
        raise PictureError(
            f"overlay: {name} has the shape {array.shape}; it must be n x {columns} numbers"
        )
    return array
