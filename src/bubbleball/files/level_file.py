"""Our own level format: readable JSON with named fields, and every fault told at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bubbleball.errors import LevelError, Problem
from bubbleball.files.disk import read_bytes, write_bytes
from bubbleball.files.json_text import block, brief, line, load_json, number
from bubbleball.files.level_faults import ids_unclear, mended, news
from bubbleball.files.schema import (
    MAX_DIFFICULTY,
    MAX_PROBLEMS,
    VERSION,
    LevelModel,
    PartModel,
    Place,
    PlacementModel,
    faults,
    limited,
)
from bubbleball.game.kinds import BUTTON_SIZE, Form
from bubbleball.game.level import (
    MAX_PARTS,
    MAX_TEXT,
    Ball,
    Flag,
    Level,
    Origin,
    Part,
    pair_teleports,
)
from bubbleball.game.placement import Placement

Solution = tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """All that a level file holds.

    level: the puzzle.
    solutions: placements that reach the flag. They are kept apart from the level, so that whoever
        is given the level to solve does not see them.
    family: which generator made it; empty for levels made by hand.
    difficulty: 0 easy to 10 hard; None if unknown.
    """

    level: Level
    solutions: tuple[Solution, ...] = ()
    family: str = ""
    difficulty: float | None = None

    def __post_init__(self) -> None:
        problems = [
            *text_problems("family", self.family),
            *_difficulty_problems(self.difficulty),
            *solution_problems(self.solutions, [piece.id for piece in self.level.pieces]),
        ]
        if problems:
            raise LevelError(problems, self.level.name)


def parse_document(text: str | bytes, source: str = "") -> Document:
    """Read our format; all faults are told together in one LevelError that names `source`."""
    return document_from_data(load_json(text, source), source)


def read_document(path: str | Path) -> Document:
    """Read a file in our format."""
    return parse_document(read_bytes(path, LevelError), str(path))


def write_document(path: str | Path, document: Document) -> None:
    """Write a file in our format, whole or not at all."""
    write_bytes(path, dump_document(document).encode())


def level_schema() -> dict[str, Any]:
    """The JSON Schema of our format."""
    schema = LevelModel.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def document_from_data(data: object, source: str = "") -> Document:
    """A document from parsed JSON."""
    _check_outline(data, source)
    assert isinstance(data, dict)
    places: list[Place] = []
    found: list[Problem] = []
    try:
        model = LevelModel.model_validate(data)
    except ValidationError as error:
        places, found = faults(error, LevelModel)
        if len(places) > MAX_PROBLEMS:
            raise LevelError(found, source) from None
        model = LevelModel.model_validate(mended(data, places))
    more: list[Problem] = []
    try:
        level = _level(model)
    except LevelError as error:
        more += news(error.problems, places)
    more += text_problems("family", model.family)
    if not ids_unclear(places, ["pieces"]):
        more += solution_problems(model.solutions, [piece.id for piece in model.pieces])
    if found or more:
        raise LevelError([*found, *limited(more)], source)
    return Document(level, placements_from(model.solutions), model.family, model.difficulty)


def _check_outline(data: object, source: str) -> None:
    """Stop at once where going through the whole would say nothing useful."""
    if not isinstance(data, dict):
        what = f"a level is an object with version, ball, flag and so on, not {brief(data)}"
        raise LevelError([Problem("", what)], source)
    version = data.get("version")
    if "version" in data and (version != VERSION or isinstance(version, bool)):
        what = f"{brief(version)} is not known; this program reads version {VERSION}"
        raise LevelError([Problem("version", what)], source)
    for group in ("scenery", "pieces"):
        parts = data.get(group)
        if isinstance(parts, list) and len(parts) > MAX_PARTS:
            what = f"has {len(parts)} parts; a level has at most {MAX_PARTS}"
            raise LevelError([Problem(group, what)], source)


def _level(model: LevelModel) -> Level:
    missing = [
        Problem(f"{group}[{index}].{name}", f"is missing; {part.kind} needs one")
        for group, parts in (("scenery", model.scenery), ("pieces", model.pieces))
        for index, part in enumerate(parts)
        for name in ("width", "height")
        if part.kind.solid and getattr(part, name) is None
    ]
    teleports = model.teleports
    try:
        level = Level(
            ball=Ball(model.ball.x, model.ball.y, model.ball.id),
            flag=Flag(**model.flag.model_dump()),
            scenery=tuple(map(_part, model.scenery)),
            pieces=tuple(map(_part, model.pieces)),
            teleports=None if teleports is None else tuple((a, b) for a, b in teleports),
            title=model.title,
            author=model.author,
            origin=model.origin,
        )
    except LevelError as error:
        raise LevelError([*missing, *error.problems]) from None
    if missing:
        raise LevelError(missing)
    return level


def _part(model: PartModel) -> Part:
    return Part(
        id=model.id,
        kind=model.kind,
        x=model.x,
        y=model.y,
        width=BUTTON_SIZE if model.width is None else model.width,
        height=BUTTON_SIZE if model.height is None else model.height,
        angle=model.angle,
        form=model.form or Form.RECTANGLE,  # Part knows which kinds are something else
        loose=model.loose,
    )


def placements_from(solutions: list[list[PlacementModel]]) -> tuple[Solution, ...]:
    """Checked solutions as values."""
    return tuple(tuple(Placement(**p.model_dump()) for p in solution) for solution in solutions)


def solution_problems(
    solutions: Iterable[Iterable[Placement | PlacementModel]], pieces: Iterable[str]
) -> Iterator[Problem]:
    """Solutions that speak of pieces that the level has not, or of one twice."""
    known = set(pieces)
    for order, solution in enumerate(solutions):
        seen = set()
        for index, placement in enumerate(solution):
            where = f"solutions[{order}][{index}].piece"
            if placement.piece not in known:
                yield Problem(where, f"no piece has the id {brief(placement.piece)}")
            elif placement.piece in seen:
                yield Problem(where, f"piece {placement.piece!r} is placed twice")
            seen.add(placement.piece)


def text_problems(name: str, text: str) -> Iterator[Problem]:
    """Free text must be one printable line, not too long."""
    if not text.isprintable():
        yield Problem(name, f"{brief(text)} has characters that cannot be printed")
    elif len(text) > MAX_TEXT:
        yield Problem(name, f"is {len(text)} characters long; at most {MAX_TEXT}")


def _difficulty_problems(difficulty: float | None) -> Iterator[Problem]:
    if difficulty is not None and not 0 <= difficulty <= MAX_DIFFICULTY:
        what = f"{difficulty:g} is out of range; allowed: 0 to {MAX_DIFFICULTY}"
        yield Problem("difficulty", what)


def dump_document(document: Document) -> str:
    """Write our format: stable, one part per line, so that changes read well."""
    level = document.level
    fields: dict[str, str] = {"version": str(VERSION)}
    fields |= {name: line(value) for name, value in about(document, always=True).items()}
    fields["ball"] = line(
        {"id": level.ball.id, "x": number(level.ball.x), "y": number(level.ball.y)}
    )
    fields["flag"] = line(_flag_data(level.flag))
    fields["scenery"] = block(map(_part_data, level.scenery))
    fields["pieces"] = block(map(_part_data, level.pieces))
    if level.teleports != pair_teleports(level.parts):
        fields["teleports"] = block(map(list, level.teleports or ()))
    if document.solutions:
        fields["solutions"] = block(map(solution_data, document.solutions))
    body = ",\n".join(f"  {line(name)}: {text}" for name, text in fields.items())
    return f"{{\n{body}\n}}\n"


def about(document: Document, *, always: bool) -> dict[str, object]:
    """What is said about a level; the title, author and origin `always` or only if telling."""
    level = document.level
    fields: dict[str, object] = {
        name: value
        for name, value, usual in (
            ("title", level.title, ""),
            ("author", level.author, ""),
            ("origin", level.origin.value, Origin.DESIGNED.value),
        )
        if always or value != usual
    }
    if document.family:
        fields["family"] = document.family
    if document.difficulty is not None:
        fields["difficulty"] = number(document.difficulty)
    return fields


def solution_data(solution: Solution) -> list[dict[str, object]]:
    """Placements as JSON data."""
    return [
        {"piece": p.piece, "x": number(p.x), "y": number(p.y), "angle": number(p.angle)}
        for p in solution
    ]


def _flag_data(flag: Flag) -> dict[str, object]:
    data: dict[str, object] = {"id": flag.id, "x": number(flag.x), "y": number(flag.y)}
    if flag.angle:
        data["angle"] = number(flag.angle)
    if (flag.width, flag.height) != (38.0, 50.0):
        data |= {"width": number(flag.width), "height": number(flag.height)}
    return data


def _part_data(part: Part) -> dict[str, object]:
    data: dict[str, object] = {"id": part.id, "kind": part.kind.value}
    if part.form in (Form.TRIANGLE, Form.CIRCLE) and part.kind.solid:
        data["form"] = part.form.value
    data |= {"x": number(part.x), "y": number(part.y)}
    if part.kind.solid:
        data |= {"width": number(part.width), "height": number(part.height)}
    if part.angle:
        data["angle"] = number(part.angle)
    if part.loose:
        data["loose"] = True
    return data
