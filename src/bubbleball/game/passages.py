"""Which cells of a grid a disc can be in, and between which neighbours it can move: exactly.

The centre of a disc is free where it keeps its radius from every wall. A cell counts as free if
any point of it is, and two neighbours are linked if a free point lies on the side they share. A
gap wider than the disc is therefore open however it lies on the grid, and a narrower one is shut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.distances import Grid, signed_distances
from bubbleball.game.geometry import Disc, Shape, bounds

_ROUND = 32  # segments of a quarter turn; they cut an arc of 15 px by less than 0.005 px
_NOTHING = 1e-6  # px or px²; what is smaller than this is rounding


@dataclass(frozen=True, eq=False)
class Passages:
    """The free cells of a grid and the links between them.

    free: rows x columns; whether a cell has a free point.
    right, down: rows x columns; whether a cell is linked to the next one to the right, or below.
    """

    free: Mask
    right: Mask
    down: Mask

    def open(self, dx: int, dy: int) -> Mask:
        """The cells from which a step of `dx` columns and `dy` rows follows links.

        It does if links lead there that go neither back nor further.
        """
        if (dx, dy) in self._open:
            return self._open[dx, dy]
        across, along = int(np.sign(dx)), int(np.sign(dy))
        mask = np.zeros_like(self.free)
        if dx:
            mask |= self._link(across, 0) & _shifted(self.open(dx - across, dy), across, 0)
        if dy:
            mask |= self._link(0, along) & _shifted(self.open(dx, dy - along), 0, along)
        self._open[dx, dy] = mask
        return mask

    @cached_property
    def _open(self) -> dict[tuple[int, int], Mask]:
        return {(0, 0): self.free}

    def _link(self, dx: int, dy: int) -> Mask:
        """The cells that are linked to their neighbour on one side."""
        links = self.right if dx else self.down
        return links if dx + dy > 0 else _shifted(links, dx, dy)


def passages(grid: Grid, walls: Sequence[tuple[Shape, float]]) -> Passages:
    """The free cells and their links for a disc that keeps a distance from each wall.

    walls: each with the distance from it that the disc's centre keeps, px.

    A grown wall is convex, so where only one comes near the corners of a cell decide. The others,
    in the notches and gaps between walls, are cut out exactly.
    """
    x = grid.left + grid.cell * np.arange(grid.columns + 1)
    y = grid.top + grid.cell * np.arange(grid.rows + 1)
    xs, ys = np.meshgrid(x, y)
    near = np.zeros((grid.rows, grid.columns), np.int64)  # walls that come near to each cell
    free = np.ones(near.shape, bool)
    right, down = np.ones_like(free), np.ones_like(free)
    margins = [_margin(xs, ys, shape, reach, 2 * grid.cell) for shape, reach in walls]
    for margin in margins:
        shut = margin < 0
        free &= ~(_of_corners(shut, np.logical_and))
        right &= ~(shut[:-1, 1:] & shut[1:, 1:])
        down &= ~(shut[1:, :-1] & shut[1:, 1:])
        near += _of_corners(margin < grid.cell / 2, np.logical_or)
    found = Passages(free, right, down)
    crowded = free & (near > 1)
    if crowded.any():
        _cut_out(grid, walls, margins, found, crowded)
    right &= free & _shifted(free, 1, 0)
    down &= free & _shifted(free, 0, 1)
    return found


def _margin(xs: Array, ys: Array, shape: Shape, reach: float, far: float) -> Array:
    """How much more than `reach` points of a grid keep from a shape, px; infinite beyond `far`."""
    left, top, right, bottom = bounds(shape)
    columns = slice(*np.searchsorted(xs[0], (left - reach - far, right + reach + far)))
    rows = slice(*np.searchsorted(ys[:, 0], (top - reach - far, bottom + reach + far)))
    margin = np.full(xs.shape, np.inf)
    margin[rows, columns] = signed_distances(xs[rows, columns], ys[rows, columns], shape) - reach
    return margin


def touching(grid: Grid, found: Passages, shape: Shape, reach: float) -> Mask:
    """The free cells with a point that comes within `reach` px of a shape."""
    xs, ys = grid.centres()
    mask = found.free & (signed_distances(xs, ys, shape) < reach + grid.cell)
    low_x, low_y = xs[mask] - grid.cell / 2, ys[mask] - grid.cell / 2
    boxes = shapely.box(low_x, low_y, low_x + grid.cell, low_y + grid.cell)
    mask[mask] = shapely.intersects(_grown(shape, reach), boxes)
    return mask


def _cut_out(
    grid: Grid,
    walls: Sequence[tuple[Shape, float]],
    margins: Sequence[Array],
    found: Passages,
    crowded: Mask,
) -> None:
    """Decide the cells to which several walls come near, and the sides of those cells."""
    # The sides of crowded cells, by the cell to their left or above.
    beside = crowded | _shifted(crowded, 1, 0)
    above = crowded | _shifted(crowded, 0, 1)
    cells, rights, downs = (np.argwhere(mask) for mask in (crowded, beside, above))
    corner = np.array([grid.top, grid.left])

    def points(at: Indices, rows: int, columns: int) -> Array:
        there: Array = (corner + grid.cell * (at + np.array([rows, columns])))[:, ::-1]
        return there

    low, high = points(cells, 0, 0), points(cells, 1, 1)
    boxes = shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
    edges = {
        "right": shapely.linestrings(np.stack([points(rights, 0, 1), points(rights, 1, 1)], 1)),
        "down": shapely.linestrings(np.stack([points(downs, 1, 0), points(downs, 1, 1)], 1)),
    }
    left = _without(boxes, cells, walls, margins, grid)
    kept = {}  # the part of a cell that counts, where it falls into several
    for at, what in zip(map(tuple, cells), left, strict=True):
        if what.area < _NOTHING:
            found.free[at] = False
        elif what.geom_type != "Polygon":
            # All but one are tips of notches, which lead nowhere.
            sides = shapely.get_parts(what)
            kept[at] = max(sides, key=lambda part: (_sides(part, grid), part.area))
    for name, where, step in (("right", rights, (0, 1)), ("down", downs, (1, 0))):
        links = getattr(found, name)
        open_ = _without(edges[name], where, walls, margins, grid)
        for at, line in zip(map(tuple, where), open_, strict=True):
            ends = (at, (at[0] + step[0], at[1] + step[1]))
            parts = [kept[cell] for cell in ends if cell in kept]
            links[at] = shapely.intersection_all([line, *parts]).length > _NOTHING


def _without(
    shapes: Any,
    at: Indices,
    walls: Sequence[tuple[Shape, float]],
    margins: Sequence[Array],
    grid: Grid,
) -> Any:
    """Shapes of the cells `at` less every grown wall that comes near them."""
    left = np.array(shapes, object)
    for (shape, reach), margin in zip(walls, margins, strict=True):
        near = np.flatnonzero(margin[at[:, 0], at[:, 1]] < 2 * grid.cell)
        if len(near):
            left[near] = shapely.difference(left[near], _grown(shape, reach))
    return left


def _sides(part: Any, grid: Grid) -> int:
    """How many sides of its cell a part of it reaches."""
    x, y = shapely.get_coordinates(part).T
    across, along = (x - grid.left) / grid.cell, (y - grid.top) / grid.cell
    return sum(
        bool((np.abs(values - edge) < _NOTHING).any())
        for values in (across, along)
        for edge in (np.floor(values.mean()), np.floor(values.mean()) + 1)
    )


def _grown(shape: Shape, reach: float) -> Any:
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y).buffer(shape.radius + reach, quad_segs=2 * _ROUND)
    return shapely.Polygon(shape.corners).buffer(reach, quad_segs=_ROUND)


def _of_corners(values: Mask, combine: Any) -> Mask:
    """What holds for all, or for any, of the four corners of each cell."""
    mask: Mask = combine(
        combine(values[:-1, :-1], values[:-1, 1:]), combine(values[1:, :-1], values[1:, 1:])
    )
    return mask


def _shifted(mask: Mask, dx: int, dy: int) -> Mask:
    """For each cell the value of the one `dx` columns to the right and `dy` rows below it."""
    rows, columns = mask.shape
    there = np.zeros_like(mask)
    there[max(0, -dy) : rows - max(0, dy), max(0, -dx) : columns - max(0, dx)] = mask[
        max(0, dy) : rows - max(0, -dy), max(0, dx) : columns - max(0, -dx)
    ]
    return there
