"""A small version of `make odd`."""

from __future__ import annotations

from pathlib import Path

from odd_trials import EACH, TIMES, kept_rows, measured, odd_level


def test_levels_that_nobody_would_make_are_legal_and_differ() -> None:
    levels = [odd_level(number) for number in range(40)]
    assert len({len(level.scenery) for level in levels}) >= 4
    assert levels == [odd_level(number) for number in range(40)]


def test_trials_on_odd_levels_are_finite_and_the_same_everywhere(tmp_path: Path) -> None:
    found = measured(4, tmp_path)
    assert found["played"] == 4 * EACH * TIMES
    assert (found["not finite"], found["again"], found["elsewhere"]) == (0, 0, 0)


def test_what_was_played_before_a_stop_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    first = kept_rows(path, [0, 1], again=False)
    one, two = path.read_text().splitlines(keepends=True)
    path.write_text(one + two[:40])  # stopped while it wrote
    again = kept_rows(path, [0, 1, 2], again=False)
    assert again[0] == first[0]  # its seconds, too
    assert again[1].digests == first[1].digests
    assert len(path.read_text().splitlines()) == 3
