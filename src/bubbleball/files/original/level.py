"""The original game's level files: rows of type, top-left corner, size, rotation and id.

What the rows cannot express (title, solutions and so on) is stored under an additional key,
`bubbleball`, which the original game ignores. Other keys beside the rows are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationError

from bubbleball.errors import LevelError, Problem
from bubbleball.files.document import (
    Document,
    LevelFormat,
    placements_data,
    solution_problems,
    text_problems,
)
from bubbleball.files.json_text import brief
from bubbleball.files.original.rows import (
    BALL,
    FLAG,
    Row,
    ball_of,
    flag_of,
    part_of,
    read_row,
    row_of,
)
from bubbleball.files.schema import (
    Difficulty,
    Id,
    Pair,
    Solutions,
    StrictModel,
    Text,
    faults,
    limited,
)
from bubbleball.game.kinds import TRAY_HEIGHT, Kind
from bubbleball.game.level import MAX_PARTS, Ball, Flag, Level, Origin, Part, pair_teleports

EXTRA = "bubbleball"
_Ids = Annotated[list[Id], Field(max_length=MAX_PARTS)]


class _Extra(StrictModel):
    """What the original rows cannot express; a missing field means: as in the rows."""

    title: Text = ""
    author: Text = ""
    origin: Annotated[Origin, Field(strict=False)] = Origin.DESIGNED
    family: Text = ""
    difficulty: Difficulty | None = None
    scenery: _Ids | None = None
    pieces: _Ids | None = None
    loose: _Ids = Field(default=[])
    teleports: Annotated[list[Pair], Field(max_length=MAX_PARTS)] | None = None
    solutions: Solutions = Field(default=[])


def original_from_data(
    data: object, movables: Sequence[str] | None = None, source: str = "", name: str = ""
) -> Document:
    """Read the parsed JSON of an original level file; all faults make one LevelError.

    movables: ids of the movable objects in their order; None: the objects in the tray are movable.
    source: names the file in errors.
    name: of the level.
    """
    objects, extra_data = _outline(data, source)
    rows: list[Row] = []
    problems: list[Problem] = []
    for index, item in enumerate(objects):
        row, found = read_row(index, item)
        rows += [row] if row else []
        problems += found
    complete = not problems
    problems += _count_problems(objects)
    extra = _Extra()
    try:
        extra = _Extra.model_validate(extra_data)
    except ValidationError as error:
        _, found = faults(error, _Extra)
        problems += [Problem(f"{EXTRA}.{fault.where}", fault.what) for fault in found]
    problems += text_problems(f"{EXTRA}.family", extra.family)
    if complete:
        problems += _listing_problems(rows, extra, movables)
    try:
        level = _level(rows, extra, movables, name)
    except LevelError as error:
        problems += error.problems
    if problems:
        raise LevelError(limited(problems), source)
    solutions = tuple(tuple(p.placement() for p in each) for each in extra.solutions)
    problems += solution_problems(solutions, [piece.id for piece in level.pieces])
    if problems:
        raise LevelError(
            limited([Problem(f"{EXTRA}.{fault.where}", fault.what) for fault in problems]), source
        )
    return Document(level, solutions, extra.family, extra.difficulty, LevelFormat.ORIGINAL)


def _outline(data: object, source: str) -> tuple[list[Any], object]:
    """The rows and the value of our own key; raises at once if there are no rows."""
    rule = 'an original level is [{"objects": [...]}]'
    if not (isinstance(data, list) and len(data) == 1 and isinstance(data[0], dict)):
        size = f" of {len(data)} entries" if isinstance(data, list) else ""
        raise LevelError([Problem("", f"{rule}, not {brief(data)}{size}")], source)
    objects = data[0].get("objects")
    if not isinstance(objects, list):
        raise LevelError([Problem("objects", f"{rule}; objects is {brief(objects)}")], source)
    if len(objects) > MAX_PARTS + 2:
        what = f"has {len(objects)} objects; a level has at most {MAX_PARTS} besides ball and flag"
        raise LevelError([Problem("objects", what)], source)
    return objects, data[0].get(EXTRA, {})


def _count_problems(objects: Sequence[Any]) -> Iterator[Problem]:
    """Check that there is one ball and one flag, whether or not their rows can be read."""
    types = [item[0] for item in objects if isinstance(item, list) and item]
    for name in (BALL, FLAG):
        count = types.count(name)
        if count != 1:
            what = f"{count} objects of type {name!r}; a level has exactly one"
            yield Problem("objects", what)


def _listing_problems(
    rows: Sequence[Row], extra: _Extra, listed: Sequence[str] | None
) -> Iterator[Problem]:
    """Ids in one of our lists or in `movableObjects.json` that do not match the rows."""
    parts = {row.id for row in rows if row.type not in (BALL, FLAG)}
    for name, ids in (
        ("movable objects", listed or ()),
        (f"{EXTRA}.pieces", extra.pieces or ()),
        (f"{EXTRA}.scenery", extra.scenery or ()),
        (f"{EXTRA}.loose", extra.loose),
    ):
        absent = [brief(part_id) for part_id in ids if part_id not in parts]
        if absent:
            known = ", ".join(sorted(parts))
            yield Problem(name, f"no object has the id {', '.join(absent)}; known: {known}")
        elif len(set(ids)) < len(ids):
            yield Problem(name, "an id is listed twice")


def _level(rows: Sequence[Row], extra: _Extra, listed: Sequence[str] | None, name: str) -> Level:
    """The level that the rows make; its faults are reported at their rows."""
    balls = [row for row in rows if row.type == BALL]
    flags = [row for row in rows if row.type == FLAG]
    scenery, pieces = _sorted_rows(rows, extra, listed)
    try:
        return Level(
            ball=ball_of(balls[0]) if balls else Ball(0, 0, " ball"),
            flag=flag_of(flags[0]) if flags else Flag(0, 0, id=" flag"),
            scenery=tuple(part_of(row, loose=row.id in extra.loose) for row in scenery),
            pieces=tuple(part_of(row, loose=row.id in extra.loose) for row in pieces),
            teleports=_pairs(rows, extra),
            name=name,
            title=extra.title,
            author=extra.author,
            origin=extra.origin,
        )
    except LevelError as error:
        places = {f"scenery[{n}]": row.index for n, row in enumerate(scenery)}
        places |= {f"pieces[{n}]": row.index for n, row in enumerate(pieces)}
        places |= {row.type: row.index for row in (*balls[:1], *flags[:1])}
        raise LevelError(_at_row(fault, places) for fault in error.problems) from None


def _sorted_rows(
    rows: Sequence[Row], extra: _Extra, listed: Sequence[str] | None
) -> tuple[list[Row], list[Row]]:
    """Scenery and pieces, each in its order."""
    parts = [row for row in rows if row.type not in (BALL, FLAG)]
    ids = extra.pieces if listed is None else listed
    if ids is None:
        ids = [row.id for row in parts if in_tray(row)]
    place = {part_id: number for number, part_id in enumerate(ids)}
    pieces = sorted((row for row in parts if row.id in place), key=lambda row: place[row.id])
    scenery = [row for row in parts if row.id not in place]
    order = {part_id: number for number, part_id in enumerate(extra.scenery or ())}
    return sorted(scenery, key=lambda row: order.get(row.id, MAX_PARTS)), pieces


def in_tray(row: Row) -> bool:
    """Whether an object is movable by the original game's rule, used if no list says so."""
    return row.type != Kind.GROUND.value and row.y < TRAY_HEIGHT


