"""What the tests of pictures share: levels to draw, tools to look at pictures, another machine."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from functools import lru_cache
from pathlib import Path

from PIL import Image

from bubbleball.game.game import Game
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.render import Drawing, to_svg

SVG = "{http://www.w3.org/2000/svg}"

TWO_BARS = Level(
    Ball(35, 150),
    Flag(419, 210),
    scenery=(
        Part("ramp", Kind.GROUND, 75, 207.5, 150, 15, 30),
        Part("floor", Kind.GROUND, 400, 242.5, 200, 15),
    ),
    pieces=(
        Part("bar", Kind.METAL, 75, 20.5, 150, 25),
        Part("spare", Kind.METAL, 75, 55.5, 150, 25),
    ),
    title="A gap",
)
BRIDGE = (Placement("bar", 217, 247.5),)

_FORMS = [
    (Kind.METAL, Form.RECTANGLE),
    (Kind.METAL, Form.TRIANGLE),
    (Kind.METAL, Form.CIRCLE),
    (Kind.WOOD, Form.RECTANGLE),
    (Kind.WOOD, Form.TRIANGLE),
    (Kind.WOOD, Form.CIRCLE),
]
EVERYTHING = Level(
    Ball(30, 100),
    Flag(450, 290, 180),
    scenery=(
        Part("ground", Kind.GROUND, 240, 315, 480, 10),
        *(
            Part(f"fixed {k} {f}", k, 40 + 70 * n, 190, 50, 50, form=f, angle=10 * n)
            for n, (k, f) in enumerate(_FORMS)
        ),
        *(
            Part(f"fixed {k}", k, 80 + 35 * n, 120)
            for n, k in enumerate(k for k in Kind if k.button)
        ),
        Part("fixed partner", Kind.TELEPORT, 440, 120),
        Part("loose", Kind.WOOD, 200, 260, 20, 60, loose=True),
        Part("loose beam", Kind.CATAPULT, 330, 260, 125, 25, loose=True),
    ),
    pieces=(
        *(Part(f"{k} {f}", k, 40 + 55 * n, 40, 50, 50, form=f) for n, (k, f) in enumerate(_FORMS)),
        Part("beam", Kind.CATAPULT, 410, 30, 125, 25),
        *(Part(k, k, 20 + 30 * n, 65) for n, k in enumerate(k for k in Kind if k.button)),
    ),
)

WARP = Level(
    Ball(100, 100),
    Flag(440, 280),
    scenery=(
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("in", Kind.TELEPORT, 100, 200),
        Part("out", Kind.TELEPORT, 300, 120),
        Part("loose", Kind.WOOD, 300, 250, 60, 20, 25, loose=True),
    ),
)


@lru_cache
def bridged() -> Trial:
    """The ball rolls over the bar to the flag."""
    return Game(TWO_BARS).play(BRIDGE)


@lru_cache
def warped() -> Trial:
    """The ball is teleported and falls on loose wood."""
    return Game(WARP).play()


def elsewhere(code: str, empty: Path) -> str:
    """What a program prints where everything is different: fonts, home, locale, time, terminal.

    empty: a folder without files, which is all that the program finds of the machine.
    """
    folders = ("HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CACHE_HOME", "FONTCONFIG_PATH")
    tests = Path(__file__).parent
    environment = {
        **{name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ},
        **dict.fromkeys((*folders, "WINDIR"), str(empty)),
        "LC_ALL": "tr_TR",
        "LANGUAGE": "tr",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "TZ": "Pacific/Kiritimati",
        "PYTHONHASHSEED": "4242",
        "COLUMNS": "20",
        "LINES": "5",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "PYTHONPATH": os.pathsep.join([*sys.path, str(tests / "render"), str(tests / "report")]),
    }
    command = [sys.executable, "-B", "-c", code]
    result = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return result.stdout.strip()


def parsed(drawing: Drawing) -> ET.Element:
    """The drawing as SVG, read again."""
    return ET.fromstring(to_svg(drawing))


def group_of(root: ET.Element, part: str) -> ET.Element:
    """The marks of a part in an SVG."""
    [found] = [g for g in root.iter(f"{SVG}g") if g.get("data-part") == part]
    return found


def opened(data: bytes) -> Image.Image:
    """A PNG or GIF, read again."""
    return Image.open(io.BytesIO(data))


def colour_at(image: Image.Image, x: float, y: float, scale: float) -> str:
    """The colour at a point of the screen, px."""
    pixel = image.convert("RGB").getpixel((int(x * scale), int(y * scale)))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel)
