"""Warnings for the designer of a level, from geometry alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from bubbleball.check.advice import Advice, Topic
from bubbleball.check.reachability import unreachable
from bubbleball.check.seams import seams
from bubbleball.game.geometry import bounds, boxes_meet, overlap
from bubbleball.game.kinds import PLAY_AREA, SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import OFF_SCREEN
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.rules import TOLERANCE

MOST = 20  # pieces of advice on one topic; a level with more has one problem, not many
_GRID = 10.0  # px between the places where a piece is tried
_LOOKS = 150_000  # poses tried for all pieces of a level together
_TURN = 15.0  # degrees between the angles at which it is tried
_SPILL = 0.5  # px that a piece may stick out of the tray without a warning


def warnings(level: Level) -> tuple[Advice, ...]:
    """Everything that looks wrong in a level; empty for a sound one."""
    checks = (_ball, _flag, unreachable, _pieces, _tray, _scenery, _teleports, _loose, seams)
    return tuple(advice for check in checks for advice in islice(check(level), MOST))


def _ball(level: Level) -> Iterator[Advice]:
    ball = level.ball
    if not (0 <= ball.x <= SCREEN_WIDTH and -OFF_SCREEN <= ball.y <= SCREEN_HEIGHT):
        text = f"The ball starts off the screen, at ({ball.x:g}, {ball.y:g})."
        yield Advice(Topic.BALL_OFF_SCREEN, text, (ball.id,))
    elif 0 < ball.y < TRAY_HEIGHT:
        yield Advice(Topic.BALL_IN_TRAY, "The ball starts in the tray.", (ball.id,))
    for part in _solids(level):
        depth = overlap(ball.shape, part.shape)
        if depth > TOLERANCE:
            text = (
                f"The ball starts {depth:.1f} px inside {part.kind} {part.id!r} "
                f"and will be pushed out unpredictably."
            )
            yield Advice(Topic.BALL_IN_SOLID, text, (ball.id, part.id))


def _flag(level: Level) -> Iterator[Advice]:
    flag, sensor = level.flag, level.flag.sensor
    left, top, right, bottom = bounds(sensor)
    if left < 0 or right > SCREEN_WIDTH or top < 0 or bottom > SCREEN_HEIGHT:
        outside = right <= 0 or left >= SCREEN_WIDTH or bottom <= 0 or top >= SCREEN_HEIGHT
        where = "is off" if outside else "sticks out of"
        text = f"The flag at ({flag.x:g}, {flag.y:g}) {where} the screen."
        yield Advice(Topic.FLAG_OFF_SCREEN, text, (flag.id,))
    elif top < TRAY_HEIGHT - TOLERANCE:
        yield Advice(Topic.FLAG_IN_TRAY, "The flag reaches into the tray.", (flag.id,))
    for part in _solids(level):
        depth = overlap(sensor, part.shape)
        if depth > 2 * TOLERANCE:
            text = f"The flag stands {depth:.1f} px inside {part.kind} {part.id!r}."
            yield Advice(Topic.FLAG_IN_SOLID, text, (flag.id, part.id))


def _pieces(level: Level) -> Iterator[Advice]:
    if not level.pieces:
        yield Advice(Topic.NO_PIECES, "There are no pieces to place.")
    placer, looks = Placer(level), iter(range(_LOOKS))
    fits: dict[tuple[str, str, float, float], bool] = {}
    for piece in level.pieces:
        if piece.size_key not in fits:
            fits[piece.size_key] = _fits_somewhere(placer, piece, looks)
        if not fits[piece.size_key]:
            text = (
                f"Piece {piece.id!r} ({piece.kind}, {piece.width:g} x {piece.height:g} px) "
                f"is larger than any free place; it can only stay in the tray."
            )
            yield Advice(Topic.PIECE_TOO_LARGE, text, (piece.id,))


def _fits_somewhere(placer: Placer, piece: Part, looks: Iterator[int]) -> bool:
    """Whether a pose was found, or too few looks were left to be sure that there is none."""
    turns = [_TURN * number for number in range(24)] if piece.turnable else [0.0]
    left, top, right, bottom = PLAY_AREA
    rows, columns = _outwards(top, bottom), _outwards(left, right)
    for (turn, y, x), _ in zip(product(turns, rows, columns), looks, strict=False):
        if placer.fits(Placement(piece.id, x, y, turn), ()):
            return True
    return next(looks, None) is None


def _outwards(low: float, high: float) -> list[float]:
    """A grid from the middle to both ends: most pieces fit at one of the first poses."""
    steps = range(int((high - low) / 2 / _GRID) + 1)
    return [(low + high) / 2 + side * step * _GRID for step in steps for side in (1, -1)]


def _tray(level: Level) -> Iterator[Advice]:
    for piece in level.pieces:
        left, top, right, bottom = bounds(piece.shape)
        out = max(-left, -top, right - SCREEN_WIDTH, bottom - TRAY_HEIGHT)
        if out > _SPILL:
            text = (
                f"Piece {piece.id!r} lies {out:.0f} px outside the tray (480 x 80 px) at the start."
            )
            yield Advice(Topic.OUTSIDE_TRAY, text, (piece.id,))


def _scenery(level: Level) -> Iterator[Advice]:
    for part in level.scenery:
        left, top, right, bottom = bounds(part.shape)
        what = f"{str(part.kind).capitalize()} {part.id!r}"
        if right <= 0 or left >= SCREEN_WIDTH or bottom <= 0 or top >= SCREEN_HEIGHT:
            yield Advice(
                Topic.OUT_OF_SIGHT, f"{what} lies off the screen, out of sight.", (part.id,)
            )
        elif part.y < TRAY_HEIGHT:
            yield Advice(Topic.SCENERY_IN_TRAY, f"{what} lies in the tray.", (part.id,))


def _teleports(level: Level) -> Iterator[Advice]:
    for part in level.parts:
        if part.kind is Kind.TELEPORT and level.partner(part.id) is None:
            text = f"Teleport {part.id!r} has no partner and does nothing."
            yield Advice(Topic.LONE_TELEPORT, text, (part.id,))


def _loose(level: Level) -> Iterator[Advice]:
    boxes = [bounds(part.shape) for part in level.scenery]
    for number, part in enumerate(level.scenery):
        for earlier, other in enumerate(level.scenery[:number]):
            if not (part.loose or other.loose) or not (part.kind.solid and other.kind.solid):
                continue
            if not boxes_meet(boxes[number], boxes[earlier]):
                continue
            depth = overlap(part.shape, other.shape)
            if depth > TOLERANCE:
                text = (
                    f"{part.id!r} and {other.id!r} overlap by {depth:.1f} px, and one of them is "
                    f"loose: they will spring apart at the start."
                )
                yield Advice(Topic.LOOSE_OVERLAP, text, (part.id, other.id))


def _solids(level: Level) -> Iterator[Part]:
    return (part for part in level.scenery if part.kind.solid)
