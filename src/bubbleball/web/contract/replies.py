"""What the server answers to single requests: errors, rules, files, trials."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.errors import Problem
from bubbleball.game.geometry import Point
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """Why a request was refused.

    message: for a person.
    problems: each fault with its place in the request.
    """

    message: str
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class PingReply:
    """The server is up."""

    up: bool = True


@dataclass(frozen=True, slots=True)
class StopReply:
    """The solve has been asked to stop; its stream reports what it has found so far."""

    stopped: bool = True


@dataclass(frozen=True, slots=True)
class BreachData:
    """A rule of placing that is broken.

    piece: its id.
    rule: which one.
    amount: by how much, px (degrees for UPRIGHT).
    detail: in words.
    other: id of the other part involved.
    """

    piece: str
    rule: str
    amount: float
    detail: str
    other: str | None


@dataclass(frozen=True, slots=True)
class CheckReply:
    """How a placement stands by the rules.

    breaches: empty when it is legal.
    """

    breaches: tuple[BreachData, ...]


@dataclass(frozen=True, slots=True)
class WarningData:
    """Something that the designer of a level should look at.

    text: a sentence or two.
    parts: ids of the parts concerned, the ball's and the flag's among them.
    """

    text: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InspectReply:
    """What is wrong with a level, and what its designer may want to know.

    problems: faults that make it unplayable.
    warnings: for a sound level.
    """

    problems: tuple[Problem, ...]
    warnings: tuple[WarningData, ...]


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A level as a file.

    name: a suitable file name.
    text: the content.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class HeatMapReply:
    """What is predicted for one piece at the points of a grid.

    step: px between the points.
    points: where the piece may stand.
    solved: of each point, whether the ball then reaches the flag.
    """

    step: float
    points: list[Point]
    solved: list[bool]


@dataclass(frozen=True, slots=True)
class ContactData:
    """The ball touches a part.

    part: its id.
    frame: the first.
    until: the last; null when it still touches at the end.
    point: of contact, px.
    normal: unit vector towards the ball.
    """

    part: str
    frame: int
    until: int | None
    point: Point
    normal: Point


@dataclass(frozen=True, slots=True)
class EffectData:
    """The ball enters a power-up.

    part: its id.
    frame: when.
    position: of the ball before, px.
    jumped: whether the ball was moved elsewhere.
    """

    part: str
    frame: int
    position: Point
    jumped: bool


@dataclass(frozen=True, slots=True)
class AccountData:
    """What happened, in words; parts are named by kind and id.

    text: one sentence.
    notes: what else may explain it, a sentence each.
    frame: when the ball was nearest to the flag.
    x, y: its centre then, px.
    gap: between ball and flag then, px.
    """

    text: str
    notes: tuple[str, ...]
    frame: int
    x: float
    y: float
    gap: float


@dataclass(frozen=True, slots=True)
class TrialData:
    """A trial with every frame, exactly as the game played it.

    outcome: how it ended.
    solved: whether the ball reached the flag.
    reason: the end in words.
    account: what happened, for the player.
    placements: what was placed.
    ball: its centre at every frame, px.
    movers: ids of the parts that move.
    moves: frames x movers x (x, y, angle).
    contacts: of the ball, in order.
    effects: of power-ups, in order.
    """

    outcome: Outcome
    solved: bool
    reason: str
    account: AccountData
    placements: tuple[Placement, ...]
    ball: list[Point]
    movers: tuple[str, ...]
    moves: list[list[tuple[float, float, float]]]
    contacts: tuple[ContactData, ...]
    effects: tuple[EffectData, ...]
