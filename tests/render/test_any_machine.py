"""A picture has the same bytes on every machine, and drawing it leaves no other trace."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from bubbleball.render import Overlay, draw, gif_of_trials, raster, to_png, to_svg, write_picture
from bubbleball.render.boxes import mark_box
from bubbleball.render.drawing import Style, Text
from bubbleball.render.theme import Role
from pictures import GAP, WARP, warped

CAPTION = "Größe ≤ 3.5 m/s², β × 2 – «Ёж» at 12.0°…"


def fingerprint() -> str:
    """What a PNG, a GIF and an SVG with much text in them consist of."""
    shown = Overlay(caption=CAPTION)
    drawing = draw(WARP, trial=warped(), overlay=shown)
    film = gif_of_trials([(WARP, (), warped(), shown)], fps=10)
    pictures = (to_png(drawing), to_png(draw(GAP, theme="dark")), film, to_svg(drawing).encode())
    return " ".join(sha256(picture).hexdigest() for picture in pictures)


def elsewhere(code: str, **environment: str) -> str:
    """What a program prints in a process that sees nothing of this one's environment."""
    tests = Path(__file__).parents[1]
    found = {"PYTHONPATH": os.pathsep.join([*sys.path, str(tests), str(tests / "render")])}
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    command = [sys.executable, "-B", "-c", code]
    return subprocess.run(
        command, env=kept | found | environment, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"},
        {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1"},
        {"TZ": "America/St_Johns", "PYTHONHASHSEED": "4242"},
        {"COLUMNS": "20", "LINES": "5", "TERM": "dumb", "NO_COLOR": "1"},
        {"OMP_NUM_THREADS": "1", "PYTHON_CPU_COUNT": "1"},
    ],
    ids=" ".join,
)
def test_a_picture_does_not_depend_on_the_environment(environment: dict[str, str]) -> None:
    code = "from test_any_machine import fingerprint; print(fingerprint())"
    assert elsewhere(code, **environment) == fingerprint()


def test_a_picture_does_not_depend_on_the_fonts_of_the_machine(tmp_path: Path) -> None:
    empty = dict.fromkeys(
        ("HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "FONTCONFIG_PATH", "WINDIR"), str(tmp_path)
    )
    code = """
from test_any_machine import fingerprint
from PIL import ImageFont
try:
    ImageFont.truetype("DejaVuSans.ttf")
except OSError:
    print(fingerprint())
"""
    assert elsewhere(code, **empty) == fingerprint(), "no font of the machine is found there"


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


def test_drawing_writes_no_file() -> None:
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
    assert elsewhere(code) == fingerprint()


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX")
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_that_the_umask_grants(
    umask: int, mode: int, tmp_path: Path
) -> None:
    before = os.umask(umask)
    try:
        write_picture(tmp_path / "picture.svg", GAP)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "picture.svg").stat().st_mode) == mode
