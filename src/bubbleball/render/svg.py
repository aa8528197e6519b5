"""A drawing as SVG: self-contained, without ids, style sheets or external resources."""

from __future__ import annotations

import html
from collections.abc import Iterable

from bubbleball.errors import expect
from bubbleball.game.geometry import Point
from bubbleball.render.drawing import (
    Circle,
    Drawing,
    Group,
    Mark,
    Polygon,
    Polyline,
    Rect,
    Style,
    writable,
)
from bubbleball.render.theme import Theme

FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


def to_svg(drawing: Drawing, *, embed: bool = False, width: float | None = None) -> str:
    """Write the drawing as SVG.

    embed: for use inside a page: no XML header, and as wide as its container.
    width: in CSS pixels; by default twice the drawing's, or the container's if embedded.
    """
    expect(drawing, Drawing, "to_svg", "draw(level) gives one")
    title, description = escaped(drawing.title), escaped(drawing.description)
    if width is None and not embed:
        width = 2 * drawing.width
    size = (
        ' style="display:block;width:100%;height:auto"'
        if width is None
        else f' width="{number(width)}" height="{number(width * drawing.height / drawing.width)}"'
    )
    head = "" if embed else '<?xml version="1.0" encoding="UTF-8"?>\n'
    return "".join(
        [
            head,
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(drawing.width)}'
            f' {number(drawing.height)}"{size}'
            f' role="img" aria-label="{title}" font-family="{FONT}">\n',
            f"<title>{title}</title>\n",
            f"<desc>{description}</desc>\n" if description else "",
            *(_group(group, drawing.theme) for group in drawing.groups),
            "</svg>\n",
        ]
    )


def escaped(text: str) -> str:
    """Escape text for use between tags and inside quotes; replace what XML does not allow."""
    return html.escape(writable(text))


def _group(group: Group, theme: Theme) -> str:
    name = f' data-part="{escaped(group.name)}"' if group.name else ""
    title = f"<title>{escaped(group.title)}</title>" if group.title else ""
    marks = "\n".join(_mark(mark, theme) for mark in group.marks)
    return f"<g{name}>{title}\n{marks}\n</g>\n" if marks else ""


def _mark(mark: Mark, theme: Theme) -> str:
    paint = _paint(mark.style, theme)
    if isinstance(mark, Polygon):
        return f'<polygon points="{_points(mark.corners)}"{paint}/>'
    if isinstance(mark, Circle):
        x, y, radius = map(number, (mark.x, mark.y, mark.radius))
        return f'<circle cx="{x}" cy="{y}" r="{radius}"{paint}/>'
    if isinstance(mark, Polyline):
        ends = ' stroke-linecap="round" stroke-linejoin="round"'
        return f'<polyline points="{_points(mark.points)}"{paint}{ends}/>'
    if isinstance(mark, Rect):
        rounding = f' rx="{number(mark.rounding)}"' if mark.rounding else ""
        return (
            f'<rect x="{number(mark.x)}" y="{number(mark.y)}" width="{number(mark.width)}"'
            f' height="{number(mark.height)}"{rounding}{paint}/>'
        )
    return (
        f'<text x="{number(mark.x)}" y="{number(mark.y)}" font-size="{number(mark.size)}"'
        f' text-anchor="{mark.anchor}"{paint}>{escaped(mark.text)}</text>'
    )


def _paint(style: Style, theme: Theme) -> str:
    parts = [f' fill="{theme[style.fill] if style.fill else "none"}"']
    if style.line:
        parts.append(f' stroke="{theme[style.line]}" stroke-width="{number(style.width)}"')
        if style.dash:
            parts.append(f' stroke-dasharray="{" ".join(map(number, style.dash))}"')
    if style.opacity < 1:
        parts.append(f' opacity="{number(style.opacity)}"')
    return "".join(parts)


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def number(value: float) -> str:
    """A number to a thousandth, as short as possible."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
