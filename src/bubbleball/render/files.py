"""Pictures as files, of the kind that the name asks for."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bubbleball.errors import PictureError
from bubbleball.level import Level
from bubbleball.placement import Placement
from bubbleball.render.film import film_of_trials
from bubbleball.render.overlay import Overlay
from bubbleball.render.picture import draw
from bubbleball.render.svg import to_svg
from bubbleball.trial import Trial

SUFFIXES = (".svg", ".png", ".gif", ".mp4")


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
    suffix = target.suffix.lower()
    check_suffix(target)
    if suffix == ".mp4" and trial is None:
        raise PictureError(f"{target}: an MP4 shows a trial, and there is none; use .svg or .png")
    with _replacing(target) as temporary:
        if suffix == ".svg":
            scene = draw(level, placements, trial=trial, overlay=overlay, theme=theme)
            temporary.write_text(to_svg(scene), encoding="utf-8")
            return
        from bubbleball.render import movie, raster  # noqa: PLC0415  # Pillow loads slowly

        if trial is None or suffix == ".png":
            scene = draw(level, placements, trial=trial, overlay=overlay, theme=theme)
            png = suffix == ".png"
            temporary.write_bytes(raster.to_png(scene) if png else movie.to_gif([scene]))
            return
        film = film_of_trials([(level, placements, trial, overlay)], theme=theme, fps=fps)
        if suffix == ".gif":
            temporary.write_bytes(movie.to_gif(film.scenes, film.seconds))
        else:
            movie.write_mp4(temporary, film, fps=fps)


def check_suffix(path: str | os.PathLike[str]) -> None:
    """Raise unless the name ends in a kind of picture that can be written."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        ending = f"ends in {suffix!r}" if suffix else "has no ending"
        raise PictureError(f"{path}: a picture's name {ending}; known: {', '.join(SUFFIXES)}")


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A temporary file beside the target that takes its place when all went well."""
    try:
        handle, name = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix
        )
    except OSError as error:
        raise PictureError(f"{target}: cannot write there: {error.strerror}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        os.chmod(temporary, 0o644)  # mkstemp keeps files to oneself
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
