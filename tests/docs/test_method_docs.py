"""docs/method.md: its equations are cited by the code, and the files it names are there."""

from __future__ import annotations

import re

from repository import ROOT

PAGE = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "bubbleball"
NUMBERED = [int(number) for number in re.findall(r" {3,}\(eq\. (\d+)\)$", PAGE, flags=re.MULTILINE)]


def cited() -> dict[int, list[str]]:
    """Files that cite each equation."""
    found: dict[int, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for numbers in re.findall(r"\(eq\. ([\d, ]+)\)", path.read_text(encoding="utf-8")):
            for number in numbers.split(","):
                found.setdefault(int(number), []).append(path.relative_to(SOURCE).as_posix())
    return found


def test_the_equations_are_numbered_from_1_to_19_once_each() -> None:
    assert sorted(NUMBERED) == list(range(1, 20))


def test_the_code_cites_every_equation_and_no_other() -> None:
    assert cited().keys() == set(NUMBERED)


def test_an_equation_is_cited_where_it_is_computed() -> None:
    places = {
        3: "method/guide_path/roadmap.py",
        4: "method/local_region.py",
        5: "method/local_region.py",
        6: "method/main_block.py",
        7: "method/supporting_blocks.py",
        15: "method/learn/fit.py",
        16: "method/cost_to_go.py",
        17: "method/beam.py",
        18: "method/throws.py",
        19: "method/robust_choice.py",
    }
    found = cited()
    assert {number: path for number, path in places.items() if path not in found[number]} == {}


def test_the_files_that_are_named_exist() -> None:
    named = re.findall(r"`((?:method|model|benchmarks|scripts)/[\w/.]+)`", PAGE)
    assert len(named) > 8
    missing = [name for name in named if not ((SOURCE / name).exists() or (ROOT / name).exists())]
    assert missing == []
