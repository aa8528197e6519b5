"""Pictures as files, of the kind that the name asks for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bubbleball.errors import PictureError
from bubbleball.files.disk import replacing
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.render.film import Shown, film_of_trials
from bubbleball.render.overlay import Overlay
from bubbleball.render.picture import draw
from bubbleball.render.svg import to_svg

FILMS = (".gif", ".mp4")
SUFFIXES = (".svg", ".png", *FILMS)


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
    """Write a picture as SVG, PNG, GIF or MP4; GIF and MP4 show a trial as it goes.

    A file is written whole or not at all.
    """
    target = Path(path)
    check_suffix(target)
    if trial is not None and target.suffix.lower() in FILMS:
        write_film(target, [(level, placements, trial, overlay)], theme=theme, fps=fps)
        return
    if target.suffix.lower() == ".mp4":
        raise PictureError(f"{target}: an MP4 shows a trial, and there is none; use .svg or .png")
    scene = draw(level, placements, trial=trial, overlay=overlay, theme=theme)
    with _replacing(target) as temporary:
        if target.suffix.lower() == ".svg":
            temporary.write_bytes(to_svg(scene).encode())
            return
        from bubbleball.render import movie, raster  # noqa: PLC0415  # Pillow loads slowly

        png = target.suffix.lower() == ".png"
        temporary.write_bytes(raster.to_png(scene) if png else movie.to_gif([scene]))


def write_film(
    path: str | os.PathLike[str],
    shown: Sequence[Shown],
    *,
    theme: str = "light",
    fps: float = 30,
) -> None:
    """Write trials in a row as GIF or MP4, each as (level, placements, trial, overlay)."""
    from bubbleball.render import movie  # noqa: PLC0415  # Pillow loads slowly

    target = Path(path)
    check_suffix(target, FILMS)
    film = film_of_trials(shown, theme=theme, fps=fps)
    with _replacing(target) as temporary:
        if target.suffix.lower() == ".gif":
            temporary.write_bytes(movie.to_gif(film.scenes, film.seconds))
        else:
            movie.write_mp4(temporary, film, fps=fps)


def check_suffix(path: str | os.PathLike[str], known: Sequence[str] = SUFFIXES) -> None:
    """Raise unless the name ends in a kind of picture that can be written."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        ending = f"ends in {suffix!r}" if suffix else "has no ending"
        raise PictureError(f"{path}: the name {ending}; known: {', '.join(known)}")


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """Write a picture whole or not at all; failing to is a PictureError."""
    try:
        with replacing(target) as temporary:
            yield temporary
    except OSError as error:
        raise PictureError(f"{target}: cannot be written: {error.strerror or error}") from None
