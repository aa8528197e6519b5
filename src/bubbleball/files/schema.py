"""The shape of a level file for pydantic, and pydantic's findings in our words.

Types and ranges are checked here; what makes a level sound as a whole is checked by `Level`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import ErrorDetails

from bubbleball.errors import FileFormatError, Problem, did_you_mean
from bubbleball.files.json_text import Place, brief, path
from bubbleball.game.kinds import FLAG_INSET, Form, Kind
from bubbleball.game.level import (
    MAX_COORDINATE,
    MAX_DIFFICULTY,
    MAX_PARTS,
    MAX_SIZE,
    MAX_TEXT,
    MIN_SIZE,
    Origin,
)
from bubbleball.game.placement import MAX_POSE, Placement

VERSION = 1
MAX_PROBLEMS = 1000  # more than this many are only counted

M = TypeVar("M", bound=BaseModel)

Text = Annotated[str, Field(max_length=MAX_TEXT)]
Id = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Coordinate = Annotated[float, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Size = Annotated[float, Field(ge=MIN_SIZE, le=MAX_SIZE)]
FlagSize = Annotated[float, Field(ge=2 * FLAG_INSET + 1, le=MAX_SIZE)]
Pose = Annotated[float, Field(ge=-MAX_POSE, le=MAX_POSE)]

_SOLIDS: list[JsonValue] = [kind.value for kind in Kind if kind.solid]


class StrictModel(BaseModel):
    """Strict: no unknown fields, no text in place of a number, no infinity."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)


class BallModel(StrictModel):
    """Where the ball starts. Its radius is always 15 px."""

    id: Id = Field("ball", description="Unique in the level.")
    x: Coordinate = Field(description="Centre, px from the left edge of the screen.")
    y: Coordinate = Field(description="Centre, px from the top edge of the screen, downwards.")


class FlagModel(StrictModel):
    """Where the ball must get to."""

    id: Id = Field("flag", description="Unique in the level.")
    x: Coordinate = Field(description="Centre of the flag's box, px.")
    y: Coordinate = Field(description="Centre of the flag's box, px.")
    angle: Coordinate = Field(0.0, description="Degrees clockwise about the centre.")
    width: FlagSize = Field(38.0, description="Of the box, px.")
    height: FlagSize = Field(50.0, description="Of the box, px.")


class PartModel(StrictModel):
    """Something solid or a power-up: scenery where it stands, a piece where it lies in the tray."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"properties": {"kind": {"enum": _SOLIDS}}},
            "then": {"required": ["width", "height"]},
        }
    )
    id: Id = Field(description="Unique in the level.")
    kind: Annotated[Kind, Field(strict=False)] = Field(description="What it is made of, or does.")
    form: Annotated[Form, Field(strict=False)] | None = Field(
        None, description="Outline within the box; metal and wood may be triangles or circles."
    )
    x: Coordinate = Field(description="Centre of its box, px.")
    y: Coordinate = Field(description="Centre of its box, px.")
    width: Size | None = Field(None, description="Of the unturned box, px; power-ups: 25.")
    height: Size | None = Field(None, description="Of the unturned box, px; power-ups: 25.")
    angle: Coordinate = Field(0.0, description="Degrees clockwise about the centre.")
    loose: bool = Field(
        False, description="Scenery only: wood that moves instead of standing fixed."
    )


class PlacementModel(StrictModel):
    """One placed piece."""

    piece: Id = Field(description="Id of the piece.")
    x: Pose = Field(description="Centre of its box, px.")
    y: Pose = Field(description="Centre of its box, px.")
    angle: Pose = Field(0.0, description="Degrees clockwise about the centre.")

    def placement(self) -> Placement:
        """The placement itself."""
        return Placement(self.piece, self.x, self.y, self.angle)


Pair = Annotated[list[Id], Field(min_length=2, max_length=2)]
Solutions = Annotated[
    list[Annotated[list[PlacementModel], Field(max_length=MAX_PARTS)]], Field(max_length=MAX_PARTS)
]
Difficulty = Annotated[float, Field(ge=0, le=MAX_DIFFICULTY)]


class LevelModel(StrictModel):
    """A Bubble Ball level. Screen 480 x 320 px, origin top-left, y down; the tray is y < 80."""

    model_config = ConfigDict(title="Bubble Ball level")
    schema_: str = Field("", alias="$schema", description="For editors; not used.")
    version: Literal[1] = Field(description="Of this format.")
    title: Text = Field("", description="What people call the level.")
    author: Text = Field("", description="Who made it.")
    origin: Annotated[Origin, Field(strict=False)] = Field(
        Origin.DESIGNED, description="Where its geometry comes from."
    )
    family: Text = Field("", description="Which generator made it, for generated levels.")
    difficulty: Difficulty | None = Field(None, description="0 easy to 10 hard; null if unknown.")
    ball: BallModel
    flag: FlagModel
    scenery: list[PartModel] = Field([], max_length=MAX_PARTS, description="In building order.")
    pieces: list[PartModel] = Field([], max_length=MAX_PARTS, description="What may be placed.")
    teleports: list[Pair] | None = Field(
        None,
        max_length=MAX_PARTS,
        description="Pairs of ids; without it the 1st goes with the 2nd, the 3rd with the 4th.",
    )
    solutions: Solutions = Field([], description="Placements that reach the flag.")


def validated(model: type[M], data: object, source: str) -> M:
    """The data of a file as a model; faults raise one FileFormatError that names them all."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise FileFormatError(faults(error, model)[1], source) from None


