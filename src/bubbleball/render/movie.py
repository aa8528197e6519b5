"""Scenes in a row as GIF and MP4. Only what changes from one to the next is drawn again."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.render.film import Film, Shown, film_of_trials
from bubbleball.render.palette import TRANSPARENT, Palette
from bubbleball.render.raster import Box, Boxed, boxed, joined, meets, paint, shared, whole
from bubbleball.render.scene import Group, Scene
from bubbleball.render.theme import Theme

GIF_SCALE = 1.5
MP4_SCALE = 2.0
_SHORTEST = 2  # hundredths of a second; browsers slow down what is faster
_LOOP = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # without end
_IMAGE = 0x2C  # the byte that begins an image
_KEEP = 0b101  # transparent pixels show the previous frame, which stays

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
    """An animated GIF that repeats without end.

    seconds: for how long each scene is shown; one number for all, or one for each.
    """
    if not scenes:
        raise PictureError("there is no scene to show; a GIF needs at least one")
    size = _size(scenes, scale)
    frames = list(_changes(scenes, size, scale))
    images = (image for patches in frames for _, image in patches)
    palette = Palette(images, (scene.theme for scene in scenes))
    out = [b"GIF89a", struct.pack("<HHBBB", *size[2:], 0xF7, 0, 0), palette.table(), _LOOP]
    for patches, duration in zip(frames, _hundredths(seconds, len(scenes)), strict=True):
        image, (left, top) = _overlaid(patches, palette)
        out += [
            struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEEP, duration, TRANSPARENT, 0),
            struct.pack("<BHHHHB", _IMAGE, left, top, *image.size, 0),
            _compressed(image),
        ]
    return b"".join([*out, b";"])


def _overlaid(patches: Sequence[Patch], palette: Palette) -> tuple[Image.Image, tuple[int, int]]:
    """The patches as one image that leaves the rest of the picture as it was, and where it goes."""
    left, top, right, bottom = joined(box for box, _ in patches) if patches else (0, 0, 1, 1)
    image = Image.new("L", (right - left, bottom - top), TRANSPARENT)
    for box, patch in patches:
        image.paste(palette.indexed(patch), (box[0] - left, box[1] - top))
    return image, (left, top)


def _compressed(image: Image.Image) -> bytes:
    """The pixels of an image of indices as a GIF stores them, cut out of a GIF of that image."""
    file = io.BytesIO()
    image.save(file, "GIF", interlace=False, optimize=False)
    whole_file = file.getvalue()
    at = 13 + _table_size(whole_file[10])
    while whole_file[at] != _IMAGE:  # an extension: a row of blocks, each with its length
        at += 2
        while whole_file[at]:
            at += 1 + whole_file[at]
        at += 1
    return whole_file[at + 10 + _table_size(whole_file[at + 9]) : -1]


def _table_size(flags: int) -> int:
    """Bytes of the colour table that the flags of a GIF or of an image in it announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


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
