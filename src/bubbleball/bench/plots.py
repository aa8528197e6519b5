"""The plots of a report, as SVG: solved@k curves, trials per level, seconds per stage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from bubbleball.method.explanation import MethodStage

# Okabe and Ito's colours: told apart by readers with any colour vision.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
_DASHES = ("", "7 3", "2 3", "9 3 2 3")  # so that curves differ in print too
_TICKS = (1, 2, 5, 10, 20, 50, 100)


def solved_at_plot(curves: Mapping[str, Sequence[float]], title: str) -> str:
    """Share solved within k trials against k, one step line per solver; k on a log scale."""
    left, top, width, height = 56, 34, 560, 270

    def x(k: float) -> float:
        return left + width * math.log(k) / math.log(100)

    def y(share: float) -> float:
        return top + height * (1 - share)

    marks = [_text(left, 18, title, bold=True)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        marks.append(_line(left, y(share), left + width, y(share), "#ddd"))
        marks.append(_text(left - 8, y(share) + 4, f"{100 * share:.0f} %", anchor="end"))
    for k in _TICKS:
        marks.append(_line(x(k), top, x(k), top + height, "#eee"))
        marks.append(_text(x(k), top + height + 18, str(k), anchor="middle"))
    marks.append(_text(left + width / 2, top + height + 38, "trials (k)", anchor="middle"))
    for number, (label, shares) in enumerate(curves.items()):
        points = [(x(1), y(shares[0]))]
        for k, share in enumerate(shares[1:], start=2):
            points += [(x(k), points[-1][1]), (x(k), y(share))]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        style = _stroke(number)
        name = escape(f"{label}: {100 * shares[0]:.0f} % at 1, {100 * shares[-1]:.0f} % at 100")
        marks.append(
            f'<polyline points="{path}" fill="none" {style}><title>{name}</title></polyline>'
        )
        row = top + 16 + 20 * number
        marks.append(f'<path d="M{left + width + 16} {row - 4}h26" fill="none" {style}/>')
        marks.append(_text(left + width + 48, row, label))
    return _svg(left + width + 200, top + height + 50, marks, title)


def heat_map(
    cells: Mapping[tuple[str, str], float], columns: Sequence[str], limit: int, title: str
) -> str:
    """Median trials of every (level, solver); pale is few, dark is many, hatched is unsolved."""
    rows = list(dict.fromkeys(level for level, _ in cells))
    longest = max(len(row) for row in rows)
    left, top, width, height = 20 + 7 * longest, 58, 110, 22
    marks = [
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="7" height="7" fill="#f3f3f3"/>'
        '<path d="M0 0V7" stroke="#bbb" stroke-width="3"/></pattern></defs>',
        _text(12, 18, title, bold=True),
    ]
    for number, column in enumerate(columns):
        short = column if len(column) <= 16 else f"…{column[-15:]}"
        marks.append(_text(left + width * (number + 0.5), top - 10, short, anchor="middle"))
    for row_number, row in enumerate(rows):
        y = top + height * row_number
        marks.append(_text(left - 8, y + 15, row, anchor="end"))
        for number, column in enumerate(columns):
            if (row, column) in cells:
                box = (left + width * number, y, width, height)
                marks.append(_cell(box, cells[row, column], limit, f"{row}, {column}"))
    return _svg(left + width * len(columns) + 20, top + height * len(rows) + 14, marks, title)


def stage_plot(stages: Mapping[str, Mapping[MethodStage, float]], title: str) -> str:
    """Mean seconds per stage and run: one stacked bar per solver."""
    left, top, width, height = 150, 34, 470, 28
    most = max((sum(parts.values()) for parts in stages.values()), default=0.0) or 1.0
    shown = [stage for stage in MethodStage if any(stage in parts for parts in stages.values())]
    marks = [_text(12, 18, title, bold=True)]
    for number, (label, parts) in enumerate(stages.items()):
        y = top + (height + 10) * number
        short = label if len(label) <= 20 else f"…{label[-19:]}"
        marks.append(_text(left - 8, y + 18, short, anchor="end"))
        x = float(left)
        for stage in shown:
            length = width * parts.get(stage, 0.0) / most
            name = f"{label}, {stage.value}: {parts.get(stage, 0.0):.3f} s"
            marks.append(
                f'<rect x="{x:.1f}" y="{y}" width="{length:.2f}" height="{height}" '
                f'fill="{_colour(shown.index(stage))}"><title>{escape(name)}</title></rect>'
            )
            x += length
        marks.append(_text(x + 8, y + 18, f"{sum(parts.values()):.3g} s"))
    bottom = top + (height + 10) * len(stages) + 18
    for number, stage in enumerate(shown):
        x = left + 90.0 * number
        marks.append(
            f'<rect x="{x}" y="{bottom - 10}" width="12" height="12" fill="{_colour(number)}"/>'
        )
        marks.append(_text(x + 18, bottom, stage.value))
    return _svg(max(left + width + 100, left + 90 * len(shown)), bottom + 16, marks, title)


def _cell(box: tuple[float, float, float, float], trials: float, limit: int, name: str) -> str:
    x, y, width, height = box
    if math.isinf(trials):
        fill, ink, text = "url(#hatch)", "#555", f">{limit}"
    else:
        depth = math.log(trials) / math.log(max(limit, 2))  # 0 for one trial, 1 for all of them
        fill = f"hsl(205 {45 + 25 * depth:.0f}% {92 - 62 * depth:.0f}%)"
        ink, text = "#fff" if depth > 0.55 else "#222", f"{trials:.0f}"
    return (
        f'<rect x="{x:.1f}" y="{y}" width="{width - 2}" height="{height - 2}" rx="2" fill="{fill}">'
        f"<title>{escape(name)}: {escape(text)} trials (median)</title></rect>"
        + _text(x + width / 2 - 1, y + 15, text, anchor="middle", ink=ink)
    )


def _stroke(number: int) -> str:
    dash = (
        _DASHES[number // len(COLOURS) % len(_DASHES)]
        if number >= len(COLOURS)
        else (_DASHES[number % len(_DASHES)])
    )
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{_colour(number)}" stroke-width="2.5"{dashes}'


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}"/>'


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", bold: bool = False, ink: str = "#222"
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}"{weight}>'
        f"{escape(text)}</text>"
    )


def _svg(width: float, height: float, marks: Sequence[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" role="img" aria-label="{escape(title)}" '
        f'font-family="system-ui, sans-serif" font-size="13">{"".join(marks)}</svg>'
    )
