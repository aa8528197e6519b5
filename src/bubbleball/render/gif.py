"""Drawings as an animated GIF. Each frame holds only the pixels that change."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.render.boxes import Box, joined
from bubbleball.render.changes import Patch, changes, film_box
from bubbleball.render.drawing import Drawing
from bubbleball.render.film import Shown, film_of_trials
from bubbleball.render.palette import TRANSPARENT, Palette

GIF_SCALE = 1.5  # pixels per px of the screen
_SHORTEST = 2  # hundredths of a second; browsers slow down shorter frames
_LOOP = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # without end
_IMAGE = 0x2C  # the byte that begins an image
_KEEP = 0b101  # transparent pixels show the previous frame, which stays


def gif_of_trials(
    shown: Sequence[Shown],
    *,
    theme: str = "light",
    fps: float = 30,
    scale: float = GIF_SCALE,
    watch: Callable[[float], object] = lambda share: None,
) -> bytes:
    """Show trials one after the other, each given as (level, placements, trial, overlay).

    watch: called with the share of the film that is painted, 0 to 1.
    """
    film = film_of_trials(shown, theme=theme, fps=fps)
    return to_gif(film.drawings, film.seconds, scale=scale, watch=watch)


def to_gif(
    drawings: Sequence[Drawing],
    seconds: Sequence[float] | float = 1 / 30,
    *,
    scale: float = GIF_SCALE,
    watch: Callable[[float], object] = lambda share: None,
) -> bytes:
    """An animated GIF that repeats without end.

    seconds: how long each drawing is shown; one number for all, or one for each.
    scale: pixels per px of the screen.
    watch: called with the share that is painted, 0 to 1.
    """
    if not drawings:
        raise PictureError("there is no drawing to show; a GIF needs at least one")
    size = film_box(drawings, scale)
    frames = []
    for number, patches in enumerate(changes(drawings, size, scale), start=1):
        frames.append([_Kept(box, zlib.compress(image.tobytes(), 1)) for box, image in patches])
        watch(number / len(drawings))
    images = (kept.patch[1] for frame in frames for kept in frame)
    palette = Palette(images, (drawing.theme for drawing in drawings))
    out = [b"GIF89a", struct.pack("<HHBBB", *size[2:], 0xF7, 0, 0), palette.table(), _LOOP]
    for frame, duration in zip(frames, _hundredths(seconds, len(drawings)), strict=True):
        image, (left, top) = _one_image([kept.patch for kept in frame], palette)
        out += [
            struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEEP, duration, TRANSPARENT, 0),
            struct.pack("<BHHHHB", _IMAGE, left, top, *image.size, 0),
            _compressed(image),
        ]
    return b"".join([*out, b";"])


@dataclass(frozen=True, slots=True)
class _Kept:
    """A patch with its pixels compressed: those of a long film would fill gigabytes."""

    box: Box
    pixels: bytes

    @property
    def patch(self) -> Patch:
        left, top, right, bottom = self.box
        size = (right - left, bottom - top)
        return self.box, Image.frombytes("RGB", size, zlib.decompress(self.pixels))


def _one_image(patches: Sequence[Patch], palette: Palette) -> tuple[Image.Image, tuple[int, int]]:
    """The patches as one image of palette indices, transparent in between, and its corner."""
    left, top, right, bottom = joined(box for box, _ in patches) if patches else (0, 0, 1, 1)
    indices = np.full((bottom - top, right - left), TRANSPARENT, dtype=np.uint8)
    for box, patch in patches:
        rows, columns = slice(box[1] - top, box[3] - top), slice(box[0] - left, box[2] - left)
        indices[rows, columns] = palette.indexed(patch)
    return Image.frombytes("P", (right - left, bottom - top), indices.tobytes()), (left, top)


def _compressed(image: Image.Image) -> bytes:
    """The pixels of an image as a GIF stores them: Pillow writes a GIF, the rest is cut off."""
    file = io.BytesIO()
    image.save(file, "GIF", interlace=False, optimize=False)
    written = file.getvalue()
    at = 13 + _table_size(written[10])
    while written[at] != _IMAGE:  # an extension: a sequence of blocks, each with its length
        at += 2
        while written[at]:
            at += 1 + written[at]
        at += 1
    return written[at + 10 + _table_size(written[at + 9]) : -1]


def _table_size(flags: int) -> int:
    """Bytes of the colour table that the flags of a GIF, or of an image in it, announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _hundredths(seconds: Sequence[float] | float, count: int) -> Iterator[int]:
    """Whole hundredths of a second for every drawing, without drifting from the true time."""
    each = [float(seconds)] * count if isinstance(seconds, int | float) else list(seconds)
    if len(each) != count:
        raise PictureError(f"{len(each)} durations for {count} drawings; give one for each")
    due = shown = 0.0
    for second in each:
        due += 100 * second
        duration = max(_SHORTEST, round(due - shown))
        shown += duration
        yield duration
