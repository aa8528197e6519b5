"""Golden solves: the placements and the trace of the search are those that were kept.

Bits may differ between processors, so numbers are compared with a tolerance.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from golden import FOLDER, SOLVES, GoldenSettings, file_name, solved

NUMBERED = list(enumerate(SOLVES, 1))
NAMES = [file_name(number, settings) for number, settings in NUMBERED]


def test_the_golden_files_are_those_of_the_script() -> None:
    kept = {path.name: json.loads(path.read_text())["settings"] for path in FOLDER.glob("*.json")}
    assert kept.keys() == set(NAMES)
    for number, settings in NUMBERED:
        assert GoldenSettings(**kept[file_name(number, settings)]) == settings


@pytest.mark.parametrize(("number", "settings"), NUMBERED, ids=NAMES)
def test_a_golden_solve_is_repeated(number: int, settings: GoldenSettings) -> None:
    kept = json.loads((FOLDER / file_name(number, settings)).read_text(encoding="utf-8"))
    found = solved(settings)
    assert (found["solved"], found["trials"]) == (kept["solved"], kept["trials"])
    same_placements(found["placements"], kept["placements"])
    same_trace(found["trace"], kept["trace"])


def same_placements(found: list[dict[str, Any]], kept: list[dict[str, Any]]) -> None:
    assert [placement["piece"] for placement in found] == [p["piece"] for p in kept]
    for mine, wanted in zip(found, kept, strict=True):
        for key in ("x", "y", "angle"):
            assert mine[key] == pytest.approx(wanted[key], abs=0.05)


def same_trace(found: list[dict[str, Any]], kept: list[dict[str, Any]]) -> None:
    assert [stage["stage"] for stage in found] == [stage["stage"] for stage in kept]
    for mine, wanted in zip(found, kept, strict=True):
        assert mine["candidates"] == pytest.approx(wanted["candidates"], rel=0.02), wanted
        assert (mine["best"] is None) == (wanted["best"] is None), wanted
        if wanted["best"] is not None:
            assert mine["best"] == pytest.approx(wanted["best"], abs=0.5), wanted