def _pairs(rows: Iterable[Row], extra: _Extra) -> tuple[tuple[str, str], ...]:
    if extra.teleports is not None:
        return tuple((a, b) for a, b in extra.teleports)
    return pair_teleports(part_of(row) for row in rows if row.type not in (BALL, FLAG))


_COLUMN_OF = {"width": "w", "height": "h", "angle": "rotation", "kind": "type", "form": "type"}
_PART = re.compile(r"(?:scenery|pieces)\[\d+\]|ball|flag")


def _at_row(fault: Problem, places: Mapping[str, int]) -> Problem:
    """Translate a problem found by `Level` to the row of the file."""

    def row(found: re.Match[str]) -> str:
        return f"objects[{places[found[0]]}]" if found[0] in places else found[0]

    part, _, field = fault.where.rpartition(".")
    if part not in places:
        return Problem(f"{EXTRA}.{fault.where}" if fault.where else "", fault.what)
    what = _PART.sub(row, fault.what) if field == "id" else fault.what
    if field in ("x", "y"):
        what = f"its centre, {what}"
    return Problem(f"objects[{places[part]}].{_COLUMN_OF.get(field, field)}", what)


def dump_original(document: Document, plain: bool = False) -> str:
    """Write an original level file.

    plain: leave out our own key; an error if that would change the scene itself.
    """
    level = document.level
    parts = _teleports_in_order(level)
    things: list[Part | Ball | Flag] = [*parts, level.ball, level.flag]
    rows = [row_of(index, thing) for index, thing in enumerate(things)]
    extra = _scene_extra(level, rows)
    if plain:
        _check_plain(level, extra)
        extra = {}
    else:
        extra = document.about(always=False) | extra
        if document.solutions:
            extra["solutions"] = [placements_data(solution) for solution in document.solutions]
    top: dict[str, object] = {"objects": [row.data() for row in rows]}
    if extra:
        top[EXTRA] = extra
    return json.dumps([top], ensure_ascii=False, separators=(",", ":"))


