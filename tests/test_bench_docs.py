from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_page_on_solvers_shows_the_example_as_it_is() -> None:
    example = (ROOT / "examples" / "own_solver.py").read_text(encoding="utf-8")
    _, _, code = example.partition('"""\n\n')
    page = (ROOT / "docs" / "write-your-own-solver.md").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in page


def test_the_examples_class_has_thirty_lines() -> None:
    example = (ROOT / "examples" / "own_solver.py").read_text(encoding="utf-8")
    body = example.split("class Nudge:")[1].split('if __name__ == "__main__":')[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 30
