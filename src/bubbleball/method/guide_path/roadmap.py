"""Shortest paths of different homotopy classes through a road map (eq. 3).

The homotopy class of a path is its word: which holes' upward rays it crosses, in order and with
the direction of crossing; a crossing and its reverse cancel. Two paths between the same ends can
be deformed into each other exactly if their words are equal. The search is A* over (node, word)
with the true distance to the goal as its heuristic, so the first path found is the shortest and
each later one the shortest of a new class.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from bubbleball.method.guide_path.space import FreeSpace

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Word = tuple[int, ...]

MAX_VISITS = 20_000  # (node, word) pairs expanded before the search ends
_JUMP_COST = 1.0  # px; length of a jump through a teleport


@dataclass(frozen=True, slots=True, eq=False)
class RoadMap:
    """Nodes and directed edges; node 0 is the start and the last one stands for the goal.

    points: nodes x 2; the goal's row is the flag's centre.
    sources, targets, lengths: of the edges.
    words: of the edges that cross a ray or jump.
    ends: nodes x 2: where an edge from this node to the goal ends.
    """

    points: Array
    sources: Indices
    targets: Indices
    lengths: Array
    words: dict[tuple[int, int], Word]
    ends: Array


def crossings(a: Array, b: Array, holes: Array) -> dict[int, Word]:
    """Words of the segments a[i] to b[i], for those that cross any hole's upward ray.

    A letter is the hole's number from 1, negative for a crossing to the left.
    """
    found: dict[int, list[tuple[float, int]]] = {}
    for number, (x, y) in enumerate(holes, start=1):
        rightward = (a[:, 0] < x) & (x <= b[:, 0])
        for i in np.flatnonzero(rightward | ((b[:, 0] < x) & (x <= a[:, 0]))):
            share = (x - a[i, 0]) / (b[i, 0] - a[i, 0])
            if a[i, 1] + share * (b[i, 1] - a[i, 1]) < y:
                found.setdefault(int(i), []).append((share, number if rightward[i] else -number))
    return {i: tuple(letter for _, letter in sorted(letters)) for i, letters in found.items()}


def word_of(path: Array, holes: Array) -> Word:
    """The reduced word of a path, n x 2."""
    word: Word = ()
    letters = crossings(path[:-1], path[1:], holes)
    for i in sorted(letters):
        word = joined(word, letters[i])
    return word


def joined(word: Word, more: Word) -> Word:
    """The reduced word of two paths, one after the other."""
    result = list(word)
    for letter in more:
        if result and result[-1] == -letter:
            result.pop()
        else:
            result.append(letter)
    return tuple(result)


def build(space: FreeSpace, nodes: Array, pairs: Indices) -> RoadMap:
    """The road map of the start, `nodes`, the teleports and the goal.

    pairs: m x 2, indices into the start and the nodes (0 the start); those whose segment is clear
    become edges in both directions. Teleports and the goal are joined to every node that sees them.
    """
    points, jumps = _with_ports(space, np.concatenate([space.start[None], nodes]))
    ports = np.arange(len(nodes) + 1, len(points))
    near, port = (grid.ravel() for grid in np.meshgrid(np.arange(len(points)), ports))
    one = np.concatenate([pairs[:, 0], pairs[:, 1], near, port])
    two = np.concatenate([pairs[:, 1], pairs[:, 0], port, near])
    clear = (one != two) & space.clear(points[one], points[two])
    one, two = one[clear], two[clear]
    ends = space.to_goal(points)
    sees = np.flatnonzero(space.clear(points, ends))
    goal = len(points)
    return RoadMap(
        points=np.concatenate([points, space.flag[None]]),
        sources=np.concatenate([one, sees, jumps[:, 0]]),
        targets=np.concatenate([two, np.full(len(sees), goal), jumps[:, 1]]),
        lengths=np.concatenate(
            [
                np.hypot(*(points[two] - points[one]).T),
                np.hypot(*(ends[sees] - points[sees]).T),
                np.full(len(jumps), _JUMP_COST),
            ]
        ),
        words={
            **_edge_words(points, one, two, space.holes),
            **_goal_words(space, points, ends, sees),
            **{(a, b): (letter,) for a, b, letter in jumps.tolist()},
        },
        ends=np.concatenate([ends, space.flag[None]]),
    )


def _with_ports(space: FreeSpace, points: Array) -> tuple[Array, Indices]:
    """The points with the teleports' entries and exits behind; jumps as rows from, to, letter."""
    jumps: list[tuple[int, int, int]] = []
    for letter, jump in enumerate(space.teleports, start=len(space.holes) + 1):
        leave = len(points) + len(jump.entries)
        jumps += [(entry, leave, letter) for entry in range(len(points), leave)]
        points = np.concatenate([points, jump.entries, jump.exit[None]])
    return points, np.array(jumps, np.int64).reshape(-1, 3)


