"""The numbers of README are those of the pages that it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bubbleball.files import packs
from repository import ROOT

README = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


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


def test_the_runs_on_the_classic_levels_are_those_of_the_results() -> None:
    solved, runs = map(int, re.findall(r"(\d+) of (\d+) runs on the first trial", README)[0])
    [row] = results_of("classic")
    first = percent(row["first trial"])
    assert (int(row["runs"]), f"{first:.1f}") == (runs, f"{100 * solved / runs:.1f}")
    levels, seeds = map(int, re.findall(r"all (\d+) classic levels with (\d+) seeds", README)[0])
    assert (levels, runs) == (len(packs.pack("classic")), levels * seeds)
    assert percent(row["solved"]) == 100.0


def test_the_trials_in_unknown_physics_are_those_of_the_results() -> None:
    word, runs = re.findall(r"(\w+) trials at most in (\d+) runs", README)[0]
    [row] = results_of("unknown-physics")
    assert (row["runs"], row["worst trials"]) == (runs, str(WORDS[word]))
    assert percent(row["solved"]) == 100.0


def test_the_runs_in_foreign_worlds_are_those_of_the_results() -> None:
    solved, runs = map(int, re.findall(r"it solves (\d+) of (\d+) runs", README)[0])
    found = results_of("structure:")
    counts = [int(row["runs"]) for row in found]
    shares = [percent(row["solved"]) for row in found]
    assert sum(counts) == runs
    assert solved == sum(round(n * s / 100) for n, s in zip(counts, shares, strict=True))
    firsts = [percent(row["first trial"]) for row in found]
    assert "most at the first" in README
    assert sum(n * s for n, s in zip(counts, firsts, strict=True)) > 50 * runs


def test_the_pieces_of_a_level_are_as_many_as_the_table_says() -> None:
    low, high = map(int, re.findall(r"(\d+) to (\d+) pieces of a level", README)[0])
    shipped = [name for name in packs.names() if name.startswith(("classic/", "workshop/"))]
    counts = [len(packs.load_level(name).pieces) for name in shipped]
    assert (low, high) == (min(counts), max(counts))
