"""A drawing as pixels: painted larger with Pillow and averaged down, which smooths every edge."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from bubbleball.errors import PictureError
from bubbleball.game.geometry import Point, boxes_meet
from bubbleball.render.boxes import Box, BoxedGroup, boxed, shared
from bubbleball.render.drawing import Circle, Drawing, Mark, Polygon, Polyline, Rect, Text, writable
from bubbleball.render.theme import Role, Theme

FINER = 3  # samples per pixel, across and down
MAX_SCALE = 10.0


def to_png(drawing: Drawing, scale: float = 2.0) -> bytes:
    """Encode the drawing as a PNG of `scale` pixels per px of the screen."""
    out = io.BytesIO()
    to_image(drawing, scale).save(out, "PNG")
    return out.getvalue()


def to_image(drawing: Drawing, scale: float = 2.0) -> Image.Image:
    """Paint the drawing as an RGB image of `scale` pixels per px of the screen."""
    box = picture_box(drawing.width, drawing.height, scale)
    return paint((boxed(group, scale) for group in drawing.groups), drawing.theme, box, scale)


def picture_box(width: float, height: float, scale: float) -> Box:
    """The pixels of a picture of that size (px of the screen); MP4 wants even numbers of them."""
    if not 0 < scale <= MAX_SCALE:
        raise PictureError(f"scale = {scale!r} is out of range; it must be above 0 and at most 10")
    return 0, 0, max(2, 2 * round(width * scale / 2)), max(2, 2 * round(height * scale / 2))


def paint(groups: Iterable[BoxedGroup], theme: Theme, box: Box, scale: float) -> Image.Image:
    """Paint the pixels of a box. Whatever lies outside is skipped, so small boxes are fast."""
    painter = _Painter(theme, box, scale)
    for group in groups:
        if boxes_meet(group.box, box):
            for touched, mark in group.marks:
                if boxes_meet(touched, box):
                    painter.add(mark, touched)
    return painter.image.reduce(FINER)


class _Painter:
    """Paints marks on a part of the picture, enlarged."""

    def __init__(self, theme: Theme, window: Box, scale: float) -> None:
        self._theme, self._window = theme, window
        self._pen = _Pen(window, scale)
        self.image = self._pen.canvas("RGB", theme[Role.PAPER])
        self._draw = ImageDraw.Draw(self.image)

    def add(self, mark: Mark, touched: Box) -> None:
        style = mark.style
        for role, filled in ((style.fill, True), (style.line, False)):
            if role is None:
                continue
            if style.opacity >= 1:
                self._pen.shape(self._draw, mark, self._theme[role], filled=filled)
                continue
            # Through a mask, so that a line that crosses itself is not darker there.
            part = shared(touched, self._window)
            pen = _Pen(part, self._pen.scale)
            mask = pen.canvas("L", 0)
            ink = round(255 * style.opacity)
            pen.shape(ImageDraw.Draw(mask), mark, ink, filled=filled)
            at = (FINER * (part[0] - self._window[0]), FINER * (part[1] - self._window[1]))
            self.image.paste(self._theme[role], at, mask)


class _Pen:
    """Draws shapes at the place and size that they have in a part of the picture."""

    def __init__(self, window: Box, scale: float) -> None:
        self.scale = scale
        self._zoom = scale * FINER
        self._left, self._top = window[0] * FINER, window[1] * FINER
        self._size = (FINER * (window[2] - window[0]), FINER * (window[3] - window[1]))

    def canvas(self, mode: str, ink: str | int) -> Image.Image:
        return Image.new(mode, self._size, ink)

    def shape(self, draw: ImageDraw.ImageDraw, mark: Mark, ink: str | int, *, filled: bool) -> None:
        if isinstance(mark, Text):
            font = _font(mark.size * self._zoom)
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
            draw.text(self._at((mark.x, mark.y)), writable(mark.text), ink, font, anchor)
        elif not filled:
            self._stroke(draw, mark, ink)
        elif isinstance(mark, Circle):
            x, y = self._at((mark.x, mark.y))
            r = round(mark.radius * self._zoom - 0.5)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)
        elif isinstance(mark, Rect):
            x, y = self._at((mark.x, mark.y))
            right, bottom = self._at((mark.x + mark.width, mark.y + mark.height))
            box = (x, y, max(x, right - 1), max(y, bottom - 1))
            draw.rounded_rectangle(box, mark.rounding * self._zoom, fill=ink)
        else:
            points = mark.corners if isinstance(mark, Polygon) else mark.points
            draw.polygon([self._at(point) for point in points], fill=ink)

    def _stroke(self, draw: ImageDraw.ImageDraw, mark: Mark, ink: str | int) -> None:
        width = max(1, round(mark.style.width * self._zoom))
        if isinstance(mark, Circle) and not mark.style.dash:
            x, y = self._at((mark.x, mark.y))
            r = round(mark.radius * self._zoom + (width - 1) / 2)
            draw.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=width)
            return
        line = _outline(mark)
        for run in dashes(line, mark.style.dash) if mark.style.dash else (line,):
            points = [self._at(point) for point in run]
            draw.line(points, fill=ink, width=width, joint="curve")
            if width > 2:
                r = (width - 1) // 2
                for x, y in (points[0], points[-1]):
                    draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def _at(self, point: Point) -> tuple[int, int]:
        # Pillow's coordinates are the centres of pixels; ours are their edges, hence floor. Whole
        # numbers give the same pixels in whatever part of the picture is painted.
        x, y = point
        return math.floor(x * self._zoom) - self._left, math.floor(y * self._zoom) - self._top


def _outline(mark: Mark) -> Sequence[Point]:
    match mark:
        case Polyline(points, _):
            return points
        case Polygon(corners, _):
            return (*corners, corners[0])
        case Circle(x, y, radius, _):
            turns = (2 * math.pi * step / 48 for step in range(49))
            return tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns)
        case Rect(x, y, width, height, _):
            return ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
        case Text():
            return ()


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """The strokes of a dashed line; the pattern alternates lengths of strokes and gaps."""
    index, left = 0, pattern[0]
    run = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        length, done = math.hypot(bx - ax, by - ay), 0.0
        while length - done > left:
            done += left
            at = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if index % 2 == 0:
                yield [*run, at]
            index += 1
            left, run = pattern[index % len(pattern)], [at]
        left -= length - done
        if index % 2 == 0:
            run.append((bx, by))
    if index % 2 == 0 and len(run) > 1:
        yield run


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont:
    """The font of all pictures. It comes with the package: machines differ in their fonts.

    Basic layout, because the other one needs a library that not every Pillow has.
    """
    return ImageFont.truetype(io.BytesIO(_font_file()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def _font_file() -> bytes:
    return files(__package__).joinpath("font", "DejaVuSansCondensed.ttf").read_bytes()
