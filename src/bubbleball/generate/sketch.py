"""A level in the making: scenery, pieces and the placement that is meant to solve it.

Families work from left to right on whole pixels; a finished sketch may be mirrored. The flag comes
last, because it goes where the ball ends up.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterable

from bubbleball.game.geometry import Point, Shape, moved
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_SIZE, SCREEN_WIDTH, Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Origin, Part
from bubbleball.game.physics import POLYGON_SKIN, REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches
from bubbleball.game.trial import Trial
from bubbleball.game.world import World, simulate

Extent = tuple[float, float, float, float]  # left, top, width, height of an unturned box
THINNEST = 5  # px; scenery thinner than this looks like a mistake
HIGHEST = 35.0  # px from the screen's upper edge that the ball's centre should keep
FAR_FLAG = Flag(-4000.0, -4000.0)  # where no ball ever gets
TOUCH = BALL_RADIUS + POLYGON_SKIN  # px from the ball's centre to a face that it touches
_SWAPPED = {
    Kind.SPEEDUP_LEFT: Kind.SPEEDUP_RIGHT,
    Kind.SPEEDUP_RIGHT: Kind.SPEEDUP_LEFT,
}


class Unfit(Exception):  # control flow within this package, never an error
    """A sketch that did not work out; the next one may."""


class Sketch:
    """What a family fills in.

    ball: where it starts.
    scenery, pieces: as in a level; the pieces' tray poses come later.
    solution: where the pieces are meant to go, by id.
    decoys: ids of the pieces that the solution does not need.
    to_meet: ids of scenery that the ball must meet before the flag.
    window: left, top, right, bottom within which the flag's centre may lie, px.
    ledges: whether new ground may be put under a flag that the ball meets in flight.
    """

    def __init__(self) -> None:
        self.ball = Ball(240.0, 100.0)
        self.scenery: list[Part] = []
        self.pieces: list[Part] = []
        self.solution: dict[str, Placement] = {}
        self.decoys: set[str] = set()
        self.to_meet: set[str] = set()
        self.window = (0.0, 0.0, SCREEN_WIDTH, 320.0)
        self.ledges = True

    def ground(
        self, left: float, top: float, width: float, height: float, angle: float = 0.0
    ) -> Part:
        """Fixed ground by the corner and size of its unturned box, on whole pixels."""
        return self.fixed(Kind.GROUND, (left, top, width, height), angle)

    def fixed(self, kind: Kind, box: Extent, angle: float = 0.0) -> Part:
        """Scenery of any kind by the corner and size of its unturned box, on whole pixels."""
        left, top, width, height = map(round, box)
        if min(width, height) < THINNEST:
            raise Unfit("there is no room for the scenery")
        stem = "ground" if kind is Kind.GROUND else f"fixed-{_stem(kind, Form.RECTANGLE)}"
        part = Part(
            _numbered(stem, self.scenery),
            kind,
            left + width / 2,
            top + height / 2,
            width,
            height,
            round(angle),
        )
        self.scenery.append(part)
        return part

    def fixed_button(self, kind: Kind, x: float, y: float, angle: float = 0.0) -> Part:
        """A power-up that belongs to the scenery, by its centre."""
        half = BUTTON_SIZE / 2
        return self.fixed(kind, (x - half, y - half, BUTTON_SIZE, BUTTON_SIZE), angle)

    def drop(self, x: float, y: float) -> None:
        """Start the ball there, rounded to whole pixels."""
        self.ball = Ball(round(x), round(y))

    def piece(
        self,
        kind: Kind,
        width: float = 25.0,
        height: float = 25.0,
        form: Form = Form.RECTANGLE,
        *,
        decoy: bool = False,
    ) -> str:
        """Give the player one more piece; returns its id."""
        piece_id = _numbered(_stem(kind, form), self.pieces)
        self.pieces.append(Part(piece_id, kind, 0.0, 0.0, width, height, 0.0, form))
        if decoy:
            self.decoys.add(piece_id)
        return piece_id

    def put(self, piece: str, x: float, y: float, angle: float = 0.0) -> None:
        """Let the solution put the piece there, to a hundredth of a pixel."""
        self.solution[piece] = Placement(piece, round(x, 2), round(y, 2), round(angle, 2))

    def meet(self, piece: str, at: Point, tilt: float, along: float = 0.0) -> None:
        """Put the piece so that a ball with its centre `at` touches its upper face.

        tilt: degrees clockwise of the face; along: px from the face's middle to the contact.
        """
        part = next(p for p in self.pieces if p.id == piece)
        lean = math.radians(tilt)
        normal, face = (math.sin(lean), -math.cos(lean)), (math.cos(lean), math.sin(lean))
        reach, angle = TOUCH, tilt
        if part.form is Form.CIRCLE:
            reach, along, angle = BALL_RADIUS + part.width / 2, 0.0, 0.0
        elif part.form is Form.TRIANGLE:
            angle = tilt - 45.0  # its long side leans by 45 degrees as drawn
        else:
            reach += part.height / 2
        self.put(
            piece,
            at[0] - reach * normal[0] - along * face[0],
            at[1] - reach * normal[1] - along * face[1],
            angle,
        )

    def level(self, flag: Flag = FAR_FLAG) -> Level:
        """The level as it is so far."""
        return Level(
            ball=self.ball,
            flag=flag,
            scenery=tuple(self.scenery),
            pieces=tuple(self.pieces),
            origin=Origin.GENERATED,
        )

    def run(self, without: Iterable[str] = (), flag: Flag = FAR_FLAG) -> Trial:
        """What the ball does with the solution so far, less some pieces."""
        left_out = set(without)
        kept = [at for at in self.solution.values() if at.piece not in left_out]
        return simulate(self.level(flag), kept, REAL)

    def settle(self) -> None:
        """Let the wood of the solution come to rest, and place it there.

        Unfit if it is not legal to begin with, keeps moving or ends up somewhere else.
        """
        self.legal()
        world = World(self.level(), self.solution.values(), REAL, ball=False)
        if not world.settle():
            raise Unfit("the wood does not come to rest")
        for pose in world.poses():
            if pose.piece in self.solution:
                meant = self.solution[pose.piece]
                if math.dist((pose.x, pose.y), (meant.x, meant.y)) > 12:
                    raise Unfit("the wood slides away")
                self.put(pose.piece, pose.x, pose.y, pose.angle)
        self.legal()

    def legal(self) -> None:
        """Unfit if the solution so far breaks a rule of placing."""
        breach = next(breaches(self.level(), self.solution.values()), None)
        if breach is not None:
            raise Unfit(breach.detail)

    def shapes(self) -> list[Shape]:
        """The scenery, and the pieces where the solution puts them."""
        outlines = {piece.id: piece.outline for piece in self.pieces}
        placed = [moved(outlines[at.piece], at.x, at.y, at.angle) for at in self.solution.values()]
        return [*(part.shape for part in self.scenery), *placed]

    def mirrored(self) -> Sketch:
        """The same sketch with left and right exchanged."""
        other = Sketch()
        other.ball = dataclasses.replace(self.ball, x=SCREEN_WIDTH - self.ball.x)
        other.scenery = [_mirrored_part(part) for part in self.scenery]
        other.pieces = [_mirrored_part(part) for part in self.pieces]
        forms = {piece.id: piece.form for piece in self.pieces}
        for at in self.solution.values():
            other.put(
                at.piece, SCREEN_WIDTH - at.x, at.y, _mirrored_angle(at.angle, forms[at.piece])
            )
        other.decoys = set(self.decoys)
        other.to_meet = set(self.to_meet)
        left, top, right, bottom = self.window
        other.window = (SCREEN_WIDTH - right, top, SCREEN_WIDTH - left, bottom)
        other.ledges = self.ledges
        return other


def _stem(kind: Kind, form: Form) -> str:
    """The first part of an id; a speed-up's omits its direction, which mirroring changes."""
    if kind.solid and form in (Form.TRIANGLE, Form.CIRCLE):
        return f"{kind}-{form}"
    return kind.removesuffix("-right").removesuffix("-left")


def _numbered(stem: str, parts: list[Part]) -> str:
    taken = {part.id for part in parts}
    return next(name for n in itertools.count(1) if (name := f"{stem}-{n}") not in taken)


def _mirrored_part(part: Part) -> Part:
    return dataclasses.replace(
        part,
        kind=_SWAPPED.get(part.kind, part.kind),
        x=SCREEN_WIDTH - part.x,
        angle=_mirrored_angle(part.angle, part.form),
    )


def _mirrored_angle(angle: float, form: Form) -> float:
    """A right triangle with equal legs is its own mirror image, a quarter turn away."""
    return -angle - 90.0 if form is Form.TRIANGLE else -angle + 0.0
