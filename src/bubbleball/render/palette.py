"""The colours of a GIF: the themes' own exactly, and a selection of their blends."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bubbleball.game.arrays import Indices
from bubbleball.render.theme import Theme

TRANSPARENT = 255  # the index that lets the previous frame show through; no colour has it
_FREQUENT = 64  # blends that are kept exactly, such as a large area with a tint
_ALL = 1 << 24  # colours; each is an index, 0xrrggbb, into an array of this length


class Palette:
    """At most 255 colours, and for each colour in the images the nearest of them.

    In the palette are the themes' colours, the most frequent blends and, for the others, as many
    representatives as there is room for. Pillow's own `quantize` will not do: it may map a colour
    of the palette to a neighbour.
    """

    def __init__(self, images: Iterable[Image.Image], themes: Iterable[Theme]) -> None:
        colours, counts = _histogram(images)
        pure = {int(code[1:], 16) for theme in themes for code in theme.colours.values()}
        own = colours[np.isin(colours, list(pure))][:TRANSPARENT]
        others = ~np.isin(colours, own)
        blends, counts = colours[others], counts[others]
        often = blends[np.argsort(-counts, kind="stable")]
        exact = np.concatenate((own, often[: min(_FREQUENT, TRANSPARENT - len(own))]))
        rest = often[len(exact) - len(own) :]
        self._colours = np.concatenate((exact, _few(rest, TRANSPARENT - len(exact))))
        self._index = np.zeros(_ALL, dtype=np.uint8)
        self._index[colours] = _nearest(colours, self._colours)

    def table(self) -> bytes:
        """Red, green and blue of 256 colours, as a GIF stores them."""
        return _split(self._colours).astype(np.uint8).tobytes().ljust(3 * 256, b"\0")

    def indexed(self, image: Image.Image) -> NDArray[np.uint8]:
        """The index of every pixel's colour. The palette must have been made for this image."""
        return self._index.take(_packed(image))


def _histogram(images: Iterable[Image.Image]) -> tuple[Indices, Indices]:
    """The colours of the images in order, and the number of pixels of each."""
    counts = np.zeros(_ALL, dtype=np.int64)
    for image in images:
        np.add.at(counts, _packed(image).ravel(), 1)
    colours = np.flatnonzero(counts)
    return colours, counts[colours]


def _few(blends: Indices, room: int) -> Indices:
    """Choose at most `room` colours to represent the blends.

    Every blend counts once: among the rare ones, the number of pixels says little about how
    visible they are.
    """
    if len(blends) <= room or not room:
        return blends[:room]
    strip = Image.fromarray(_split(blends).astype(np.uint8)[None])
    few = strip.quantize(room, method=Image.Quantize.MEDIANCUT).convert("RGB")
    return np.unique(_packed(few)).astype(np.int64)


def _nearest(colours: Indices, palette: Indices) -> NDArray[np.intp]:
    """The index of the nearest palette colour in RGB, which is an exact match if there is one."""
    entries = _split(palette).astype(np.float32)  # whole numbers below 2**24 stay exact
    squares = (entries**2).sum(axis=1)
    parts = np.array_split(_split(colours).astype(np.float32), 1 + len(colours) // 10_000)
    return np.concatenate([np.argmin(squares - 2 * part @ entries.T, axis=1) for part in parts])


def _packed(image: Image.Image) -> NDArray[np.uint32]:
    """The colours of an RGB image, 0xrrggbb each."""
    pixels = np.frombuffer(image.tobytes("raw", "BGRX"), dtype="<u4")
    return pixels.reshape(image.height, image.width)


def _split(colours: Indices) -> Indices:
    """Red, green and blue of each colour."""
    return np.stack((colours >> 16, colours >> 8 & 255, colours & 255), axis=-1)
