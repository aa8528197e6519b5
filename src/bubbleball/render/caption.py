"""The strip below the screen: a sentence and what the lines mean."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from bubbleball.level import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.render.overlay import Overlay, legend_entries
from bubbleball.render.scene import Group, Mark, Polyline, Rect, Style, Text
from bubbleball.render.theme import Role
from bubbleball.render.trace import PATH

_SIZE = 9.0
_LINE = 13.0  # px from line to line
_LETTERS = 96  # on one line
_MOST_LINES = 4
_MARGIN = 8.0


def caption_height(caption: str, overlay: Overlay | None) -> float:
    """Height of the strip, px; 0 for none."""
    rows = len(_lines(caption)) + (1 if overlay and any(legend_entries(overlay)) else 0)
    return rows * _LINE + 6.0 if rows else 0.0


def caption_groups(
    caption: str, overlay: Overlay | None, *, traced: bool, aside: str = ""
) -> Iterator[Group]:
    """The strip itself; `traced` says that a trial's path is drawn, `aside` stands at its right."""
    height = caption_height(caption, overlay)
    if not height:
        return
    paper = Rect(0.0, SCREEN_HEIGHT, SCREEN_WIDTH, height, Style(fill=Role.PAPER))
    y = SCREEN_HEIGHT + _LINE - 1.0
    texts: list[Mark] = []
    for line in _lines(caption):
        texts.append(Text(_MARGIN, y, line, Style(fill=Role.INK), _SIZE))
        y += _LINE
    if overlay is not None:
        texts.extend(_legend(overlay, y, traced=traced))
    yield Group((paper, *texts))
    if aside:
        x = SCREEN_WIDTH - _MARGIN
        at = SCREEN_HEIGHT + _LINE - 1.0
        yield Group((Text(x, at, aside, Style(fill=Role.INK_SOFT), _SIZE, "end"),))


def _legend(overlay: Overlay, y: float, *, traced: bool) -> Iterator[Mark]:
    entries = {meaning: style for style, meaning in legend_entries(overlay)}
    if entries and traced:
        entries.setdefault("recorded path", PATH)
    x = _MARGIN
    for meaning, style in entries.items():
        yield Polyline(((x + 1.0, y - 3.0), (x + 15.0, y - 3.0)), style)
        yield Text(x + 19.0, y, meaning, Style(fill=Role.INK_SOFT), 7.5)
        x += 28.0 + 4.0 * len(meaning)


def _lines(caption: str) -> list[str]:
    lines = textwrap.wrap(caption, _LETTERS)
    if len(lines) > _MOST_LINES:
        lines = [
            *lines[: _MOST_LINES - 1],
            textwrap.shorten(" ".join(lines[_MOST_LINES - 1 :]), _LETTERS, placeholder=" …"),
        ]
    return lines
