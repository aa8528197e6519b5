"""Write docs/api.md, every public name with its signature and docstring: `make tables`."""

from __future__ import annotations

import enum
import inspect
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import bubbleball
from bubbleball.play.quick import play

PAGE = Path(__file__).parents[1] / "docs" / "api.md"
HEAD = """# The library

Every public name of `bubbleball`, made from the docstrings by `scripts/api_page.py`. Lengths are
pixels with y down, angles are degrees clockwise, and all errors derive from `BubbleBallError`.
"""
GROUPS = {
    "In one call": ("play", "solve_level", "SolveResult"),
    "Levels": (
        *("load_level", "find", "names", "pack", "packs", "read_level", "parse_level"),
        *("write_level", "Level", "Part", "Ball", "Flag", "Kind", "Form", "Origin"),
        *("Document", "LevelFormat"),
    ),
    "Placing and playing": (
        *("Placement", "Game", "Trial", "Outcome", "Contact", "Effect", "TrialBatch"),
        *("read_trial", "write_trial", "check_placements", "breaches", "Breach", "Rule"),
        *("Placer", "nearest_legal"),
    ),
    "Physics": ("Physics", "REAL", "PRESETS", "parse_physics", "random_physics"),
    "Predicting": ("predict_many", "Forecasts", "Status"),
    "Solving": (
        *("solve", "solve_and_record", "SolveTask", "RecordedSolve", "SolveRecord", "Step"),
        *(
            "Opponent",
            "ForeignGame",
            "ExecutableGame",
            "Solver",
            "SOLVERS",
            "make_solver",
            "Thought",
            "MethodStage",
        ),
    ),
    "Language agents": (
        *("LanguageAgent", "level_text", "trial_text", "answer_schema", "read_reply", "Answer"),
        "annotated_png",
    ),
    "Pictures": ("draw", "to_svg", "write_picture"),
}


def page() -> str:
    """The whole page."""
    errors = sorted(
        name
        for name in bubbleball.__all__
        if isinstance(getattr(bubbleball, name), type)
        and issubclass(getattr(bubbleball, name), Exception)
    )
    listed = {*errors, "Problem", *(name for names in GROUPS.values() for name in names)}
    rest = tuple(name for name in bubbleball.__all__ if name not in listed)
    groups = {**GROUPS, **({"More": rest} if rest else {}), "Errors": ("Problem", *errors)}
    sections = [f"## {title}\n\n" + "\n".join(map(entry, names)) for title, names in groups.items()]
    return "\n".join([HEAD, *sections])


def entry(name: str) -> str:
    """One name: its signature, its docstring, and the methods of a class."""
    value = play if name == "play" else getattr(bubbleball, name)
    if not callable(value):
        return f"### `{name}`\n\n{_constant(value)}\n"
    if isinstance(value, type) and issubclass(value, Exception):
        return f"- `{name}`: {_summary(value)}"
    text = f"### `{name}`\n\n{_call(name, value)}{_doc(value)}\n"
    if isinstance(value, type) and issubclass(value, enum.Enum):
        members = ", ".join(f"`{member.name}`" for member in value)
        return f"{text}\nMembers: {members}.\n"
    return text + (_members(value) if isinstance(value, type) else "")


def _call(name: str, value: Callable[..., object]) -> str:
    """How it is called, wrapped where the line is long."""
    signature = _signature(value)
    lines = textwrap.fill(name + signature, 96, subsequent_indent="    ", break_long_words=False)
    return f"```text\n{lines}\n```\n\n" if signature else ""


def _members(kind: type) -> str:
    lines = []
    for name, member in vars(kind).items():
        function = member.__func__ if isinstance(member, classmethod) else member
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            lines.append(f"- `{name}`: {_summary(member)}")
        elif inspect.isfunction(function):
            lines.append(f"- `{name}{_signature(function, method=True)}`: {_summary(function)}")
            lines += _further(function)
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _signature(value: Callable[..., object], *, method: bool = False) -> str:
    """The arguments with their defaults, as one writes them; enums and protocols have none."""
    if isinstance(value, type) and (issubclass(value, enum.Enum) or value.__base__ is Protocol):
        return ""
    given = []
    for name, parameter in inspect.signature(value).parameters.items():
        default = parameter.default
        if isinstance(default, enum.Enum) or callable(default) or default is bubbleball.REAL:
            known = default is not inspect.Parameter.empty
            default = _AsWritten(default) if known else default
        if not (method and name in ("self", "cls")):
            given.append(parameter.replace(annotation=inspect.Parameter.empty, default=default))
    return str(inspect.Signature(given))


class _AsWritten:
    """A default value that prints as one would write it."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        if isinstance(self.value, enum.Enum):
            return f"{type(self.value).__name__}.{self.value.name}"
        return "REAL" if self.value is bubbleball.REAL else "…"


def _summary(value: object) -> str:
    return " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())


def _doc(value: object) -> str:
    """The first paragraph as prose, the rest as it is laid out."""
    _, _, rest = (inspect.getdoc(value) or "").partition("\n\n")
    return _summary(value) + (f"\n\n```text\n{rest}\n```" if rest else "")


def _further(value: object) -> list[str]:
    """What follows the first paragraph of a method's docstring, as part of a list."""
    _, _, rest = (inspect.getdoc(value) or "").partition("\n\n")
    block = ["```text", *rest.splitlines(), "```"]
    return [f"    {line}".rstrip() for line in block] if rest else []


def _constant(value: object) -> str:
    if isinstance(value, Mapping):
        return f"Names: {', '.join(f'`{key}`' for key in value)}."
    return f"`{value!r}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
