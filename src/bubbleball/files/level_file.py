"""Our own level format: readable JSON with named fields; all faults are reported together."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from bubbleball.errors import LevelError, Problem
from bubbleball.files.document import Document, placements_data, solution_problems, text_problems
from bubbleball.files.json_text import Place, block, brief, json_object, line, number
from bubbleball.files.level_faults import ids_unclear, mended, news
from bubbleball.files.schema import MAX_PROBLEMS, VERSION, LevelModel, PartModel, faults, limited
from bubbleball.game.kinds import BUTTON_SIZE, Form
from bubbleball.game.level import MAX_PARTS, Ball, Flag, Level, Part, pair_teleports


def level_schema() -> dict[str, Any]:
    """The JSON Schema of our format."""
    schema = LevelModel.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def document_from_data(data: object, source: str = "", name: str = "") -> Document:
    """Read parsed JSON; all faults are reported together in one LevelError that names `source`.

    name: of the level.
    """
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
        level = _level(model, name)
    except LevelError as error:
        more += news(error.problems, places)
    more += text_problems("family", model.family)
    solutions = tuple(tuple(p.placement() for p in each) for each in model.solutions)
    if not ids_unclear(places, ["pieces"]):
        more += solution_problems(solutions, [piece.id for piece in model.pieces])
    if found or more:
        raise LevelError([*found, *limited(more)], source)
    return Document(level, solutions, model.family, model.difficulty)


def _check_outline(data: object, source: str) -> None:
    """Refuse at once data that is not a level of this version, or is far too large."""
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


def _level(model: LevelModel, name: str) -> Level:
    missing = [
        Problem(f"{group}[{index}].{name}", f"is missing; {part.kind} needs one")
        for group, parts in (("scenery", model.scenery), ("pieces", model.pieces))
        for index, part in enumerate(parts)
        for name in ("width", "height")
        if part.kind.solid and getattr(part, name) is None
    ]
    scenery, pieces = tuple(map(_part, model.scenery)), tuple(map(_part, model.pieces))
    if model.teleports is None:
        teleports = pair_teleports(scenery + pieces)
    else:
        teleports = tuple((a, b) for a, b in model.teleports)
    try:
        level = Level(
            ball=Ball(model.ball.x, model.ball.y, model.ball.id),
            flag=Flag(**model.flag.model_dump()),
            scenery=scenery,
            pieces=pieces,
            teleports=teleports,
            name=name,
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
        form=model.form or Form.RECTANGLE,  # Part knows which kinds have another form
        loose=model.loose,
    )


def dump_document(document: Document) -> str:
    """Write our format: stable, with one part per line, so that changes are easy to read."""
    level = document.level
    fields: dict[str, str] = {"version": str(VERSION)}
    fields |= {name: line(value) for name, value in document.about(always=True).items()}
    fields["ball"] = line(
        {"id": level.ball.id, "x": number(level.ball.x), "y": number(level.ball.y)}
    )
    fields["flag"] = line(_flag_data(level.flag))
    fields["scenery"] = block(map(_part_data, level.scenery))
    fields["pieces"] = block(map(_part_data, level.pieces))
    if level.teleports != pair_teleports(level.parts):
        fields["teleports"] = block(map(list, level.teleports))
    if document.solutions:
        fields["solutions"] = block(map(placements_data, document.solutions))
    return json_object(fields)


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
