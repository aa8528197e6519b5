"""Write pictures to files, in the format that the file's suffix names."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bubbleball.errors import PictureError
from bubbleball.files.disk import path_given, replacing
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.render.drawing import Drawing
from bubbleball.render.film import Shown, film_of_trials
from bubbleball.render.overlay import Overlay
from bubbleball.render.picture import draw
from bubbleball.render.svg import to_svg

FILMS = (".gif", ".mp4")
STILLS = (".svg", ".png", ".gif")  # of a level
SUFFIXES = (".svg", ".png", *FILMS)  # of a trial


def write_picture(
    path: str | os.PathLike[str],
    level: Level,
    placements: Sequence[Placement] = (),
    *,
    trial: Trial | None = None,
    overlay: Overlay | None = None,
    theme: str = "light",
    fps: float = 30,
) -> None:
    """Write a picture as SVG, PNG, GIF or MP4, whole or not at all.

    With a trial, GIF and MP4 show its motion, SVG and PNG its path.
    """
    target = path_given(path)
    check_suffix(target)
    if trial is not None and target.suffix.lower() in FILMS:
        write_film(target, [(level, placements, trial, overlay)], theme=theme, fps=fps)
        return
    if target.suffix.lower() == ".mp4":
        raise PictureError(f"{target}: an MP4 shows a trial, and there is none; use .svg or .png")
    drawing = draw(level, placements, trial=trial, overlay=overlay, theme=theme)
    write_still(target, drawing)


def write_still(target: Path, drawing: Drawing) -> None:
    """Write a drawing as SVG, PNG or GIF, whole or not at all."""
    with replacing_picture(target) as temporary:
        if target.suffix.lower() == ".svg":
            temporary.write_bytes(to_svg(drawing).encode())
            return
        from bubbleball.render import gif, raster  # noqa: PLC0415  # Pillow loads slowly

        png = target.suffix.lower() == ".png"
        temporary.write_bytes(raster.to_png(drawing) if png else gif.to_gif([drawing]))


def write_film(
    path: str | os.PathLike[str],
    shown: Sequence[Shown],
    *,
    theme: str = "light",
    fps: float = 30,
) -> None:
    """Write trials as GIF or MP4, each given as (level, placements, trial, overlay)."""
    from bubbleball.render import gif, mp4  # noqa: PLC0415  # Pillow loads slowly

    target = path_given(path)
    check_suffix(target, FILMS)
    film = film_of_trials(shown, theme=theme, fps=fps)
    with replacing_picture(target) as temporary:
        if target.suffix.lower() == ".gif":
            temporary.write_bytes(gif.to_gif(film.drawings, film.seconds))
        else:
            mp4.write_mp4(temporary, film, fps=fps)


def check_suffix(path: str | os.PathLike[str], known: Sequence[str] = SUFFIXES) -> None:
    """Raise unless the suffix names a format that can be written."""
    suffix = path_given(path).suffix.lower()
    if suffix not in known:
        ending = f"ends in {suffix!r}" if suffix else "has no ending"
        raise PictureError(f"{path}: the name {ending}; known: {', '.join(known)}")


@contextmanager
def replacing_picture(target: Path) -> Iterator[Path]:
    """Replace the target when the block ends without an error; an OSError is a PictureError."""
    try:
        with replacing(target) as temporary:
            yield temporary
    except OSError as error:
        raise PictureError(f"{target}: cannot be written: {error.strerror or error}") from None
