"""The numbers of README are those of the pages that it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bubbleball.files import packs
from repository import ROOT
from results_page import published, readme_part

README = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of all tables of a page, each by the names of its columns."""
    header: list[str] = []
    for line in (ROOT / "docs" / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            header = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not header:
            header = cells
        elif not set(line) <= set("|-: "):
            yield dict(zip(header, cells, strict=False))


def percent(text: str) -> float:
    """The share that a cell begins with."""
    return float(text.split(" %", maxsplit=1)[0])


def results_of(suite: str) -> list[dict[str, str]]:
    """The rows of the default solver in the first table of the results, by the suite's name."""
    found = [
        row
        for row in rows("results.md")
        if "first trial" in row
        and row["solver"] == "hierarchical"
        and row["suite"].startswith(suite)
    ]
    assert found, suite
    return found


def share(text: str) -> float:
    """A share as README writes it."""
    return 100.0 if text == "all" else percent(text)


def test_the_part_of_readme_on_results_is_that_of_the_records() -> None:
    part = " ".join(readme_part(published()).split())
    assert f"<!-- results: begin --> {part} <!-- results: end -->" in README


def test_the_runs_on_the_classic_levels_are_those_of_the_results() -> None:
    found = re.findall(r"each, (\d+) of (\d+) runs, (all|[\d.]+ %) on the first trial", README)
    [(solved, runs, first)], [row] = found, results_of("classic")
    assert row["runs"] == runs
    assert row["solved"].startswith(f"{100 * int(solved) / int(runs):.1f} %")
    assert percent(row["first trial"]) == share(first)
    levels, seeds = map(int, re.findall(r"the (\d+) classic levels with (\d+) seeds", README)[0])
    assert (levels, int(runs)) == (len(packs.pack("classic")), levels * seeds)


def test_the_trials_in_unknown_physics_are_those_of_the_results() -> None:
    pattern = r"it solves (\d+) of (\d+) runs, (all|[\d.]+ %) on the first trial, at most (\d+)"
    [(solved, runs, first, worst)], [row] = re.findall(pattern, README), results_of("unknown-phys")
    assert row["runs"] == runs
    assert row["solved"].startswith(f"{100 * int(solved) / int(runs):.1f} %")
    assert percent(row["first trial"]) == share(first)
    assert row["worst trials"] in (worst, f">{row['trials given']}")


def test_the_runs_in_foreign_worlds_are_those_of_the_results() -> None:
    text, first = re.findall(r"it solves ([\d of]+) runs in at .*?, (all|[\d.]+ %) on", README)[0]
    solved, runs = map(int, text.split(" of "))
    found = results_of("structure:")
    counts = [int(row["runs"]) for row in found]
    shares = [percent(row["solved"]) for row in found]
    assert sum(counts) == runs
    assert solved == sum(round(n * s / 100) for n, s in zip(counts, shares, strict=True))
    firsts = [percent(row["first trial"]) for row in found]
    mean = sum(n * s for n, s in zip(counts, firsts, strict=True)) / runs
    assert mean == pytest.approx(share(first), abs=0.1)


def test_the_pieces_of_a_level_are_as_many_as_the_table_says() -> None:
    low, high = map(int, re.findall(r"(\d+) to (\d+) pieces of a level", README)[0])
    shipped = [name for name in packs.names() if name.startswith(("classic/", "workshop/"))]
    counts = [len(packs.load_level(name).pieces) for name in shipped]
    assert (low, high) == (min(counts), max(counts))
