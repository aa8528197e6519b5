"""The paper's search for one Main Block in a Local Region."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.world import simulate
from bubbleball.method.candidates import Rated
from bubbleball.method.guide_path import plan
from bubbleball.method.local_region import LocalRegion, local_region
from bubbleball.method.main_block import BODIES, FINER, MainBlockSearch
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.supporting_blocks import settled
from bubbleball.model.beta import EventBeta
from bubbleball.model.events.predict import EventPredictor
from scenes import floor, scene

PLANK = Part("plank", Kind.METAL, 100, 40, 150, 25)
TWIN = Part("twin", Kind.METAL, 100, 40, 150, 25)
LOG = Part("log", Kind.WOOD, 300, 40, 100, 25)
BLOCK = Part("block", Kind.WOOD, 400, 40, 40, 40)
# The ball falls to the floor at the left; the flag is on a shelf at the right.
LEVEL = scene(
    (100, 110),
    floor(300),
    Part("shelf", Kind.GROUND, 380, 262, 160, 20),
    flag=Flag(360, 227),
    pieces=[PLANK, TWIN, LOG, BLOCK],
)
DOORS = (Part("in", Kind.TELEPORT, 100, 40), Part("out", Kind.TELEPORT, 150, 40))


def search(
    level: Level = LEVEL,
    base: tuple[Placement, ...] = (),
    tried: tuple[Placement, ...] = (),
    touching: bool = False,
) -> MainBlockSearch:
    path, local = work(level, base)
    beta, rng = EventBeta.shared(REAL), np.random.default_rng(0)
    return MainBlockSearch(level, base, path, local, touching, beta, tried, rng)


def work(level: Level, base: tuple[Placement, ...] = ()) -> tuple[Array, LocalRegion]:
    path = recorded_path(simulate(level, base, REAL))
    local = local_region(path[:, :2], plan(level)[0])
    assert local is not None
    return path, local


def aim(found: MainBlockSearch) -> tuple[float, float]:
    return found.local.region.target_x, found.local.region.target_y


@pytest.fixture(scope="module")
def coarse() -> list[Rated]:
    found = search()
    return found.rate(found.coarse())


def test_one_piece_of_each_kind_is_searched_for() -> None:
    assert [part.id for part in search().kinds()] == ["plank", "log", "block"]
    assert [part.id for part in search().kinds("plank")] == ["twin", "log", "block"]
    base = (Placement("log", 240, 287),)
    assert [part.id for part in search(base=base).kinds()] == ["plank", "block"]


def test_the_coarse_grid_touches_the_ball_only_in_the_region() -> None:
    found = search()
    region = found.local.region
    reach = np.hypot(150, 25) / 2 + 16  # a plank and the ball
    batches = list(found.coarse())
    assert {batch.parts[0].id for batch in batches} == {"plank"}  # wood must rest first
    for batch in batches:
        x, y = batch.poses[:, 0, 0], batch.poses[:, 0, 1]
        assert len(batch) > 100
        assert (x > region.left - reach).all()
        assert (x < region.right + reach).all()
        assert (y > region.top - reach).all()
        assert (y < region.bottom + reach).all()


def test_the_cost_is_the_closest_approach_to_the_target(coarse: list[Rated]) -> None:
    found = search()
    assert len(coarse) > 50
    for rated in coarse[::40]:
        predictor = EventPredictor(LEVEL, aim(found), BODIES)
        prediction = predictor.one(rated.new, REAL, rated.new[-1].piece)
        expected = 0.0 if prediction.solved else prediction.value
        assert rated.cost == pytest.approx(expected, abs=0.5)


def test_where_only_touching_the_flag_counts_a_near_miss_lies_outside_the_disc() -> None:
    found = search(touching=True)
    costs = np.array([rated.cost for rated in found.rate(found.coarse())])
    assert ((costs == 0.0) | (costs > found.local.region.target_radius)).all()


def test_the_best_comes_first_and_is_legal(coarse: list[Rated]) -> None:
    costs = [rated.cost for rated in coarse]
    assert costs == sorted(costs)
    for rated in coarse[:20]:
        check_placements(LEVEL, rated.new)


def test_what_was_tried_is_not_found_again(coarse: list[Rated]) -> None:
    best = coarse[0].new[-1]
    found = search(tried=(best,))
    again = found.rate(found.coarse())
    assert again
    for rated in again:
        main = rated.new[-1]
        turned = abs((main.angle - best.angle + 180) % 360 - 180)
        near = np.hypot(main.x - best.x, main.y - best.y) < 10 and turned < 8
        assert main.piece != best.piece or not near


def test_finer_gridding_stays_around_the_best_block(coarse: list[Rated]) -> None:
    metal = [rated for rated in coarse if rated.new[-1].piece == "plank"]
    centres = np.array([(r.new[-1].x, r.new[-1].y) for r in metal[:FINER]])
    for batch in search().finer(metal):
        assert [part.id for part in batch.parts] == ["plank"]
        offsets = batch.poses[:, 0, None, :2] - centres
        assert np.hypot(*np.moveaxis(offsets, -1, 0)).min(axis=1).max() < 25


def test_finer_gridding_improves_the_best(coarse: list[Rated]) -> None:
    metal = [rated for rated in coarse if rated.new[-1].piece == "plank"]
    found = search()
    assert found.rate(found.finer(metal))[0].cost <= metal[0].cost


def test_wood_is_gridded_over_poses_at_which_it_rests() -> None:
    batches = [batch for batch in search().resting() if len(batch)]
    assert {batch.parts[-1].id for batch in batches} == {"log", "block"}
    assert {len(batch.parts) for batch in batches} == {1, 2}
    stays = []
    for batch in batches:
        for row in range(0, len(batch), max(1, len(batch) // 10)):
            new = batch.placements(row)
            rested = settled(LEVEL, new, REAL)
            stays.append(
                rested is not None
                and all(
                    np.hypot(after.x - before.x, after.y - before.y) < 2.0
                    for before, after in zip(new, rested, strict=True)
                )
            )
    assert np.mean(stays) > 0.7  # a support may give way: equilibrium assumes that it does not


def test_the_exit_of_a_pair_of_teleports_lies_on_the_guide_path() -> None:
    level = scene((100, 110), floor(300), flag=Flag(360, 275), pieces=DOORS)
    found = search(level)
    (batch,) = (batch for batch in found.coarse() if batch.parts[-1].id == "in")
    assert [part.id for part in batch.parts] == ["out", "in"]
    exits = batch.poses[:, 0, :2]
    for exit_point in exits[:: len(exits) // 20]:
        assert np.hypot(*(found.local.guide - exit_point).T).min() == 0.0
    apart = np.hypot(*(batch.poses[:, 0, :2] - batch.poses[:, 1, :2]).T)
    assert apart.min() > 60