def _teleports_in_order(level: Level) -> list[Part]:
    """Scenery and pieces, with the teleports among them in the order in which they pair."""
    parts = list(level.parts)
    pairs = level.teleports
    if pairs == pair_teleports(parts):
        return parts
    ends = {part.id: part for part in parts if part.kind is Kind.TELEPORT}
    paired = [part_id for pair in pairs for part_id in pair]
    queue = iter([*paired, *(part_id for part_id in ends if part_id not in paired)])
    return [ends[next(queue)] if part.id in ends else part for part in parts]


def _scene_extra(level: Level, rows: Sequence[Row]) -> dict[str, object]:
    """What would be lost if the scene were read back from the rows alone."""
    extra: dict[str, object] = {}
    scenery = [part.id for part in level.scenery]
    pieces = [part.id for part in level.pieces]
    if [row.id for row in _sorted_rows(rows, _Extra(), None)[1]] != pieces:
        extra["pieces"] = pieces
    if [row.id for row in _sorted_rows(rows, _Extra(pieces=pieces), None)[0]] != scenery:
        extra["scenery"] = scenery
    loose = [part.id for part in level.scenery if part.loose]
    if loose:
        extra["loose"] = loose
    if _pairs(rows, _Extra()) != level.teleports:
        extra["teleports"] = [list(pair) for pair in level.teleports]
    return extra


def _check_plain(level: Level, extra: Mapping[str, object]) -> None:
    problems = [
        Problem(part.id, "is loose, which a plain original file cannot say")
        for part in level.scenery
        if part.loose
    ]
    movable = {piece.id for piece in level.pieces}
    for part in level.parts:
        tray = in_tray(row_of(0, part))
        if tray != (part.id in movable):
            what = (
                "is scenery in the tray (y < 80); a plain original file would make it movable"
                if tray
                else "is movable but lies below the tray (y >= 80); a plain original file would "
                "make it scenery"
            )
            problems.append(Problem(part.id, what))
    if "teleports" in extra:
        problems.append(Problem("teleports", "two lone ones would become a pair in a plain file"))
    if problems:
        raise LevelError(problems, level.name)
