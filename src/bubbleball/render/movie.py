"""Scenes in a row as GIF and MP4. Only what changes from one to the next is drawn again."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from PIL import GifImagePlugin, Image

from bubbleball.errors import PictureError
from bubbleball.render.film import Film, Shown, film_of_trials
from bubbleball.render.raster import Box, Boxed, boxed, joined, meets, paint, shared, whole
from bubbleball.render.scene import Group, Scene
from bubbleball.render.theme import Theme

GIF_SCALE = 1.5
MP4_SCALE = 2.0
_COLOURS = 256
_CLEAR = _COLOURS - 1  # the colour that stands for "as before"
_PILLOW_ERROR = 6  # by so much a colour may differ from the nearest when Pillow takes it
_LOOKED_AT = 12  # frames whose colours make the palette
_SHORTEST = 2  # hundredths of a second; browsers slow down what is faster
_LOOP = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # for ever

_UNSEEN = (255, 0, 255)  # given to that colour; far from all others, so that none becomes it

Colour = tuple[int, ...]
Patch = tuple[Box, Image.Image]


def gif_of_trials(
    shown: Sequence[Shown], *, theme: str = "light", fps: float = 30, scale: float = GIF_SCALE
) -> bytes:
    """An animated GIF of trials in a row, each as (level, placements, trial, overlay)."""
    film = film_of_trials(shown, theme=theme, fps=fps)
    return to_gif(film.scenes, film.seconds, scale=scale)


def to_gif(
    scenes: Sequence[Scene], seconds: Sequence[float] | float = 1 / 30, *, scale: float = GIF_SCALE
) -> bytes:
    """An animated GIF that repeats for ever.

    seconds: for how long each scene is shown; one number for all, or one for each.
    """
    if not scenes:
        raise PictureError("there is no scene to show; a GIF needs at least one")
    size = _size(scenes, scale)
    frames = list(_changes(scenes, size, scale))
    palette = _palette(frames, scenes[0].theme)
    out = [b"GIF89a", struct.pack("<HHBBB", size[2], size[3], 0xF7, 0, 0)]
    out += [bytes(palette.getpalette() or ()), _LOOP]
    for patches, duration in zip(frames, _hundredths(seconds, len(scenes)), strict=True):
        image, at = _overlaid(patches, palette)
        out += GifImagePlugin.getdata(
            image, at, duration=10 * duration, transparency=_CLEAR, disposal=1
        )
    return b"".join([*out, b";"])


def _overlaid(
    patches: Sequence[Patch], palette: Image.Image
) -> tuple[Image.Image, tuple[int, int]]:
    """The patches as one image that leaves the rest of the picture as it was, and where it goes."""
    left, top, right, bottom = joined(box for box, _ in patches) if patches else (0, 0, 1, 1)
    image = Image.new("P", (right - left, bottom - top), _CLEAR)
    for box, patch in patches:
        indexed = patch.quantize(palette=palette, dither=Image.Dither.NONE)
        image.paste(indexed, (box[0] - left, box[1] - top))
    return image, (left, top)


def write_mp4(path: Path, film: Film, *, fps: float, scale: float = MP4_SCALE) -> None:
    """Write a film as MP4 (H.264); needs the extra `video`."""
    try:
        import imageio_ffmpeg  # noqa: PLC0415  # an extra that most people do without
    except ImportError:
        raise PictureError(
            'MP4 needs an extra package; install it with: pip install "bubbleball[video]"'
        ) from None
    size = _size(film.scenes, scale)
    writer = imageio_ffmpeg.write_frames(
        str(path),
        size[2:],
        fps=fps,
        codec="libx264",
        macro_block_size=2,
        ffmpeg_log_level="error",
        output_params=["-preset", "veryfast", "-movflags", "+faststart"],
    )
    writer.send(None)
    screen = Image.new("RGB", size[2:])
    for patches, shown in zip(_changes(film.scenes, size, scale), film.seconds, strict=True):
        for (left, top, *_), patch in patches:
            screen.paste(patch, (left, top))
        pixels = screen.tobytes()
        for _ in range(max(1, round(shown * fps))):
            writer.send(pixels)
    writer.close()


def _size(scenes: Sequence[Scene], scale: float) -> Box:
    """The pixels of all scenes; smaller ones leave a margin."""
    width, height = max(s.width for s in scenes), max(s.height for s in scenes)
    return whole(width, height, scale)


def _changes(scenes: Iterable[Scene], size: Box, scale: float) -> Iterator[list[Patch]]:
    """For every scene the pixels that differ from the scene before."""
    known: dict[Group, Boxed] = {}
    found: dict[int, tuple[Group, Boxed]] = {}  # by identity: hashing a group takes longer

    def prepared(group: Group) -> Boxed:
        if id(group) not in found:
            found[id(group)] = group, known.setdefault(group, boxed(group, scale))
        return found[id(group)][1]

    before: list[Boxed] = []
    theme: Theme | None = None
    for scene in scenes:
        now = [prepared(group) for group in scene.groups]
        dirty = [size] if scene.theme is not theme else _dirty(before, now)
        boxes = [shared(box, size) for box in _merged(dirty) if meets(box, size)]
        yield [(box, paint(now, scene.theme, box, scale)) for box in boxes]
        before, theme = now, scene.theme


def _dirty(before: list[Boxed], now: list[Boxed]) -> list[Box]:
    """The boxes of the groups that came or went."""
    old, new = set(map(id, before)), set(map(id, now))
    kept_before = [id(group) for group in before if id(group) in new]
    kept_now = [id(group) for group in now if id(group) in old]
    if kept_before != kept_now:
        return [joined(group.box for group in (*before, *now))]  # others lie on top now
    changed = [g for g in before if id(g) not in new] + [g for g in now if id(g) not in old]
    return [group.box for group in changed]


def _merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that do not meet, round the given ones."""
    apart: list[Box] = []
    for box in boxes:
        touching = [other for other in apart if meets(other, box)]
        while touching:
            apart = [other for other in apart if other not in touching]
            box = joined([box, *touching])  # noqa: PLW2901  # it grows until it meets no other
            touching = [other for other in apart if meets(other, box)]
        apart.append(box)
    return apart


