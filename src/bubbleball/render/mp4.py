"""A film as MP4 (H.264), which needs the extra `video`."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.render.changes import changes, film_box
from bubbleball.render.film import Film

MP4_SCALE = 2.0  # pixels per px of the screen


def write_mp4(path: Path, film: Film, *, fps: float) -> None:
    """Write a film to a file."""
    try:
        import imageio_ffmpeg  # noqa: PLC0415  # an extra that most people do without
    except ImportError:
        raise PictureError(
            'MP4 needs an extra package; install it with: pip install "bubbleball[video]"'
        ) from None
    size = film_box(film.drawings, MP4_SCALE)
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
    for patches, shown in zip(changes(film.drawings, size, MP4_SCALE), film.seconds, strict=True):
        for (left, top, *_), patch in patches:
            screen.paste(patch, (left, top))
        pixels = screen.tobytes()
        for _ in range(max(1, round(shown * fps))):
            writer.send(pixels)
    writer.close()
