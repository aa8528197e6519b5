"""Whether any path leads from the ball to the flag, ignoring gravity."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from bubbleball.check.advice import Advice, Topic
from bubbleball.game.geometry import Disc, Shape
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level
from bubbleball.game.physics import OFF_SCREEN

SLACK = 1.0  # px by which the ball is shrunk, so that "no path" is certain
_SKY = 2000.0  # px above the screen to which a ball may fly


def unreachable(level: Level) -> Iterator[Advice]:
    """What keeps the ball from the flag whatever is placed; nothing if geometry allows a path.

    Walls block it and loose wood does not. Teleports count as links; one that can be placed may
    link anything.
    """
    found = _obstacle(level)
    if found is not None:
        topic, text = found
        yield Advice(topic, text, (level.ball.id, level.flag.id), fatal=True)


def _obstacle(level: Level) -> tuple[Topic, str] | None:
    """Whether the ball is walled in or the flag cannot be reached, and the finding in words."""
    rooms = _rooms(level)
    at = shapely.Point(level.ball.x, level.ball.y)
    start = _rooms_near(rooms, at) or _rooms_near(rooms, at.buffer(BALL_RADIUS))
    touching = to_shapely(level.flag.sensor).buffer(BALL_RADIUS + SLACK)
    if not touching.intersects(_play_space()):
        return Topic.FLAG_UNREACHABLE, "The flag is off the screen, where the ball cannot go."
    goal = _rooms_near(rooms, touching)
    if not goal:
        return Topic.FLAG_UNREACHABLE, "The flag is buried: no ball can touch it anywhere."
    if not start:
        return None  # deep inside a solid: geometry does not know where the engine pushes it
    reached = _linked(level, rooms, start)
    if reached & goal:
        return None
    edge = _play_space().exterior
    if not any(rooms[room].intersects(edge) for room in reached):
        text = "The ball is shut in: walls all round it, and the flag is outside."
        return Topic.BALL_TRAPPED, text
    text = "The flag cannot be reached: no gap in the scenery is wide enough for the ball."
    return Topic.FLAG_UNREACHABLE, text


def to_shapely(shape: Shape) -> shapely.Geometry:
    """A shape for shapely; discs become polygons that lie within them."""
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y).buffer(shape.radius)
    return shapely.Polygon(shape.corners)


def _play_space() -> shapely.Polygon:
    return shapely.box(-OFF_SCREEN, -_SKY, SCREEN_WIDTH + OFF_SCREEN, SCREEN_HEIGHT + OFF_SCREEN)


def _rooms(level: Level) -> list[shapely.Polygon]:
    """The connected parts of the plane in which the ball's centre can move."""
    walls = [to_shapely(part.shape).buffer(BALL_RADIUS - SLACK) for part in level.walls]
    free = _play_space().difference(shapely.union_all(walls))
    return [room for room in shapely.get_parts(free) if room.area > 0]


def _rooms_near(rooms: list[shapely.Polygon], place: shapely.Geometry) -> set[int]:
    return {number for number, room in enumerate(rooms) if room.intersects(place)}


def _linked(level: Level, rooms: list[shapely.Polygon], start: set[int]) -> set[int]:
    """Every room that can be reached from the start, through teleports too."""
    fixed = {part.id: part for part in level.scenery if part.kind is Kind.TELEPORT}
    everywhere = set(range(len(rooms)))
    links: list[tuple[set[int], set[int]]] = []
    for pair in level.teleports:
        entries, exits = [], []
        for end in pair:
            at = shapely.Point(fixed[end].x, fixed[end].y) if end in fixed else None
            reach = BALL_RADIUS + BUTTON_RADIUS
            entries.append(_rooms_near(rooms, at.buffer(reach)) if at else everywhere)
            exits.append(_rooms_near(rooms, at) if at else everywhere)
        links += [(entries[0], exits[1]), (entries[1], exits[0])]
    reached, before = set(start), set[int]()
    while reached != before:
        before = set(reached)
        for entry, leads_to in links:
            if entry & reached:
                reached |= leads_to
    return reached
