"""Write the page's types, `web/static/js/server/types.js`, from the server's own classes."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal

from fastapi.routing import APIRoute
from pydantic import BaseModel

import bubbleball.web
from bubbleball.files.schema import BallModel, FlagModel, LevelModel, PartModel, PlacementModel
from bubbleball.web import requests
from bubbleball.web.contract.story import StoryData
from bubbleball.web.limits import Limits
from bubbleball.web.routes import routes
from bubbleball.web.studio import Studio

TARGET = Path(bubbleball.web.__file__).parent / "static" / "js" / "server" / "types.js"
HEAD = """/**
 * What page and server send each other; written by scripts/page_types.py, do not edit.
 * Lengths in px, angles in degrees clockwise, x to the right, y down.
 *
"""
# Fields of a level's file that every level on the page has, and those sent beside the level.
ALWAYS = {"title", "author", "origin", "scenery", "pieces"}
BESIDE = {"schema_", "family", "difficulty", "solutions"}
# The page's names for the models of files and requests.
NAMES: dict[Any, str] = {
    LevelModel: "Level",
    BallModel: "Ball",
    FlagModel: "Flag",
    PartModel: "Part",
    PlacementModel: "Placement",
    requests.PhysicsModel: "Physics",
}
PHYSICS = " * @typedef {Record<string, number>} Physics What differs from the real game's."
PLAIN = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}


class Writer:
    """Collects one typedef for each class that is met."""

    def __init__(self) -> None:
        self.typedefs = {"Physics": PHYSICS}

    def name(self, kind: Any) -> str:
        """The page's name for a type; classes are defined when first met."""
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            return self.name(described(arguments[0], arguments[1:]))
        if origin in {types.UnionType, typing.Union}:
            return " | ".join(dict.fromkeys(map(self.name, arguments)))
        if origin is Literal:
            return " | ".join(f"'{one}'" if type(one) is str else str(one) for one in arguments)
        if origin is not None:
            return self._collection(origin, arguments)
        return PLAIN.get(kind) or self._class(kind)

    def _collection(self, origin: Any, arguments: tuple[Any, ...]) -> str:
        names = [self.name(one) for one in arguments if one is not Ellipsis]
        if issubclass(origin, Mapping):
            return f"Record<string, {names[1]}>"
        if origin is tuple and Ellipsis not in arguments:
            return f"[{', '.join(names)}]"
        return f"({names[0]})[]" if "|" in names[0] else f"{names[0]}[]"

    def _class(self, kind: Any) -> str:
        name: str = NAMES.get(kind, kind.__name__)
        if name in self.typedefs:
            return name
        self.typedefs[name] = ""  # keeps its place, before the types of its fields
        if issubclass(kind, Enum):
            shape, fields = " | ".join(f"'{member.value}'" for member in kind), []
        else:
            of_model = issubclass(kind, BaseModel)
            shape, fields = "object", model_fields(kind) if of_model else class_fields(kind)
        about = docstring(kind).partition("\n")[0]
        lines = [f" * @typedef {{{shape}}} {name} {about}"]
        lines += [
            f" * @property {{{self.name(type_)}}} {key} {text}" for key, type_, text in fields
        ]
        self.typedefs[name] = "\n".join(map(str.rstrip, lines))
        return name


def described(kind: Any, extras: Iterable[Any]) -> Any:
    """The model that a plain object is described as, if there is one."""
    return next((extra.model for extra in extras if isinstance(extra, requests.ShownAs)), kind)


def docstring(kind: Any) -> str:
    """What a class of the studio says about itself; other classes may change their words."""
    own = kind.__module__.startswith(bubbleball.web.__name__)
    return inspect.cleandoc(kind.__doc__ or "") if own else ""  # since 3.13 Python does it itself


def class_fields(kind: Any) -> list[tuple[str, Any, str]]:
    """Fields of a dataclass: name, type, meaning."""
    hints = typing.get_type_hints(kind, include_extras=True)
    texts: dict[str, str] = {}
    for base in kind.__mro__:
        texts = meanings(docstring(base)) | texts
    return [(f.name, hints[f.name], texts.get(f.name, "")) for f in dataclasses.fields(kind)]


def meanings(text: str) -> dict[str, str]:
    """What a docstring says of each field, in its lines `a, b: meaning.`"""
    lines = re.findall(r"^(\w+(?:, \w+)*): (.+)$", text, re.MULTILINE)
    return {
        name: meaning.removesuffix(".") for names, meaning in lines for name in names.split(", ")
    }


def model_fields(kind: type[BaseModel]) -> list[tuple[str, Any, str]]:
    """Fields of a pydantic model: name (in brackets if it may be left out), type, meaning."""
    rows = []
    for name, info in kind.model_fields.items():
        if kind is LevelModel and name in BESIDE:
            continue
        text = (info.description or "").removesuffix(".") if docstring(kind) else ""
        always = info.is_required() or (kind is LevelModel and name in ALWAYS)
        type_ = described(info.annotation, info.metadata)
        rows.append((name if always else f"[{name}]", type_, text))
    return rows


def exchanges() -> Iterator[tuple[str, Any, Any]]:
    """Every route of the API: its path, the model of its body, the type of its reply."""
    for route in routes(Studio(Limits())).routes:
        assert isinstance(route, APIRoute)
        body = route.body_field and route.body_field.field_info.annotation
        yield route.path, body, route.responses.get(200, {}).get("model")


def text() -> str:
    """The whole file."""
    writer = Writer()
    sent: list[str] = []
    received: list[str] = []
    for path, body, reply in exchanges():
        sent += [f'"{path}": {writer.name(body)}'] if body else []
        received += [f'"{path}": {writer.name(reply)}'] if reply else []
    writer.name(StoryData)  # in pages of their own
    tables = {"Requests": sent, "Replies": received}
    blocks = [
        *writer.typedefs.values(),
        *(f" * @typedef {{{{{', '.join(rows)}}}}} {name} by path" for name, rows in tables.items()),
    ]
    return HEAD + "\n *\n".join(blocks) + "\n */\nexport {};\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
