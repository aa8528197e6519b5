"""Facts of the game and the shipped levels, as the page gets them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.placement import Placement
from bubbleball.method.explanation import MethodStage
from bubbleball.web.requests import LevelData


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """The screen, px.

    width, height: of the whole.
    tray: height of the tray at the top.
    margin: how far a piece may stick out of the screen.
    """

    width: float
    height: float
    tray: float
    margin: float


@dataclass(frozen=True, slots=True)
class PartSize:
    """A usual size of a part.

    form: its outline.
    width, height: of its box, px.
    """

    form: Form
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GlyphPath:
    """A path of the sign on a power-up, around its middle.

    d: as in SVG, px.
    paint: `line` for a stroke, `fill` for what is filled, `face` for what shows the button again.
    width: of the stroke, px.
    """

    d: str
    paint: Literal["line", "fill", "face"]
    width: float


@dataclass(frozen=True, slots=True)
class KindFacts:
    """A kind of part.

    name: as in level files.
    label: for people.
    solid: whether the ball bounces off it.
    wooden: whether it may fall.
    button: whether it is a power-up.
    turns: whether the player may turn it.
    sizes: usual sizes.
    glyph: the sign on a power-up, from back to front.
    """

    name: Kind
    label: str
    solid: bool
    wooden: bool
    button: bool
    turns: bool
    sizes: tuple[PartSize, ...]
    glyph: tuple[GlyphPath, ...]


@dataclass(frozen=True, slots=True)
class PhysicsFacts:
    """One number of the game's physics.

    key: as in requests.
    label, unit: for people.
    low, high: what is allowed.
    top: where a slider ends.
    real: the game's own value.
    """

    key: str
    label: str
    unit: str
    low: float
    high: float
    top: float
    real: float


@dataclass(frozen=True, slots=True)
class Preset:
    """A named world.

    name: as on the command line.
    values: what differs from the real game.
    """

    name: str
    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class SolverFacts:
    """A solver.

    name: as in requests.
    text: what it does.
    planners: whether it takes a planner.
    """

    name: str
    text: str
    planners: bool


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage of the method.

    stage: as in thoughts.
    name: for people.
    text: what the solver does in it; goes on after “the solver”.
    """

    stage: MethodStage
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """What one request may ask for.

    parts: of a level.
    trials: of a solve.
    solve_seconds, certify_seconds: longest time.
    film_trials: trials in one film.
    """

    parts: int
    trials: int
    solve_seconds: float
    certify_seconds: float
    film_trials: int


@dataclass(frozen=True, slots=True)
class Catalog:
    """Facts of the game that the page shows but does not decide.

    screen: its size.
    ball_radius: px.
    flag_width, flag_height: of a flag whose level does not say, px.
    button: width and height of a power-up, px.
    beam: share of a catapult's box that its beam fills, from below.
    frames: per second of a trial.
    metre: in px.
    kinds: of parts.
    physics: every number of it.
    presets: named worlds.
    solvers: the default one first.
    planners: for solvers that take one.
    stages: of the method, explained.
    limits: of requests.
    """

    screen: ScreenFacts
    ball_radius: float
    flag_width: float
    flag_height: float
    button: float
    beam: float
    frames: int
    metre: float
    kinds: tuple[KindFacts, ...]
    physics: tuple[PhysicsFacts, ...]
    presets: tuple[Preset, ...]
    solvers: tuple[SolverFacts, ...]
    planners: tuple[str, ...]
    stages: tuple[StageFacts, ...]
    limits: RequestLimits


@dataclass(frozen=True, slots=True)
class OpenedLevel:
    """A level from a file.

    level: the puzzle alone.
    solutions: placements that reach the flag.
    family: which generator made it; empty for none.
    difficulty: 0 to 10; null when unknown.
    """

    level: LevelData
    solutions: tuple[tuple[Placement, ...], ...]
    family: str
    difficulty: float | None


@dataclass(frozen=True, slots=True)
class ShippedLevel(OpenedLevel):
    """A level of a pack.

    name: such as `classic/2`.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Levels that belong together.

    name: of the pack.
    levels: in its order.
    """

    name: str
    levels: tuple[ShippedLevel, ...]


@dataclass(frozen=True, slots=True)
class PacksReply:
    """All shipped levels.

    packs: in order.
    """

    packs: tuple[Pack, ...]
