"""The free space of the ball's centre, and the holes in it that distinguish homotopy classes.

Obstacles are grown by the ball's radius. Round corners become polygons of 8 segments a quarter
turn, which cut the arc by at most 0.07 px.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from bubbleball.game.geometry import Disc, Shape, moved, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement

Array = NDArray[np.float64]

QUARTER_SEGMENTS = 8
SLACK = 0.2  # px by which a path may cut into the grown obstacles, so that tangents pass
TELEPORT_REACH = (
    BUTTON_RADIUS + BALL_RADIUS - 1.0
)  # px from a teleport's centre where it surely acts


@dataclass(frozen=True, slots=True, eq=False)
class TeleportJump:
    """A jump through a pair of teleports of the scenery, in one direction.

    entries: n x 2, free points at which the ball triggers it, px.
    exit: the point where the ball comes out, px.
    """

    entries: Array
    exit: Array


@dataclass(frozen=True, slots=True, eq=False)
class FreeSpace:
    """Where the ball's centre can be.

    start: the ball's centre, px.
    grown: obstacles grown by the ball's radius, one geometry.
    walls: the same less the slack, and the frame of the screen; no path may cross them.
    goal: where the ball touches the flag and is free; may be empty.
    flag: centre of the flag's sensor, px, where all words end.
    islands: the separate obstacles that do not touch the frame.
    holes: n x 2, a point inside each of them, px.
    teleports: jumps.
    box: left, top, right, bottom of the screen, grown to hold start and goal.
    """

    start: Array
    grown: Any
    walls: Any
    goal: Any
    flag: Array
    islands: Array
    holes: Array
    teleports: tuple[TeleportJump, ...]
    box: tuple[float, float, float, float]

    def clear(self, a: Array, b: Array) -> NDArray[np.bool_]:
        """Which of the segments a[i] to b[i] (n x 2 each) cross no wall."""
        if not len(a):
            return np.zeros(0, np.bool_)
        segments = shapely.linestrings(np.stack([a, b], axis=1))
        return ~np.asarray(shapely.intersects(self.walls, segments), np.bool_)

    def free(self, points: Array) -> NDArray[np.bool_]:
        """Which points (n x 2) are outside all walls."""
        return ~np.asarray(shapely.intersects_xy(self.walls, points[:, 0], points[:, 1]), np.bool_)

    def to_goal(self, points: Array) -> Array:
        """The nearest point of the goal for each point (n x 2)."""
        lines = shapely.shortest_line(shapely.points(points), self.goal)
        return np.asarray(shapely.get_coordinates(lines), float).reshape(-1, 2, 2)[:, 1]


def free_space(
    level: Level, placements: Sequence[Placement] = (), highest: float = -math.inf
) -> FreeSpace:
    """The free space of a level with some pieces placed, up to the height `highest`, px.

    What the ball touches or overlaps at its start is grown by less, so that it can move away.
    """
    start = np.array([level.ball.x, level.ball.y])
    grown, walls = [], []
    for shape in _solids(level, placements):
        reach = min(BALL_RADIUS, signed_distance(start[0], start[1], shape))
        grown.append(_grow(shape, reach))
        walls.append(_grow(shape, reach - SLACK))
    obstacles, kept = shapely.union_all(grown), shapely.union_all(walls)
    touching = _grow(level.flag.sensor, BALL_RADIUS)
    left, top, right, bottom = shapely.union_all(
        [shapely.box(0, max(0.0, highest), SCREEN_WIDTH, SCREEN_HEIGHT), shapely.points(start)]
    ).envelope.bounds
    if not shapely.intersects(touching, shapely.box(left, top, right, bottom)):
        left, top, right, bottom = shapely.union(
            shapely.box(left, top, right, bottom), touching
        ).bounds
    screen = shapely.box(left, top, right, bottom)
    frame = shapely.box(left - 99, top - 99, right + 99, bottom + 99).difference(
        screen.buffer(SLACK, join_style="mitre")
    )
    everything = shapely.union(kept, frame)
    shapely.prepare(everything)
    parts = shapely.get_parts(everything)
    islands = parts[~shapely.intersects(parts, frame)]
    space = FreeSpace(
        start=start,
        grown=obstacles,
        walls=everything,
        goal=touching.intersection(screen).difference(obstacles),
        flag=np.array(level.flag.sensor.corners).mean(axis=0),
        islands=islands,
        holes=shapely.get_coordinates(shapely.point_on_surface(islands)).reshape(-1, 2),
        teleports=(),
        box=(left, top, right, bottom),
    )
    return _with_teleports(space, level)


def _solids(level: Level, placements: Sequence[Placement]) -> list[Shape]:
    """Fixed scenery and placed pieces; loose wood is left out, since the ball can push it away."""
    solids = [part.shape for part in level.walls]
    for at in placements:
        piece = level.piece(at.piece)
        if piece is not None and piece.kind.solid:
            solids.append(moved(piece.outline, at.x, at.y, at.angle))
    return solids


def _grow(shape: Shape, reach: float) -> Any:
    if isinstance(shape, Disc):
        radius = shape.radius + reach
        return shapely.Point(shape.x, shape.y).buffer(radius, quad_segs=2 * QUARTER_SEGMENTS)
    return shapely.Polygon(shape.corners).buffer(reach, quad_segs=QUARTER_SEGMENTS)


def _with_teleports(space: FreeSpace, level: Level) -> FreeSpace:
    ends = {part.id: np.array([part.x, part.y]) for part in level.scenery
            if part.kind is Kind.TELEPORT}  # fmt: skip
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rim = TELEPORT_REACH * np.column_stack([np.cos(turns), np.sin(turns)])
    jumps = []
    for pair in level.teleports:
        if not all(end in ends for end in pair):
            continue
        for here, there in (pair, pair[::-1]):
            entries = ends[here] + np.concatenate([rim, np.zeros((1, 2))])
            entries = entries[space.free(entries)]
            if len(entries) and space.free(ends[there][None])[0]:
                jumps.append(TeleportJump(entries, ends[there]))
    return dataclasses.replace(space, teleports=tuple(jumps))
