"""Repairs a faulty level file just enough that `Level` can look for the remaining faults.

Otherwise a wrong type in one field would hide every other fault of the level.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bubbleball.errors import Problem
from bubbleball.files.json_text import Place, path

_NUMBERS = {"x": 0, "y": 0, "angle": 0, "width": 25, "height": 25}
_GROUPS = ("scenery", "pieces")
_BLANK = "(id that could not be read)"
_CHARACTER = ("kind", "form", "width", "height")  # fields that the rules for others depend on


def mended(data: dict[str, Any], places: Iterable[Place]) -> dict[str, Any]:
    """A copy in which every faulty value is replaced by a harmless one, or removed."""
    fixed = {
        name: [_copied(part) for part in value] if isinstance(value, list) else _copied(value)
        for name, value in data.items()
    }
    for place in places:
        _mend(fixed, place)
    return fixed


def _copied(value: Any) -> Any:
    """A copy as deep as the repair goes; deeper levels may be nested too far to be walked."""
    return dict(value) if isinstance(value, dict) else value


def _mend(fixed: dict[str, Any], place: Place) -> None:
    if not place:
        return
    first, *rest = place
    assert isinstance(first, str)
    if first in ("ball", "flag"):
        _mend_field(fixed, first, rest, {"id": first, "x": 0, "y": 0})
    elif first in _GROUPS and rest:
        index = rest[0]
        assert isinstance(index, int)
        kind = "ground" if first == "scenery" else "metal"
        blank = {"id": f"{_BLANK} {first} {index}", "kind": kind, **_NUMBERS}
        _mend_field(fixed[first], index, rest[1:], blank)
    elif first in _GROUPS:
        fixed[first] = []
    elif first == "version":
        fixed[first] = 1
    else:
        fixed.pop(first, None)


def _mend_field(
    holder: Any, key: str | int, rest: Sequence[str | int], blank: dict[str, Any]
) -> None:
    if not rest:
        holder[key] = dict(blank)
    elif rest[0] in blank:
        holder[key][rest[0]] = blank[str(rest[0])]
    else:
        holder[key].pop(rest[0], None)


def ids_unclear(places: Iterable[Place], groups: Sequence[str]) -> bool:
    """Whether the id of some part in `groups` could not be read."""
    return any(
        place and place[0] in groups and (len(place) <= 2 or place[-1] == "id") for place in places
    )


def news(found: Iterable[Problem], places: Sequence[Place]) -> list[Problem]:
    """The findings of `Level` that are not about repaired values."""
    known = {path(place) for place in places}
    unclear = [
        path(place[:2])
        for place in places
        if place and place[0] in _GROUPS and (len(place) == 2 or place[-1] in _CHARACTER)
    ]
    teleports_unclear = bool(unclear) or ids_unclear(places, _GROUPS)

    def is_new(problem: Problem) -> bool:
        where = problem.where
        if where in known or _BLANK in problem.what:
            return False
        if teleports_unclear and where.startswith("teleports"):
            return False
        return where.endswith(".id") or not any(where.startswith(f"{part}.") for part in unclear)

    return [problem for problem in found if is_new(problem)]