def _edge_words(
    points: Array, one: Indices, two: Indices, holes: Array
) -> dict[tuple[int, int], Word]:
    letters = crossings(points[one], points[two], holes)
    return {(int(one[i]), int(two[i])): word for i, word in letters.items()}


def _goal_words(
    space: FreeSpace, points: Array, ends: Array, sees: Indices
) -> dict[tuple[int, int], Word]:
    """Words of the edges to the goal and on to the flag's centre, where all paths end."""
    first = crossings(points[sees], ends[sees], space.holes)
    then = crossings(ends[sees], np.tile(space.flag, (len(sees), 1)), space.holes)
    return {
        (node, len(points)): joined(first.get(i, ()), then.get(i, ()))
        for i, node in enumerate(sees.tolist())
    }


def shortest_paths(space: FreeSpace, road: RoadMap, count: int) -> list[list[Array]]:
    """Up to `count` shortest paths of different words, each as its legs between teleports.

    Left out are paths that wind (their word names a hole twice in one direction, or they cross
    themselves) and paths that touch the goal before their end.
    """
    size = len(road.points)
    goal = size - 1
    left = _distances_to(goal, road)
    if left[0] == np.inf:
        return []
    starts, targets, lengths = _edges_by(road.sources, road.targets, road)
    queue: list[tuple[float, int, float, int, Word]] = [(left[0], 0, 0.0, 0, ())]
    origin: list[tuple[int, int]] = [(0, -1)]  # of every entry: its node and the entry before
    done: set[tuple[int, Word]] = set()
    found: list[list[Array]] = []
    while queue and len(found) < count and len(done) < MAX_VISITS:
        _, entry, length, node, word = heapq.heappop(queue)
        if (node, word) in done:
            continue
        done.add((node, word))
        if node == goal:
            legs = _legs(road, origin, entry, len(space.holes) + 1)
            if not (_winds(legs) or _passes(legs, space.goal)):
                found.append(legs)
            continue
        for k in range(starts[node], starts[node + 1]):
            after = targets[k]
            if left[after] == np.inf:
                continue
            new = joined(word, road.words.get((node, after), ()))
            if (after, new) in done or _wound(new):
                continue
            total = length + lengths[k]
            heapq.heappush(queue, (total + left[after], len(origin), total, after, new))
            origin.append((after, entry))
    return found


def _distances_to(goal: int, road: RoadMap) -> list[float]:
    """The length of the shortest path from every node to the goal (Dijkstra)."""
    starts, sources, lengths = _edges_by(road.targets, road.sources, road)
    left = [np.inf] * len(road.points)
    left[goal] = 0.0
    queue = [(0.0, goal)]
    while queue:
        length, node = heapq.heappop(queue)
        if length > left[node]:
            continue
        for k in range(starts[node], starts[node + 1]):
            total = length + lengths[k]
            if total < left[sources[k]]:
                left[sources[k]] = total
                heapq.heappush(queue, (total, sources[k]))
    return left


def _edges_by(
    ends: Indices, others: Indices, road: RoadMap
) -> tuple[list[int], list[int], list[float]]:
    """The edges in the order of one of their ends: where each node's begin, other ends, lengths."""
    order = np.argsort(ends, kind="stable")
    starts = np.searchsorted(ends[order], np.arange(len(road.points) + 1))
    return starts.tolist(), others[order].tolist(), road.lengths[order].tolist()


def _legs(
    road: RoadMap, origin: list[tuple[int, int]], entry: int, jump_letter: int
) -> list[Array]:
    nodes = []
    while entry >= 0:
        node, entry = origin[entry]
        nodes.append(node)
    nodes.reverse()
    legs: list[list[Array]] = [[road.points[0]]]
    for a, b in pairwise(nodes):
        if b == len(road.points) - 1:
            legs[-1].append(road.ends[a])
        elif any(letter >= jump_letter for letter in road.words.get((a, b), ())):
            legs.append([road.points[b]])
        else:
            legs[-1].append(road.points[b])
    return [np.array(leg) for leg in legs]


def _wound(word: Word) -> bool:
    return len(set(word)) < len(word)


def _winds(legs: list[Array]) -> bool:
    return any(len(leg) > 1 and not shapely.is_simple(shapely.LineString(leg)) for leg in legs)


def _passes(legs: list[Array], goal: Any) -> bool:
    corners = [leg if leg is not legs[-1] else leg[:-1] for leg in legs]
    return any(
        len(leg) > 1 and shapely.intersects(goal, shapely.LineString(leg)) for leg in corners
    )
