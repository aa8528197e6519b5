"""`bubbleball.play(...)`: one trial in one call, though `play` is also a package."""

from __future__ import annotations

from pathlib import Path

import pytest

import bubbleball
import bubbleball.play.loop  # must not hide the call
from bubbleball.errors import ArgumentError, PlacementError, UnknownNameError
from bubbleball.files.levels import write_level
from bubbleball.files.packs import find

POSE = (217, 247.5)


def test_a_level_by_name_number_file_or_value_is_the_same(tmp_path: Path) -> None:
    file = tmp_path / "copy.json"
    write_level(file, find("2"))
    trials = [bubbleball.play(level, AO6G=POSE) for level in ("2", "classic/2", 2, file, str(file))]
    trials.append(bubbleball.play(bubbleball.load_level("2"), {"AO6G": POSE}))
    assert all(trial.solved for trial in trials)
    assert all((trial.ball == trials[0].ball).all() for trial in trials)


def test_the_physics_may_be_a_preset() -> None:
    fast = bubbleball.play("2", physics="jupiter", AO6G=POSE)
    assert fast.seconds < bubbleball.play("2", AO6G=POSE).seconds


def test_mistakes_are_errors_of_ours() -> None:
    with pytest.raises(PlacementError, match="its pieces: AO6G, C5NY"):
        bubbleball.play("2", plank=POSE)
    with pytest.raises(ArgumentError, match="give"):
        bubbleball.play("2", AO6G=217)  # type: ignore[arg-type]  # the point
    with pytest.raises(ArgumentError, match="named by text"):
        bubbleball.play(2.5)  # type: ignore[arg-type]  # the point
    with pytest.raises(UnknownNameError, match="no level file"):
        bubbleball.play(Path("nowhere.json"))
