"""A level: the scenery, the ball's start, the flag, and the pieces that the player may place."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bubbleball.errors import LevelError, Problem, expect, member
from bubbleball.game.drawable import Drawable
from bubbleball.game.geometry import Disc, Hull, Shape, moved, rectangle, right_triangle
from bubbleball.game.kinds import BALL_RADIUS, BEAM_SHARE, BUTTON_SIZE, FLAG_INSET, Form, Kind

MAX_PARTS = 1000
MAX_COORDINATE = 5000.0
MIN_SIZE, MAX_SIZE = 1.0, 2000.0
MAX_TEXT = 200
MAX_DIFFICULTY = 10  # of a level; 0 is the easiest
DECIMALS = 6  # coordinates are kept to a millionth of a pixel, so that files repeat exactly

Pairs = tuple[tuple[str, str], ...]


class Origin(StrEnum):
    """Where a level's geometry comes from."""

    MEASURED = "measured"
    COMPLETED = "completed"
    DESIGNED = "designed"
    GENERATED = "generated"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of scenery where it stands, or a movable piece where it lies in the tray.

    id: unique within the level.
    kind: material or power.
    x, y: centre of its box, px.
    width, height: of its box before turning, px.
    angle: degrees clockwise about the centre.
    form: outline within the box.
    loose: scenery only; wood that moves instead of standing fixed.
    """

    id: str
    kind: Kind
    x: float
    y: float
    width: float = BUTTON_SIZE
    height: float = BUTTON_SIZE
    angle: float = 0.0
    form: Form = Form.RECTANGLE
    loose: bool = False

    def __post_init__(self) -> None:
        for name in ("x", "y", "width", "height", "angle"):
            object.__setattr__(self, name, _rounded(getattr(self, name)))
        object.__setattr__(self, "kind", member(Kind, self.kind))
        object.__setattr__(self, "form", member(Form, self.form))
        if self.kind is Kind.CATAPULT and self.form is Form.RECTANGLE:
            object.__setattr__(self, "form", Form.BEAM)
        if self.kind.button and self.form is Form.RECTANGLE:
            object.__setattr__(self, "form", Form.CIRCLE)

    @property
    def outline(self) -> Shape:
        """Its solid or sensor about the origin, unturned."""
        if self.form is Form.CIRCLE:
            return Disc(0.0, 0.0, self.width / 2)
        if self.form is Form.TRIANGLE:
            return right_triangle(self.width, self.height)
        if self.form is Form.BEAM:
            beam = rectangle(self.width, BEAM_SHARE * self.height)
            return moved(beam, 0.0, (1 - BEAM_SHARE) / 2 * self.height)
        return rectangle(self.width, self.height)

    @property
    def shape(self) -> Shape:
        """Its solid or sensor where it stands."""
        return moved(self.outline, self.x, self.y, self.angle)

    @property
    def turnable(self) -> bool:
        """Whether turning it is allowed and makes a difference."""
        return self.kind is Kind.SPRING or self.form is not Form.CIRCLE

    @property
    def size_key(self) -> tuple[Kind, Form, float, float]:
        """The same for two parts that can stand in for each other."""
        return self.kind, self.form, self.width, self.height

    def problems(self) -> Iterator[Problem]:
        """The faults of this part, leaving the rest of the level aside."""
        yield from _text_problems("id", self.id, required=True)
        yield from _number_problems(self, ("x", "y", "angle"), -MAX_COORDINATE, MAX_COORDINATE)
        yield from _number_problems(self, ("width", "height"), MIN_SIZE, MAX_SIZE)
        if self.kind.button and not self.width == self.height == BUTTON_SIZE:
            yield Problem(
                "width", f"a {self.kind} is 25 x 25 px, not {self.width:g} x {self.height:g}"
            )
        elif self.form is Form.CIRCLE and self.width != self.height:
            yield Problem(
                "height", f"a circle is as high as wide, not {self.width:g} x {self.height:g}"
            )
        if self.form not in self.kind.forms:
            allowed = ", ".join(self.kind.forms)
            yield Problem("form", f"{self.kind} cannot be a {self.form}; allowed: {allowed}")
        if self.loose and not self.kind.wooden:
            yield Problem("loose", f"only wood can be loose, not {self.kind}")
        if self.kind.upright and self.angle % 360 != 0:
            yield Problem("angle", f"a {self.kind} stands upright; its angle is {self.angle:g}")


@dataclass(frozen=True, slots=True)
class Ball:
    """Where the ball starts: centre, px; its radius is always 15 px."""

    x: float
    y: float
    id: str = "ball"

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            object.__setattr__(self, name, _rounded(getattr(self, name)))

    @property
    def shape(self) -> Disc:
        """The ball before it moves."""
        return Disc(self.x, self.y, BALL_RADIUS)


@dataclass(frozen=True, slots=True)
class Flag:
    """Where the ball must go.

    x, y: centre of the flag's box, px.
    angle: degrees clockwise.
    width, height: of the box, px.
    """

    x: float
    y: float
    angle: float = 0.0
    width: float = 38.0
    height: float = 50.0
    id: str = "flag"

    def __post_init__(self) -> None:
        for name in ("x", "y", "angle", "width", "height"):
            object.__setattr__(self, name, _rounded(getattr(self, name)))

    @property
    def sensor(self) -> Hull:
        """What the ball must touch."""
        shape = moved(
            rectangle(self.width - 2 * FLAG_INSET, self.height), self.x, self.y, self.angle
        )
        assert isinstance(shape, Hull)
        return shape


@dataclass(frozen=True, slots=True, repr=False)
class Level(Drawable):
    """One puzzle; a value that cannot exist in a broken state.

    ball, flag: start and goal.
    scenery: what stands in the level from the start, in building order.
    pieces: what the player may place; their poses say where they lie in the tray.
    teleports: pairs of ids; by default as `pair_teleports` says.
    name: such as `classic/2`; empty for a level of no pack.
    title, author: free text.
    origin: where its geometry comes from.
    """

    ball: Ball
    flag: Flag
    scenery: tuple[Part, ...] = ()
    pieces: tuple[Part, ...] = ()
    teleports: Pairs = None  # type: ignore[assignment]  # paired when the level is made
    name: str = ""
    title: str = ""
    author: str = ""
    origin: Origin = Origin.DESIGNED

    def __post_init__(self) -> None:
        expect(self.ball, Ball, "Level", "give Ball(40, 200)")
        expect(self.flag, Flag, "Level", "give Flag(300, 275)")
        for group in ("scenery", "pieces"):
            expect(getattr(self, group), Iterable, f"Level, {group}", "give a list of Part")
            object.__setattr__(self, group, tuple(getattr(self, group)))
        for part in self.parts:
            expect(part, Part, "Level", "give Part('plank', 'metal', 60, 30, 100, 20)")
        if self.teleports is None:
            object.__setattr__(self, "teleports", pair_teleports(self.parts))
        problems = tuple(self._problems())
        if problems:
            raise LevelError(problems, self.name)

    def __repr__(self) -> str:
        title = f" {self.title!r}" * bool(self.title)
        pieces = ", ".join(piece.id for piece in self.pieces) or "none"
        return f"<Level {self.name or 'unnamed'}{title}, pieces: {pieces}>"

    @property
    def parts(self) -> tuple[Part, ...]:
        """Scenery and pieces, in building order."""
        return self.scenery + self.pieces

    @property
    def walls(self) -> tuple[Part, ...]:
        """Scenery that is solid and never moves; loose wood yields and is left out."""
        return tuple(part for part in self.scenery if part.kind.solid and not part.loose)

    def piece(self, piece_id: str) -> Part | None:
        """The piece of that id, if the level has it."""
        return next((piece for piece in self.pieces if piece.id == piece_id), None)

    def one_of_each(self, without: Container[str] = ()) -> list[Part]:
        """One piece of each kind and size, leaving out pieces by id."""
        kinds: dict[tuple[Kind, Form, float, float], Part] = {}
        for piece in self.pieces:
            if piece.id not in without:
                kinds.setdefault(piece.size_key, piece)
        return list(kinds.values())

    def partner(self, teleport_id: str) -> str | None:
        """The other end of a teleport; None for a lone one."""
        for a, b in self.teleports:
            if teleport_id in (a, b):
                return b if teleport_id == a else a
        return None

    def _problems(self) -> Iterator[Problem]:
        if len(self.parts) > MAX_PARTS:
            yield Problem("", f"{len(self.parts)} parts; a level has at most {MAX_PARTS}")
            return
        for name in ("name", "title", "author"):
            yield from _text_problems(name, getattr(self, name))
        for end, pose in ((self.ball, ("x", "y")), (self.flag, ("x", "y", "angle"))):
            place = type(end).__name__.lower()
            yield from _inside(place, _text_problems("id", end.id, required=True))
            numbers = _number_problems(end, pose, -MAX_COORDINATE, MAX_COORDINATE)
            yield from _inside(place, numbers)
        yield from _inside(
            "flag", _number_problems(self.flag, ("width", "height"), 2 * FLAG_INSET + 1, MAX_SIZE)
        )
        for group in ("scenery", "pieces"):
            for number, part in enumerate(getattr(self, group)):
                yield from _inside(f"{group}[{number}]", part.problems())
        for number, piece in enumerate(self.pieces):
            if piece.kind is Kind.GROUND:
                yield Problem(f"pieces[{number}].kind", "ground cannot be a movable piece")
            if piece.loose:
                yield Problem(f"pieces[{number}].loose", "only scenery is marked loose")
        yield from self._id_problems()

    def _id_problems(self) -> Iterator[Problem]:
        places = {self.ball.id: "ball"}
        named = [("flag", self.flag.id)]
        named += [(f"scenery[{n}]", part.id) for n, part in enumerate(self.scenery)]
        named += [(f"pieces[{n}]", part.id) for n, part in enumerate(self.pieces)]
        for place, part_id in named:
            first = places.setdefault(part_id, place)
            if first != place:
                yield Problem(f"{place}.id", f"id {part_id!r} is taken by {first}")
        teleports = {part.id for part in self.parts if part.kind is Kind.TELEPORT}
        paired: set[str] = set()
        for number, pair in enumerate(self.teleports):
            for end in pair:
                if end not in teleports:
                    yield Problem(f"teleports[{number}]", f"no teleport has the id {end!r}")
                elif end in paired:
                    yield Problem(f"teleports[{number}]", f"teleport {end!r} is paired twice")
                paired.add(end)


def pair_teleports(parts: Iterable[Part]) -> Pairs:
    """Pair teleports as the game does: the first with the second, the third with the fourth."""
    ends = [part.id for part in parts if part.kind is Kind.TELEPORT]
    return tuple(zip(ends[::2], ends[1::2], strict=False))


def _rounded(value: float) -> float:
    """A coordinate rounded as in files; what is not a finite number is left for the checks."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if not abs(value) <= 1e15:
        # A whole number can be too long to become a float, or to be printed.
        return value if isinstance(value, float) else math.copysign(math.inf, value > 0 or -1)
    return round(float(value), DECIMALS) + 0.0  # + 0.0 turns -0.0 into 0.0


def _inside(place: str, problems: Iterable[Problem]) -> Iterator[Problem]:
    for problem in problems:
        yield Problem(f"{place}.{problem.where}", problem.what)


def _number_problems(
    holder: object, names: Iterable[str], low: float, high: float
) -> Iterator[Problem]:
    for name in names:
        value = getattr(holder, name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield Problem(name, f"{value!r} is not a number")
        elif not low <= value <= high:
            yield Problem(name, f"{value:g} is out of range; allowed: {low:g} to {high:g}")


def _text_problems(name: str, text: str, *, required: bool = False) -> Iterator[Problem]:
    if not isinstance(text, str):
        yield Problem(name, f"{text!r} is not text")
    elif required and not text:
        yield Problem(name, "is empty; every part needs an id")
    elif len(text) > MAX_TEXT:
        yield Problem(name, f"is {len(text)} characters long; at most {MAX_TEXT}")
    elif not text.isprintable():
        yield Problem(name, f"{text!r} has characters that cannot be printed")
