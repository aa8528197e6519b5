"""Shortest paths over a graph of cells, by Dijkstra's algorithm with an indexed heap."""

from __future__ import annotations

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.model.compiling import compiled, inlined

_NOWHERE = -1  # place of a cell that is not in the heap


def least_sums(reached: Array, before: Indices, lengths: Array, links: Array) -> None:
    """Lower `reached` as `game.distances.spread_in_rings` does, which describes the arrays."""
    heap, place = np.zeros(len(reached), np.int64), np.full(len(reached), _NOWHERE)
    _spread(reached, before, lengths, links, heap, place)


@inlined
def _rise(reached: Array, heap: Indices, place: Indices, at: int) -> None:
    """Move a cell of the heap up to where it belongs."""
    cell = heap[at]
    while at > 0:
        parent = (at - 1) // 2
        if reached[heap[parent]] <= reached[cell]:
            break
        heap[at] = heap[parent]
        place[heap[at]] = at
        at = parent
    heap[at] = cell
    place[cell] = at


@inlined
def _sink(reached: Array, heap: Indices, place: Indices, size: int) -> None:
    """Move the first cell of the heap down to where it belongs."""
    cell, at = heap[0], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and reached[heap[child + 1]] < reached[heap[child]]:
            child += 1
        if reached[cell] <= reached[heap[child]]:
            break
        heap[at] = heap[child]
        place[heap[at]] = at
        at = child
    heap[at] = cell
    place[cell] = at


@inlined
def _lower(
    reached: Array, heap: Indices, place: Indices, size: int, cell: int, total: float
) -> int:
    """Note a shorter path to a cell; the size of the heap then."""
    if total < reached[cell]:
        reached[cell] = total
        if place[cell] < 0:
            heap[size], place[cell] = cell, size
            size += 1
        _rise(reached, heap, place, place[cell])
    return size


@compiled
def _spread(
    reached: Array, before: Indices, lengths: Array, links: Array, heap: Indices, place: Indices
) -> None:
    size = 0
    for cell in range(len(reached)):
        if reached[cell] == 0.0:
            heap[size], place[cell] = cell, size
            size += 1
    while size > 0:
        cell = heap[0]
        place[cell] = _NOWHERE
        size -= 1
        if size > 0:
            heap[0] = heap[size]
            _sink(reached, heap, place, size)
        for step in range(lengths.shape[1]):
            total = reached[cell] + lengths[cell, step]
            size = _lower(reached, heap, place, size, before[cell, step], total)
        for link in range(len(links)):
            if int(links[link, 0]) == cell:
                total = reached[cell] + links[link, 2]
                size = _lower(reached, heap, place, size, int(links[link, 1]), total)