def _palette(frames: Sequence[Sequence[Patch]], theme: Theme) -> Image.Image:
    """The theme's own colours exactly, and the blends of them that smooth edges need."""
    exact = [_rgb(colour) for colour in dict.fromkeys(theme.colours.values())]
    blends: set[Colour] = set()
    for patches in (*frames[:: max(1, len(frames) // _LOOKED_AT)], frames[-1]):
        for _, patch in patches:
            found = patch.getcolors(patch.width * patch.height) or ()
            blends.update(colour for _, colour in found if isinstance(colour, tuple))
    blends.difference_update(exact)
    colours = list(chain.from_iterable(exact))
    if blends:
        # Every blend once: how often it is used says little about how well it is seen.
        strip = Image.fromarray(np.array([sorted(blends)], dtype=np.uint8))
        few = strip.quantize(_CLEAR - len(exact), method=Image.Quantize.MEDIANCUT)
        between = np.array(few.getpalette(), dtype=int).reshape(-1, 1, 3)
        near = np.abs(between - np.array(exact)).max(axis=2).min(axis=1) <= _PILLOW_ERROR
        colours += between[~near].ravel().tolist()
    palette = Image.new("P", (1, 1))
    colours += _COLOURS * list(exact[0])
    palette.putpalette([*colours[: 3 * _CLEAR], *_UNSEEN])
    return palette


def _rgb(colour: str) -> Colour:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _hundredths(seconds: Sequence[float] | float, count: int) -> Iterator[int]:
    """Whole hundredths for every scene, without drifting from the true time."""
    each = [float(seconds)] * count if isinstance(seconds, int | float) else list(seconds)
    if len(each) != count:
        raise PictureError(f"{len(each)} durations for {count} scenes; give one for each")
    due = shown = 0.0
    for second in each:
        due += 100 * second
        duration = max(_SHORTEST, round(due - shown))
        shown += duration
        yield duration
