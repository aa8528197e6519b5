"""A picture has the same bytes on every machine, and drawing it leaves no other trace."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from bubbleball.render import Overlay, draw, gif_of_trials, raster, to_png, to_svg
from bubbleball.render.boxes import mark_box
from bubbleball.render.drawing import Style, Text
from bubbleball.render.theme import Role
from pictures import TWO_BARS, WARP, elsewhere, warped

CAPTION = "Größe ≤ 3.5 m/s², β × 2 – «Ёж» at 12.0°…"


def fingerprint() -> str:
    """What a PNG, a GIF and an SVG with much text in them consist of."""
    shown = Overlay(caption=CAPTION)
    drawing = draw(WARP, trial=warped(), overlay=shown)
    film = gif_of_trials([(WARP, (), warped(), shown)], fps=10)
    pictures = (
        to_png(drawing),
        to_png(draw(TWO_BARS, theme="dark")),
        film,
        to_svg(drawing).encode(),
    )
    return " ".join(sha256(picture).hexdigest() for picture in pictures)


def test_a_picture_does_not_depend_on_the_machine(tmp_path: Path) -> None:
    code = """
from PIL import ImageFont
from test_any_machine import fingerprint
try:
    ImageFont.truetype("DejaVuSans.ttf")
except OSError:
    print(fingerprint())
"""
    assert elsewhere(code, tmp_path) == fingerprint(), "no font of the machine is found there"


def test_the_font_has_every_letter_that_the_project_writes() -> None:
    font = raster._font(40.0)
    missing = bytes(font.getmask("\uffff"))
    written = CAPTION + "abcXYZ àéîõüçñ ß ŁłŒœ αβγδεΓΣ жЖ ·±×−–—…≤≥→←↑↓∞√²³₀½µ°€"
    assert [c for c in written if not c.isspace() and bytes(font.getmask(c)) == missing] == []


def test_no_letter_leaves_the_box_that_is_repainted() -> None:
    font = raster._font(100.0)
    for code in [*range(0x20, 0x460), *range(0x2010, 0x2266), 0xFFFD]:
        left, top, right, bottom = font.getbbox(chr(code), anchor="ls")
        box = mark_box(Text(0.0, 0.0, chr(code), Style(fill=Role.INK), 100.0), 1.0)
        assert box[1] <= top, chr(code)
        assert bottom <= box[3], chr(code)
        assert right <= box[2], chr(code)
        assert left >= box[0], chr(code)


def test_the_font_is_free_and_says_so() -> None:
    assert raster._font(10.0).getname() == ("DejaVu Sans Condensed", "Book")
    licence = Path(raster.__file__).with_name("font") / "LICENSE.txt"
    assert "Permission is hereby granted, free of charge" in licence.read_text(encoding="utf-8")


def test_drawing_writes_no_file(tmp_path: Path) -> None:
    # A checkout that cannot be written to, asked of the interpreter: root may write anywhere.
    code = """
import os, sys
def watch(event, details):
    if event == "open" and isinstance(details[2], int) and details[2] & (os.O_WRONLY | os.O_RDWR):
        raise PermissionError(f"{details[0]} is opened for writing")
sys.addaudithook(watch)
from test_any_machine import fingerprint
print(fingerprint())
"""
    assert elsewhere(code, tmp_path) == fingerprint()
