"""The plots of a report, as SVG: solved@k curves, trials per level, seconds per stage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bubbleball.method.explanation import MethodStage
from bubbleball.report.markup import Html, tag

# Okabe and Ito's colours, which readers with any colour vision can tell apart.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
_DASHES = (None, "7 3", "2 3", "9 3 2 3")  # so that curves differ in print, too
_TICKS = (1, 2, 5, 10, 20, 50, 100)


def solved_at_plot(curves: Mapping[str, Sequence[float]], title: str) -> Html:
    """Share solved within k trials against k, one step line per solver; k on a log scale."""
    left, top, width, height = 56, 34, 560, 270

    def x(k: float) -> float:
        return left + width * math.log(k) / math.log(100)

    def y(share: float) -> float:
        return top + height * (1 - share)

    marks = [_text(left, 18, title, font_weight="bold")]
    for share in (0, 0.25, 0.5, 0.75, 1):
        marks.append(_path(f"M{left} {y(share):.1f}h{width}", stroke="#ddd"))
        marks.append(_text(left - 8, y(share) + 4, f"{100 * share:.0f} %", text_anchor="end"))
    for k in _TICKS:
        marks.append(_path(f"M{x(k):.1f} {top}v{height}", stroke="#eee"))
        marks.append(_text(x(k), top + height + 18, str(k), text_anchor="middle"))
    marks.append(_text(left + width / 2, top + height + 38, "trials (k)", text_anchor="middle"))
    for number, (label, shares) in enumerate(curves.items()):
        line = f"M{x(1):.1f} {y(shares[0]):.1f}"
        line += "".join(f"H{x(k):.1f}V{y(s):.1f}" for k, s in enumerate(shares[1:], start=2))
        name = f"{label}: {100 * shares[0]:.0f} % at 1, {100 * shares[-1]:.0f} % at 100"
        row = top + 16 + 20 * number
        marks.append(_path(line, tag("title", name), **_stroke(number)))
        marks.append(_path(f"M{left + width + 16} {row - 4}h26", **_stroke(number)))
        marks.append(_text(left + width + 48, row, label))
    return _svg(left + width + 200, top + height + 50, marks, title)


def heat_map(
    cells: Mapping[tuple[str, str], float], columns: Sequence[str], limit: int, title: str
) -> Html:
    """Median trials of every (level, solver): pale for few, dark for many, hatched if unsolved."""
    rows = list(dict.fromkeys(level for level, _ in cells))
    left, top, width, height = 20 + 7 * max(map(len, rows)), 58, 110, 22
    pattern = tag(
        "pattern",
        tag("rect", width=7, height=7, fill="#f3f3f3"),
        _path("M0 0V7", stroke="#bbb", stroke_width=3),
        id="hatch",
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    marks = [tag("defs", pattern), _text(12, 18, title, font_weight="bold")]
    for number, column in enumerate(columns):
        at = left + width * (number + 0.5)
        marks.append(_text(at, top - 10, _short(column, 16), text_anchor="middle"))
    for row_number, row in enumerate(rows):
        y = top + height * row_number
        marks.append(_text(left - 8, y + 15, row, text_anchor="end"))
        for number, column in enumerate(columns):
            if (row, column) in cells:
                fill, ink, trials = _shade(cells[row, column], limit)
                x, name = left + width * number, f"{row}, {column}: {trials} trials (median)"
                marks.append(_box(x, y, width - 2, height - 2, fill, name))
                marks.append(
                    _text(x + width / 2 - 1, y + 15, trials, text_anchor="middle", fill=ink)
                )
    return _svg(left + width * len(columns) + 20, top + height * len(rows) + 14, marks, title)


def stage_plot(stages: Mapping[str, Mapping[MethodStage, float]], title: str) -> Html:
    """Mean seconds per stage and run: one stacked bar per solver."""
    left, top, width, height = 150, 34, 470, 28
    most = max((sum(parts.values()) for parts in stages.values()), default=0.0) or 1.0
    shown = [stage for stage in MethodStage if any(stage in parts for parts in stages.values())]
    marks = [_text(12, 18, title, font_weight="bold")]
    for number, (label, parts) in enumerate(stages.items()):
        x, y = float(left), top + (height + 10) * number
        marks.append(_text(left - 8, y + 18, _short(label, 20), text_anchor="end"))
        for order, stage in enumerate(shown):
            seconds = parts.get(stage, 0.0)
            name = f"{label}, {stage.value}: {seconds:.3f} s"
            marks.append(_box(x, y, width * seconds / most, height, _colour(order), name))
            x += width * seconds / most
        marks.append(_text(x + 8, y + 18, f"{sum(parts.values()):.3g} s"))
    bottom = top + (height + 10) * len(stages) + 18
    for order, stage in enumerate(shown):
        marks.append(_box(left + 90 * order, bottom - 10, 12, 12, _colour(order), stage.value))
        marks.append(_text(left + 90 * order + 18, bottom, stage.value))
    return _svg(max(left + width + 100, left + 90 * len(shown)), bottom + 16, marks, title)


def _shade(trials: float, limit: int) -> tuple[str, str, str]:
    """Fill, ink and text of a cell."""
    if math.isinf(trials):
        return "url(#hatch)", "#555", f">{limit}"
    depth = math.log(trials) / math.log(max(limit, 2))  # 0 for one trial, 1 for all of them
    fill = f"hsl(205 {45 + 25 * depth:.0f}% {92 - 62 * depth:.0f}%)"
    return fill, "#fff" if depth > 0.55 else "#222", f"{trials:.0f}"


def _stroke(number: int) -> dict[str, object]:
    """Colour and dashes of a curve; both repeat, but not at the same time."""
    turn = number if number < len(COLOURS) else number // len(COLOURS)
    dashes = _DASHES[turn % len(_DASHES)]
    return {"stroke": _colour(number), "stroke_width": 2.5, "stroke_dasharray": dashes}


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _short(label: str, most: int) -> str:
    return label if len(label) <= most else f"…{label[1 - most :]}"


def _path(line: str, *children: str, **style: object) -> Html:
    return tag("path", *children, d=line, fill="none", **style)


def _box(x: float, y: float, width: float, height: float, fill: str, name: str) -> Html:
    size = {"width": f"{width:.2f}", "height": height, "rx": 2}
    return tag("rect", tag("title", name), x=f"{x:.1f}", y=y, fill=fill, **size)


def _text(x: float, y: float, text: str, **style: object) -> Html:
    return tag("text", text, x=f"{x:.1f}", y=f"{y:.1f}", **{"fill": "#222", **style})


def _svg(width: float, height: float, marks: Sequence[str], title: str) -> Html:
    return tag(
        "svg",
        *marks,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        role="img",
        aria_label=title,
        font_family="system-ui, sans-serif",
        font_size=13,
    )
