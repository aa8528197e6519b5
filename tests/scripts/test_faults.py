"""A small version of `make faults`."""

from __future__ import annotations

from pathlib import Path

import pytest

from fault_clients import PINGS, half_open, studio, vanish
from fault_files import KINDS, flip
from fault_runs import MISBEHAVING, OUTPUTS, Refused, fill_repeatedly, without_room
from fuzz_corpus import corpus

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("what", ["trial", "picture"])
def test_a_file_that_does_not_fit_is_named_and_not_left_torn(what: str, tmp_path: Path) -> None:
    assert without_room(OUTPUTS[what], tmp_path / "full") == Refused(clear=True, torn=False)


def test_a_benchmark_that_had_no_room_loses_nothing(tmp_path: Path) -> None:
    found = fill_repeatedly(tmp_path, (0, 3000), seeds=20)
    assert (found.clear, found.lost, found.changed) == (2, 0, 0)


def test_a_flipped_bit_is_never_a_surprise_and_never_another_record(tmp_path: Path) -> None:
    readers = corpus(tmp_path)
    found = {kind: flip(readers, kind, 200) for kind in KINDS}
    assert all(came["other exception"] == 0 for came in found.values())
    assert found["records"]["other data"] == 0


def test_clients_that_misbehave_lock_nobody_out() -> None:
    with studio() as server:
        for act in (vanish, half_open):
            seen = act(server, 40)
            assert seen.answered >= PINGS
            assert seen.solved
        assert server.stop() == 0


def test_there_are_fifteen_kinds_of_solvers_that_misbehave() -> None:
    assert len(MISBEHAVING) >= 15  # tests/bench runs each of them
