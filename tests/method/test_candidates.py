"""The values that pass between the stages, and how few of many are kept."""

from __future__ import annotations

import numpy as np

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import (
    CELL,
    SOLVED,
    Candidate,
    Choice,
    PoseBatch,
    Rated,
    by_cost,
    cell_of,
    few_per_cell,
    merged,
)
from bubbleball.model.prediction import PredictedEvent

PLANK = Part("plank", Kind.METAL, 100, 40, 150, 25)
BLOCK = Part("block", Kind.WOOD, 300, 40, 40, 40)
LEVEL = Level(ball=Ball(60, 120), flag=Flag(400, 250), pieces=(PLANK, BLOCK))
BOTH = (Placement("plank", 100, 200, 10), Placement("block", 200, 150, 0))


def candidate(cost: float, x: float, y: float, *pieces: str) -> Candidate:
    return Candidate(tuple(Placement(p, x, y) for p in pieces), len(pieces), cost, x, y)


def test_a_batch_of_one_gives_its_placements_back() -> None:
    batch = PoseBatch.of(LEVEL, BOTH)
    assert batch.parts == (PLANK, BLOCK)
    assert len(batch) == 1
    assert batch.placements(0) == BOTH


def test_a_mask_keeps_whole_candidates() -> None:
    poses = np.arange(12.0).reshape(4, 1, 3)
    batch = PoseBatch((PLANK,), poses)
    kept = batch.where(np.array([True, False, False, True]))
    assert kept.parts == (PLANK,)
    assert np.array_equal(kept.poses, poses[[0, 3]])


def test_what_stands_beside_comes_first_and_is_the_same_for_all() -> None:
    many = PoseBatch((PLANK,), np.arange(9.0).reshape(3, 1, 3))
    pairs = many.beside(PoseBatch.of(LEVEL, BOTH[1:]))
    assert pairs.parts == (BLOCK, PLANK)
    for row in range(3):
        assert pairs.placements(row) == (BOTH[1], *many.placements(row))
    alone = many.beside(PoseBatch.of(LEVEL, ()))
    assert np.array_equal(alone.poses, many.poses)


def test_batches_of_the_same_pieces_are_merged_in_order_and_empty_ones_dropped() -> None:
    one, two = (PoseBatch((PLANK,), np.full((n, 1, 3), float(n))) for n in (1, 2))
    other, empty = PoseBatch.of(LEVEL, BOTH), PoseBatch((BLOCK,), np.zeros((0, 1, 3)))
    planks, pair = merged([one, empty, other, two])
    assert planks.poses[:, 0, 0].tolist() == [1.0, 2.0, 2.0]
    assert pair.placements(0) == BOTH


def test_few_per_cell_keeps_the_first_of_each_cell_in_order() -> None:
    numbers = [3, 13, 4, 14, 5, 25]
    assert list(few_per_cell(numbers, lambda n: n // 10, 2)) == [3, 13, 4, 14, 25]
    assert list(few_per_cell(numbers, lambda n: n // 10, 1)) == [3, 13, 25]
    assert list(few_per_cell(numbers, lambda n: n // 10, 9)) == numbers


def test_cells_are_squares_of_their_size() -> None:
    assert cell_of(0, 0) == cell_of(CELL - 0.1, CELL - 0.1) == (0, 0)
    assert cell_of(CELL, 2 * CELL) == (1, 2)
    assert cell_of(-0.1, -0.1) == (-1, -1)


def test_candidates_are_alike_if_they_use_the_same_pieces_and_end_in_one_cell() -> None:
    here = candidate(50, 100, 100, "plank", "block")
    assert here.cell == candidate(70, 101, 110, "block", "plank").cell
    assert here.cell != candidate(50, 100, 100, "plank").cell
    assert here.cell != candidate(50, 100 + CELL, 100, "plank", "block").cell


def test_only_a_candidate_at_the_flag_is_solved() -> None:
    assert candidate(SOLVED, 0, 0).solved
    assert not candidate(0.0, 0, 0).solved


def test_the_best_comes_first() -> None:
    worse, best = Rated(BOTH, 7.0), Rated(BOTH, 2.0)
    assert sorted([worse, best], key=by_cost) == [best, worse]


def choice(*met: str) -> Choice:
    events = tuple(PredictedEvent(part, 0.1 * n, 0, 0) for n, part in enumerate(met))
    return Choice(BOTH, np.zeros((1, 2)), 1.0, 0.0, events)


def test_the_main_block_is_the_last_piece_placed_that_the_ball_meets() -> None:
    assert choice("ground", "plank").main.piece == "plank"
    assert choice("block", "plank").main.piece == "block"
    assert choice("ground").main.piece == "block"  # none is met: the last one placed


def test_supporting_blocks_are_the_pieces_that_the_ball_never_meets() -> None:
    assert [p.piece for p in choice("plank").supports] == ["block"]
    assert choice("plank", "block").supports == ()
    assert [p.piece for p in choice().supports] == ["plank"]
