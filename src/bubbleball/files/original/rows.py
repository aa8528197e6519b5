"""One object of an original level file: a row of eight values, and the part that it describes.

The meaning of the last value is unknown; it is ignored and may be missing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bubbleball.errors import Problem, did_you_mean
from bubbleball.files.json_text import brief, is_id, number
from bubbleball.game.kinds import BALL_RADIUS, Form, Kind
from bubbleball.game.level import Ball, Flag, Part

COLUMNS = ("type", "x", "y", "w", "h", "rotation", "id", "extra")
_READ = COLUMNS[:-1]
BALL, FLAG = "ball", "flag"

_BUTTONS = {
    "speedupu": Kind.SPEEDUP_UP,
    "speedupd": Kind.SPEEDUP_DOWN,
    "speedupl": Kind.SPEEDUP_LEFT,
    "speedupr": Kind.SPEEDUP_RIGHT,
    "slowdown": Kind.SLOWDOWN,
    "gravity": Kind.GRAVITY_UP,
    "gravitydown": Kind.GRAVITY_DOWN,
    "spring": Kind.SPRING,
    "teleport": Kind.TELEPORT,
}
_FORMS = {"rect": Form.RECTANGLE, "rtri": Form.TRIANGLE, "circ": Form.CIRCLE}
_SIZED = re.compile(
    r"(?:(metal|wood)(rect|rtri|circ)|(catapult))(\d{1,9}(?:\.\d{1,9})?)x(\d{1,9}(?:\.\d{1,9})?)",
    re.ASCII,
)
_TYPES = (
    *(f"{kind}{form}WxH" for kind in ("metal", "wood") for form in _FORMS),
    "catapultWxH",
    "ground",
    *_BUTTONS,
    BALL,
    FLAG,
)
_CENTRE_DECIMALS = 9  # finer than the level's own grid, so that corner and centre convert back


@dataclass(frozen=True, slots=True)
class Row:
    """One object as the file has it.

    index: its place in the file's `objects`.
    type: such as `woodrect175x25`.
    x, y: top-left corner of the unturned box, px.
    w, h: its size, px.
    rotation: degrees clockwise about the box's centre.
    id: unique in the level.
    """

    index: int
    type: str
    x: float
    y: float
    w: float
    h: float
    rotation: float
    id: str

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the box, px."""
        return (
            round(self.x + self.w / 2, _CENTRE_DECIMALS),
            round(self.y + self.h / 2, _CENTRE_DECIMALS),
        )

    def data(self) -> list[object]:
        """The row as JSON data."""
        numbers = map(number, (self.x, self.y, self.w, self.h, self.rotation))
        return [self.type, *numbers, self.id, ""]


def read_row(index: int, data: object) -> tuple[Row | None, list[Problem]]:
    """Read a row; returns it, or None if it cannot be used, and its problems."""
    here = f"objects[{index}]"
    if not isinstance(data, list) or len(data) not in (len(_READ), len(COLUMNS)):
        found = f"has {len(data)} entries" if isinstance(data, list) else f"is {brief(data)}"
        return None, [Problem(here, f"{found}; an object is [{', '.join(COLUMNS)}]")]
    problems = [
        Problem(f"{here}.{name}", f"{brief(value)} is not {wanted}")
        for name, value in zip(_READ, data, strict=False)
        if (wanted := _wanted(name, value))
    ]
    if problems:
        return None, problems
    kind, x, y, w, h, rotation, part_id = data[: len(_READ)]
    row = Row(index, kind, x, y, w, h, rotation, str(part_id))
    problems = [Problem(f"{here}.{name}", what) for name, what in _type_problems(row)]
    return (None if problems else row), problems


def _wanted(name: str, value: object) -> str | None:
    """What a column should contain, if the value is something else."""
    if name == "type":
        return None if isinstance(value, str) else "text"
    if name == "id":
        return None if is_id(value) else "text"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "a number"
    return None if math.isfinite(value) else "a finite number"


def _type_problems(row: Row) -> Iterator[tuple[str, str]]:
    sized = _SIZED.fullmatch(row.type)
    if sized:
        width, height = float(sized[4]), float(sized[5])
    elif row.type in _BUTTONS or row.type in ("ground", FLAG):
        return
    elif row.type == BALL:
        width = height = 2 * BALL_RADIUS
    else:
        hint = did_you_mean(row.type, _TYPES)
        yield "type", f"{brief(row.type)} is not known{hint} known: {', '.join(_TYPES)}"
        return
    for name, value, rule in (("w", row.w, width), ("h", row.h, height)):
        if value != rule:
            yield name, f"{brief(value)} does not agree with the type {row.type!r}: {rule:g}"


def part_of(row: Row, *, loose: bool = False) -> Part:
    """The part that a row of a known type describes."""
    kind, form = Kind.GROUND, Form.RECTANGLE
    sized = _SIZED.fullmatch(row.type)
    if sized:
        kind = Kind(sized[1] or sized[3])
        form = _FORMS.get(sized[2], Form.RECTANGLE)
    elif row.type in _BUTTONS:
        kind = _BUTTONS[row.type]
    x, y = row.centre
    turns = not kind.upright  # a power-up that must stand upright is the same at any angle
    return Part(row.id, kind, x, y, row.w, row.h, row.rotation if turns else 0.0, form, loose)


def ball_of(row: Row) -> Ball:
    """The ball that a row describes."""
    return Ball(*row.centre, row.id)


def flag_of(row: Row) -> Flag:
    """The flag that a row describes."""
    return Flag(*row.centre, row.rotation, row.w, row.h, row.id)


def row_of(index: int, thing: Part | Ball | Flag) -> Row:
    """The row that describes a part, the ball or the flag."""
    width, height, angle = 2 * BALL_RADIUS, 2 * BALL_RADIUS, 0.0
    if not isinstance(thing, Ball):
        width, height, angle = thing.width, thing.height, thing.angle
    return Row(
        index=index,
        type=_type_of(thing),
        x=round(thing.x - width / 2, _CENTRE_DECIMALS),
        y=round(thing.y - height / 2, _CENTRE_DECIMALS),
        w=width,
        h=height,
        rotation=angle,
        id=thing.id,
    )


def _type_of(thing: Part | Ball | Flag) -> str:
    if isinstance(thing, Ball):
        return BALL
    if isinstance(thing, Flag):
        return FLAG
    if thing.kind is Kind.GROUND:
        return thing.kind.value
    if thing.kind.button:
        return next(name for name, kind in _BUTTONS.items() if kind is thing.kind)
    form = next((name for name, form in _FORMS.items() if form is thing.form), "")
    return f"{thing.kind}{form}{number(thing.width)}x{number(thing.height)}"
