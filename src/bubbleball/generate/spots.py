"""Where the flag goes: a place that the ball reaches with the solution and not without it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.distances import distances_to_box
from bubbleball.game.geometry import Box, Shape, bounds, moved, overlap, rectangle
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT
from bubbleball.game.level import Flag
from bubbleball.game.trial import Trial
from bubbleball.generate.sketch import FAR_FLAG, Extent, Sketch, Unfit
from bubbleball.generate.stream import Stream

WIDTH, HEIGHT = FAR_FLAG.width, FAR_FLAG.height  # of every flag, px
_CLEAR = BALL_RADIUS + 5.0  # px between the flag and paths that must not touch it
_TOUCH = BALL_RADIUS - 3.0  # px; a path this near to the flag surely touches it
_START = 70.0  # least px from the ball's start to the flag
_STRIDE = 4  # frames between the places considered
_NEAR_GROUND = 45.0  # px; a ball this far above the ground touches a flag that stands there
_SLOWEST = 15.0  # px/s; a ball slower than this is about to stop


@dataclass(frozen=True, slots=True)
class Spot:
    """One place for the flag.

    flag: there.
    ledge: left, top, width, height of new ground under it (or over it, hung), px; None where it
        stands on what is there.
    """

    flag: Flag
    ledge: Extent | None


def find_spot(
    sketch: Sketch, stream: Stream, shaken: Sequence[Trial] = (), least_share: float = 1.0
) -> Spot:
    """A random good place on the ball's path with the solution, or Unfit.

    shaken: runs of jittered solutions, of which at least `least_share` should get there, too.
    """
    path = sketch.run()
    failing = [sketch.run(without=sketch.solution)]
    failing += [sketch.run(without=[piece]) for piece in sketch.solution]
    away = np.concatenate([trial.ball[:, :2] for trial in failing])
    taken = sketch.shapes()
    complete = _complete(sketch, path)
    found = []
    for flag, ledge in _candidates(sketch, path, complete, stream):
        if not _inside(sketch, flag) or _gaps(away, flag).min() < _CLEAR:
            continue
        if np.hypot(flag.x - sketch.ball.x, flag.y - sketch.ball.y) < _START:
            continue
        first = int(np.argmax(_gaps(path.ball[:, :2], flag) < _TOUCH))
        if first < complete or any(overlap(flag.sensor, shape) > 0.2 for shape in taken):
            continue
        if ledge and not _ledge_fits(ledge, path.ball[:first, :2], taken):
            continue
        there = sum(_gaps(run.ball[:, :2], flag).min() < _TOUCH for run in shaken)
        if there >= least_share * len(shaken):
            found.append(Spot(flag, ledge))
    if not found:
        raise Unfit("no good place for the flag")
    return stream.pick(found)


def _candidates(
    sketch: Sketch, path: Trial, complete: int, stream: Stream
) -> Iterator[tuple[Flag, Extent | None]]:
    """Places for the flag after everything that the solution needs has touched the ball."""
    level_ground = [bounds(p.shape) for p in sketch.scenery if p.kind.solid and p.angle == 0]
    for frame in range(complete, len(path.ball), _STRIDE):
        x, y, vx, vy = (float(value) for value in path.ball[frame])
        if math.hypot(vx, vy) < _SLOWEST:
            continue
        hung = ([False] + [e.gravity_up for e in path.effects if e.frame <= frame])[-1]
        edges = [_edge_below(box, x, y, hung=hung) for box in level_ground]
        for edge in edges:
            if edge is not None:
                yield _flag(x, edge, hung=hung), None
        if sketch.ledges and not any(edge is not None for edge in edges):
            yield _on_new_ground(x, y, stream, hung=hung)
            yield _beside_rising_ball(x, y, stream)


def _on_new_ground(x: float, y: float, stream: Stream, *, hung: bool) -> tuple[Flag, Extent]:
    """A flag around the ball with new ground under it, or over it."""
    reach, height = stream.between(12, 38), stream.whole(8, 20)
    edge = round(y - reach) if hung else round(y + reach)
    width = stream.whole(44, 100)
    left = round(x) - round(stream.between(20, width - 20))
    top = edge - height if hung else edge
    return _flag(x, edge, hung=hung), (left, top, width, height)


def _beside_rising_ball(x: float, y: float, stream: Stream) -> tuple[Flag, Extent]:
    """A flag just next to the ball, on ground that leaves room for it to rise."""
    edge = round(y + stream.between(14, 40))
    side = stream.pick([-1, 1])
    flag = _flag(x + side * stream.between(20, 25), edge, hung=False)
    width = stream.whole(40, 80)
    left = flag.x - 8 if side > 0 else flag.x + 8 - width
    return flag, (left, edge, width, stream.whole(8, 20))


def _edge_below(sides: Box, x: float, y: float, *, hung: bool) -> float | None:
    """The height at which a flag near x, y stands on the box (hangs from it); None if it cannot."""
    left, top, right, bottom = sides
    if not left + 8 <= x <= right - 8:
        return None
    edge, gap = (bottom, y - bottom) if hung else (top, top - y)
    return edge if BALL_RADIUS - 1 <= gap <= _NEAR_GROUND else None


def _complete(sketch: Sketch, path: Trial) -> int:
    """A frame soon after the ball has first met everything that it needs."""
    needed = sketch.to_meet | set(sketch.solution)
    met = {c.part: c.frame for c in reversed(path.contacts) if c.part in needed}
    met |= {e.part: e.frame for e in reversed(path.effects) if e.part in needed}
    if not sketch.to_meet <= set(met) or not set(sketch.solution) & set(met):
        raise Unfit("the ball does not meet what it should")
    return max(met.values()) + 6


def _flag(x: float, edge: float, *, hung: bool) -> Flag:
    """A flag that stands on the height `edge`, or hangs from it."""
    if hung:
        return Flag(round(x), edge + HEIGHT / 2, 180.0)
    return Flag(round(x), edge - HEIGHT / 2)


def _inside(sketch: Sketch, flag: Flag) -> bool:
    left, top, right, bottom = sketch.window
    if not (left <= flag.x <= right and top <= flag.y <= bottom):
        return False
    return (
        WIDTH / 2 <= flag.x <= SCREEN_WIDTH - WIDTH / 2
        and TRAY_HEIGHT + HEIGHT / 2 <= flag.y <= SCREEN_HEIGHT - HEIGHT / 2
    )


def _gaps(points: Array, flag: Flag) -> Array:
    """Distance of points from the flag's sensor, px; 0 inside."""
    return distances_to_box(points, bounds(flag.sensor))


def _ledge_fits(ledge: Extent, before: Array, taken: Sequence[Shape]) -> bool:
    """Whether the new ground is on the screen, off the path before it and apart from the rest."""
    left, top, width, height = ledge
    if left < 0 or left + width > SCREEN_WIDTH or top + height > SCREEN_HEIGHT:
        return False
    around = moved(rectangle(width + 8, height + 8), left + width / 2, top + height / 2)
    if any(overlap(around, other) > 0 for other in taken):
        return False
    return bool(
        distances_to_box(before, (left, top, left + width, top + height)).min() > BALL_RADIUS + 2
    )