def faults(error: ValidationError, model: type[BaseModel]) -> tuple[list[Place], list[Problem]]:
    """Every place where pydantic found a fault, and the problems there, limited in number."""
    found = error.errors(include_url=False)
    problems = [Problem(path(one["loc"]), _words(one, model)) for one in found[:MAX_PROBLEMS]]
    return [one["loc"] for one in found], limited(problems, len(found))


def limited(problems: list[Problem], count: int = 0) -> list[Problem]:
    """The first thousand problems; the rest (of `count`, if given) are only counted."""
    more = max(count, len(problems)) - MAX_PROBLEMS
    if more <= 0:
        return problems
    return [*problems[:MAX_PROBLEMS], Problem("", f"and {more} more problems")]


_TYPES = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
# name of a broken rule -> words for the value and the rule's own numbers
_RULES: dict[str, Callable[[Any, dict[str, Any]], str]] = {
    "missing": lambda value, rule: "is missing; it must be given",
    "finite_number": lambda value, rule: f"{brief(value)} is not a finite number",
    "greater_than_equal": lambda value, rule: (
        f"{brief(value)} is too small; at least {rule['ge']:g}"
    ),
    "less_than_equal": lambda value, rule: f"{brief(value)} is too large; at most {rule['le']:g}",
    "string_too_short": lambda value, rule: "is empty",
    "string_too_long": lambda value, rule: (
        f"is {len(value)} characters long; at most {rule['max_length']}"
    ),
    "too_long": lambda value, rule: f"has {len(value)} entries; at most {rule['max_length']}",
    "too_short": lambda value, rule: f"has {len(value)} entries; at least {rule['min_length']}",
}


def _words(finding: ErrorDetails, model: type[BaseModel]) -> str:
    kind, value, rule = finding["type"], finding["input"], finding.get("ctx", {})
    if kind in _TYPES:
        return f"{brief(value)} is not {_TYPES[kind]}"
    if kind in _RULES:
        return _RULES[kind](value, rule)
    if kind == "extra_forbidden":
        *above, name = finding["loc"]
        fields = _model_at(model, above).model_fields
        known = [field.alias or name for name, field in fields.items()]
        return f"unknown field{did_you_mean(str(name), known)} known: {', '.join(known)}"
    if kind == "enum":
        known = rule["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        hint = did_you_mean(str(value), known)
        return f"{brief(value)} is not known{hint} known: {', '.join(known)}"
    return f"{brief(value)}: {finding['msg']}"


def _model_at(model: type[BaseModel], place: Sequence[str | int]) -> type[BaseModel]:
    for step in place:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        if step in fields:  # neither an index of a list nor a key of a table
            model = _model_in(fields[str(step)].annotation) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model inside an annotation such as `list[PartModel] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)
