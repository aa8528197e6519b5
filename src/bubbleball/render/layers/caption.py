"""Draw the strip below the screen: a sentence and a legend."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.render.drawing import Group, Mark, Polyline, Rect, Style, Text
from bubbleball.render.overlay import Overlay, legend_entries
from bubbleball.render.theme import Role

_SIZE, _SMALL = 9.0, 7.5  # px
_LINE = 13.0  # px from line to line
_LETTERS, _LETTERS_BESIDE = 92, 66  # on one line; with text on its right
_MOST_LINES = 4
_MARGIN = 8.0
_SWATCH = 14.0  # px of line in front of its meaning


def caption_height(
    caption: str, overlay: Overlay | None, *, traced: bool, aside: str = ""
) -> float:
    """Height of the strip, px; 0 for none. `traced`: a trial's path is drawn."""
    rows = len(_lines(caption, aside)) + len(_legend_rows(overlay, traced=traced))
    return rows * _LINE + 6.0 if rows else 0.0


def caption_groups(
    caption: str,
    overlay: Overlay | None,
    *,
    traced: bool,
    aside: str = "",
    least_height: float = 0.0,
) -> Iterator[Group]:
    """Draw the strip, with `aside` on its right."""
    height = max(least_height, caption_height(caption, overlay, traced=traced, aside=aside))
    if not height:
        return
    paper = Rect(0.0, SCREEN_HEIGHT, SCREEN_WIDTH, height + 1.0, Style(fill=Role.PAPER))
    y = top = SCREEN_HEIGHT + _LINE - 1.0
    marks: list[Mark] = []
    for line in _lines(caption, aside):
        marks.append(Text(_MARGIN, y, line, Style(fill=Role.INK), _SIZE))
        y += _LINE
    for row in _legend_rows(overlay, traced=traced):
        for x, style, meaning in row:
            marks.append(Polyline(((x + 1.0, y - 3.0), (x + _SWATCH, y - 3.0)), style))
            marks.append(Text(x + _SWATCH + 4, y, meaning, Style(fill=Role.INK_SOFT), _SMALL))
        y += _LINE
    yield Group((paper, *marks))
    if aside:
        right = SCREEN_WIDTH - _MARGIN
        yield Group((Text(right, top, aside, Style(fill=Role.INK_SOFT), _SIZE, "end"),))


def _legend_rows(overlay: Overlay | None, *, traced: bool) -> list[list[tuple[float, Style, str]]]:
    """Where each entry of the legend begins (x, px), row by row; none for an empty overlay."""
    if overlay is None or not any(legend_entries(overlay, traced=False)):
        return []
    rows: list[list[tuple[float, Style, str]]] = [[]]
    x = _MARGIN
    for style, meaning in legend_entries(overlay, traced=traced):
        width = _SWATCH + 12.0 + 0.52 * _SMALL * len(meaning)
        if x + width > SCREEN_WIDTH - _MARGIN:
            rows.append([])
            x = _MARGIN
        rows[-1].append((x, style, meaning))
        x += width
    return rows


def _lines(caption: str, aside: str) -> list[str]:
    letters = _LETTERS_BESIDE if aside else _LETTERS
    lines = textwrap.wrap(caption, letters)
    if len(lines) <= _MOST_LINES:
        return lines
    rest = textwrap.shorten(" ".join(lines[_MOST_LINES - 1 :]), letters, placeholder=" …")
    return [*lines[: _MOST_LINES - 1], rest]
