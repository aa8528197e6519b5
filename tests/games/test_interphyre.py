"""Interphyre: its stored solutions in our engine, its rules, its data."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from bubbleball.errors import DataError, PlacementError, UnknownNameError
from bubbleball.game.geometry import bounds
from bubbleball.games.arena import Arena
from bubbleball.games.interphyre import bundles, levels
from bubbleball.games.interphyre.levels import GOALS, entry, placed
from other_games import interphyre_levels

# Interphyre found these in worlds that it had used before; in a new world of its own engine they
# fail as they do here.
FAIL_IN_A_NEW_WORLD = {"off_the_rails:624", "off_the_rails:7753"}


@pytest.mark.slow
def test_stored_solutions_are_valid_and_solve() -> None:
    unsolved = set()
    for level, stored in interphyre_levels().items():
        for scene in stored[:50]:
            one = entry(level, scene)
            assert one.solution is not None
            (ball,) = one.solution
            placed(one.scene, ball.x, ball.y, ball.radius)
            if not Arena(one.scene).run(one.solution).solved:
                unsolved.add(one.scene.name)
    assert unsolved == FAIL_IN_A_NEW_WORLD


def test_every_stored_level_has_its_goal() -> None:
    for level, stored in interphyre_levels().items():
        scene = entry(level, stored[0]).scene
        names = {scene.bodies[scene.goal.first].name, scene.bodies[scene.goal.second].name}
        assert names == set(GOALS[level])
        assert scene.bodies[scene.goal.first].moves


def test_a_basket_is_closed_for_placing() -> None:
    scene = entry("basket_case", interphyre_levels()["basket_case"][0]).scene
    basket = next(body for body in scene.bodies if body.name == "basket")
    _, low, _, high = bounds((basket.keep_out or ())[-1])
    with pytest.raises(PlacementError, match="touches basket"):
        placed(scene, basket.x, (low + high) / 2, 0.1)


def test_a_radius_out_of_range_is_refused() -> None:
    scene = entry("keyhole", interphyre_levels()["keyhole"][0]).scene
    with pytest.raises(PlacementError, match=r"a ball's radius is 0\.1 to 1\.5, not 2"):
        placed(scene, 0.0, 0.0, 2.0)


def test_a_folder_without_bundles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there are no bundles"):
        levels.fetch(tmp_path)


def test_a_damaged_bundle_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "interphyre" / "data" / "levels"
    folder.mkdir(parents=True)
    (folder / "keyhole.json.lzma").write_bytes(lzma.compress(b"{"))
    with pytest.raises(DataError, match=r"keyhole\.json\.lzma is damaged"):
        levels.fetch(tmp_path)


def test_scenes_are_found_again_by_their_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    stored = [{"seed": 7 * n, "scene": {"n": n}, "solution": [1] * (n % 2)} for n in range(250)]
    bundles.keep("keyhole", stored)
    assert bundles.kept() == ["keyhole"]
    assert bundles.index_of("keyhole").solved == tuple(7 * n for n in range(1, 250, 2))
    assert [bundles.scene("keyhole", str(7 * n)) for n in (0, 99, 100, 249)] == [
        stored[n] for n in (0, 99, 100, 249)
    ]
    assert bundles.scene("keyhole", "") == stored[0]
    with pytest.raises(UnknownNameError, match="no seed of keyhole named '8'"):
        bundles.scene("keyhole", "8")


def test_a_damaged_archive_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    bundles.keep("keyhole", [{"seed": 1}])
    path = tmp_path / "interphyre" / "keyhole.zip"
    path.write_bytes(path.read_bytes()[:-20])
    bundles.index_of.cache_clear()
    with pytest.raises(DataError, match=r"keyhole\.zip is damaged.*interphyre fetch"):
        bundles.index_of("keyhole")
