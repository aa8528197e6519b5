"""Distances of many points at once: to a shape, and to a goal through the free cells of a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.geometry import Box, Disc, Shape

Cell = tuple[int, int]  # row, column
Jump = tuple[Cell, Cell, float]  # from, to, length in px
Spread = Callable[[Array, Indices, Array, Array], None]  # as `spread_in_rings`
_RING = 10  # shortest steps; wider rings are fewer, but more of their cells are taken twice


def signed_distances(x: Array, y: Array, shape: Shape) -> Array:
    """Distance from each point to the shape's edge, px; negative inside."""
    if isinstance(shape, Disc):
        return np.hypot(x - shape.x, y - shape.y) - shape.radius
    corners = np.array(shape.corners)
    nearest = np.full(x.shape, np.inf)
    inside = np.ones(x.shape, bool)
    ahead = np.roll(corners, -1, axis=0)
    turn = np.sign(np.sum(corners[:, 0] * ahead[:, 1] - ahead[:, 0] * corners[:, 1]))
    for (ax, ay), (bx, by) in zip(corners, ahead, strict=True):
        ex, ey = bx - ax, by - ay
        px, py = x - ax, y - ay
        t = np.clip((px * ex + py * ey) / (ex * ex + ey * ey), 0, 1)
        dx, dy = px - t * ex, py - t * ey
        nearest = np.minimum(nearest, dx * dx + dy * dy)
        inside &= turn * (ex * py - ey * px) >= 0
    distances: Array = np.sqrt(nearest)
    return np.where(inside, -distances, distances)


def distances_to_segment(x: Array, y: Array, ends: Array) -> Array:
    """Distance from each point to a segment, given by x and y of both ends, px."""
    ax, ay, bx, by = ends.tolist()
    ex, ey = bx - ax, by - ay
    t = np.clip(((x - ax) * ex + (y - ay) * ey) / max(ex * ex + ey * ey, 1e-9), 0.0, 1.0)
    distances: Array = np.hypot(x - ax - t * ex, y - ay - t * ey)
    return distances


def distances_to_box(points: Array, box: Box) -> Array:
    """Distance of points (n x 2) from an upright box, px; 0 inside."""
    left, top, right, bottom = box
    across = np.maximum(np.maximum(left - points[:, 0], points[:, 0] - right), 0.0)
    down = np.maximum(np.maximum(top - points[:, 1], points[:, 1] - bottom), 0.0)
    distances: Array = np.hypot(across, down)
    return distances


def spread_in_rings(reached: Array, before: Indices, lengths: Array, links: Array) -> None:
    """Lower `reached` to the least sum of lengths from every cell to those that start at 0.

    Cells are taken by rising distance, all of one ring at once, and again if a shorter path to
    them is found. Numpy's dozen steps a ring take less than importing scipy.

    reached: cells; 0 at the goal, infinite elsewhere.
    before, lengths: cells x steps, where a step comes from and its length, infinite if closed.
    links: further steps as rows of to, from, length.
    """
    end, start = links[:, 0].astype(int), links[:, 1].astype(int)
    waiting, ring = reached == 0.0, _RING * lengths.min(initial=np.inf)
    while (cells := np.flatnonzero(waiting)).size:
        cells = cells[reached[cells] <= reached[cells].min() + ring]
        waiting[cells] = False
        sums = np.append(reached[cells, None] + lengths[cells], reached[end] + links[:, 2])
        nodes = np.append(before[cells], start)
        shorter = sums < reached[nodes]
        np.minimum.at(reached, nodes[shorter], sums[shorter])
        waiting[nodes[shorter]] = True


class OpenSteps(Protocol):
    """Says from which cells of a grid a step is open."""

    def open(self, dx: int, dy: int) -> Mask:
        """The cells from which a step of `dx` columns and `dy` rows is open."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Square cells over the screen and its surroundings.

    left, top: corner of the first cell, px.
    cell: side of a cell, px.
    rows, columns: how many there are.
    """

    left: float
    top: float
    cell: float
    rows: int
    columns: int

    def centres(self) -> tuple[Array, Array]:
        """x and y of every cell's centre, each rows x columns."""
        x = self.left + self.cell * (np.arange(self.columns) + 0.5)
        y = self.top + self.cell * (np.arange(self.rows) + 0.5)
        xs, ys = np.meshgrid(x, y)
        return xs, ys

    def cells(self, x: Array | float, y: Array | float) -> tuple[Indices, Indices]:
        """Rows and columns of the cells in which points lie, or that are nearest to them."""
        row = ((np.asarray(y) - self.top) / self.cell).astype(np.int64)
        column = ((np.asarray(x) - self.left) / self.cell).astype(np.int64)
        return row.clip(0, self.rows - 1), column.clip(0, self.columns - 1)

    def cell_of(self, x: float, y: float) -> Cell:
        """Row and column of the cell in which a point lies, or that is nearest to it."""
        row, column = self.cells(x, y)
        return int(row), int(column)

    def free(self, walls: Iterable[Shape], radius: float) -> Mask:
        """The cells whose centre keeps `radius` from every wall."""
        x, y = self.centres()
        free = np.ones(x.shape, bool)
        for wall in walls:
            free &= signed_distances(x, y, wall) >= radius
        return free

    def shortest(
        self,
        goal: Mask,
        free: Mask,
        steps: Mapping[tuple[int, int], float],
        jumps: Iterable[Jump] = (),
        weight: Array | None = None,
        passages: OpenSteps | None = None,
        spread: Spread = spread_in_rings,
    ) -> Array:
        """The length of the shortest path from every cell to the goal; infinite where none leads.

        steps: length of a step by the columns to the right and rows down that it takes, px.
        jumps: further steps between any two cells.
        weight: of a px in each cell; 1 everywhere by default.
        passages: which steps between free cells are open; all of them by default.
        spread: sums the lengths; callers with compiled code have a faster one.
        """
        number = np.arange(self.rows * self.columns).reshape(self.rows, self.columns)
        before = np.zeros((number.size, len(steps)), np.int64)  # the cells that a step leads from
        lengths = np.full(before.shape, np.inf)
        for column, ((dx, dy), length) in enumerate(steps.items()):
            here = (_kept(-dy, self.rows), _kept(-dx, self.columns))
            there = (_kept(dy, self.rows), _kept(dx, self.columns))
            open_ = free[here] & (free | goal)[there]
            if passages is not None:
                open_ &= passages.open(dx, dy)[here]
            share = 1.0 if weight is None else (weight[here] + weight[there])[open_] / 2
            before[number[there][open_], column] = number[here][open_]
            lengths[number[there][open_], column] = length * share
        links = [(number[end], number[start], length) for start, end, length in jumps]
        reached = np.where(goal.ravel(), 0.0, np.inf)
        spread(reached, before, lengths, np.array(links, float).reshape(-1, 3))
        return reached.reshape(goal.shape)


def _kept(shift: int, size: int) -> slice:
    """The rows or columns that a shift of the whole grid leaves on it, after the shift."""
    return slice(max(0, shift), size + min(0, shift))
