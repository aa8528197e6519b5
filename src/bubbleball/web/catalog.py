"""Facts of the game that the page shows but does not decide, and the shipped levels."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from bubbleball.files import packs
from bubbleball.game.geometry import Point
from bubbleball.game.kinds import (
    BALL_RADIUS,
    BEAM_SHARE,
    BUTTON_SIZE,
    MARGIN,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    TRAY_HEIGHT,
    Form,
    Kind,
)
from bubbleball.game.level import Flag
from bubbleball.game.physics import (
    PHYSICS_KEYS,
    PIXELS_PER_METRE,
    PRESETS,
    REAL,
    STEPS_PER_SECOND,
    Physics,
    PhysicsKey,
    random_physics,
)
from bubbleball.method.guide_path import PLANNERS
from bubbleball.render.drawing import Circle, Mark, Polygon, Polyline
from bubbleball.render.layers.buttons import glyph_marks
from bubbleball.render.svg import number
from bubbleball.render.theme import DARK, LIGHT, Role, Theme
from bubbleball.report.labels import STAGES
from bubbleball.solvers import DEFAULT_SOLVER, SOLVERS
from bubbleball.web.contract.catalog import (
    Catalog,
    GlyphPath,
    KindFacts,
    Pack,
    PacksReply,
    PartSize,
    PhysicsFacts,
    Preset,
    RequestLimits,
    ScreenFacts,
    ShippedLevel,
    SolverFacts,
    StageFacts,
)
from bubbleball.web.limits import Limits
from bubbleball.web.responses import opened_level

_LABELS = {
    Kind.SPEEDUP_UP: "Speed up ↑",
    Kind.SPEEDUP_DOWN: "Speed up ↓",
    Kind.SPEEDUP_LEFT: "Speed up ←",
    Kind.SPEEDUP_RIGHT: "Speed up →",
    Kind.SLOWDOWN: "Slow down",
    Kind.GRAVITY_UP: "Gravity up",
    Kind.GRAVITY_DOWN: "Gravity down",
}
_SIZES: dict[Kind, tuple[tuple[Form, float, float], ...]] = {
    Kind.GROUND: ((Form.RECTANGLE, 120, 20),),
    Kind.METAL: (
        (Form.RECTANGLE, 150, 25),
        (Form.TRIANGLE, 75, 75),
        (Form.CIRCLE, 50, 50),
    ),
    Kind.WOOD: (
        (Form.RECTANGLE, 150, 25),
        (Form.RECTANGLE, 100, 25),
        (Form.RECTANGLE, 200, 25),
        (Form.RECTANGLE, 40, 40),
        (Form.RECTANGLE, 50, 50),
        (Form.TRIANGLE, 75, 75),
        (Form.CIRCLE, 50, 50),
    ),
    Kind.CATAPULT: ((Form.BEAM, 125, 25),),
}
_SLIDER_ENDS = {  # where the slider of a physics key ends, short of its range
    "gravity": 30,
    "restitution": 1,
    "ball_friction": 1,
    "ball_density": 2,
    "ground_friction": 1.5,
    "metal_friction": 1.5,
    "wood_friction": 1.5,
    "wood_density": 6,
    "wood_restitution": 1,
    "catapult_density": 3,
    "speedup": 4,
    "slowdown": 1,
    "spring": 1000,
}
_PLANNING = ("hierarchical", "paper")  # solvers that take a planner
_PLAIN = ("visibility", "prm")  # planners that need no extra
_RANDOM_WORLDS = 10  # among the presets


def catalog(limits: Limits) -> Catalog:
    """Everything that the page needs to know before it shows a level."""
    flag = Flag(0, 0)
    return Catalog(
        screen=ScreenFacts(SCREEN_WIDTH, SCREEN_HEIGHT, TRAY_HEIGHT, MARGIN),
        ball_radius=BALL_RADIUS,
        flag_width=flag.width,
        flag_height=flag.height,
        button=BUTTON_SIZE,
        beam=BEAM_SHARE,
        frames=STEPS_PER_SECOND,
        metre=PIXELS_PER_METRE,
        kinds=tuple(map(_kind, Kind)),
        physics=tuple(_physics(name, key) for name, key in PHYSICS_KEYS.items()),
        presets=tuple(Preset(name, differences(world)) for name, world in _worlds()),
        solvers=tuple(
            SolverFacts(name, SOLVERS[name][1], name in _PLANNING)
            for name in sorted(SOLVERS, key=lambda name: name != DEFAULT_SOLVER)
        ),
        planners=tuple(name for name in PLANNERS if name in _PLAIN or find_spec("ompl")),
        stages=tuple(StageFacts(stage, *words) for stage, words in STAGES.items()),
        limits=RequestLimits(
            limits.parts,
            limits.trials,
            limits.solve_seconds,
            limits.certify_seconds,
            limits.film_trials,
        ),
    )


def _kind(kind: Kind) -> KindFacts:
    sizes = _SIZES.get(kind, ((Form.CIRCLE, BUTTON_SIZE, BUTTON_SIZE),))
    return KindFacts(
        name=kind,
        label=_LABELS.get(kind, kind.value.capitalize()),
        solid=kind.solid,
        wooden=kind.wooden,
        button=kind.button,
        turns=not kind.upright,
        sizes=tuple(PartSize(*size) for size in sizes),
        glyph=tuple(map(_glyph_path, glyph_marks(kind) if kind.button else ())),
    )


def _glyph_path(mark: Mark) -> GlyphPath:
    match mark:
        case Circle(x, y, r, style):
            left, right, radius, middle = map(number, (x - r, x + r, r, y))
            half = f"A{radius} {radius} 0 1 0"
            d = f"M{left} {middle}{half} {right} {middle}{half} {left} {middle}Z"
        case Polygon(points, style):
            d = _line(points) + "Z"
        case Polyline(points, style):
            d = _line(points)
        case _:
            raise TypeError(f"{mark}: a sign is made of circles, polygons and lines")
    if style.line is not None:
        return GlyphPath(d, "line", style.width)
    return GlyphPath(d, "fill" if style.fill is Role.GLYPH else "face", 0.0)


def _line(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _physics(name: str, key: PhysicsKey) -> PhysicsFacts:
    return PhysicsFacts(
        key=name,
        label=key.label.capitalize(),
        unit=key.unit,
        low=key.low,
        high=key.high,
        top=_SLIDER_ENDS[name],
        real=getattr(REAL, name),
    )


def _worlds() -> Iterator[tuple[str, Physics]]:
    yield from PRESETS.items()
    yield from ((f"random:{seed}", random_physics(seed)) for seed in range(_RANDOM_WORLDS))


def differences(physics: Physics) -> dict[str, float]:
    """The values that differ from the real game's physics."""
    return {
        key: getattr(physics, key)
        for key in PHYSICS_KEYS
        if getattr(physics, key) != getattr(REAL, key)
    }


def shipped_packs() -> PacksReply:
    """Every shipped level, pack by pack."""
    return PacksReply(
        tuple(Pack(name, tuple(map(_shipped, packs.pack(name)))) for name in packs.packs())
    )


def _shipped(name: str) -> ShippedLevel:
    found = opened_level(packs.find(name))
    return ShippedLevel(found.level, found.solutions, found.family, found.difficulty, name)


def theme_css() -> str:
    """The renderer's colours as custom properties, so that page and pictures look alike."""
    light, dark = _properties(LIGHT), _properties(DARK)
    return (
        f":root {{ color-scheme: light; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; {dark} }} }}\n"
        f":root[data-theme=light] {{ color-scheme: light; {light} }}\n"
        f":root[data-theme=dark] {{ color-scheme: dark; {dark} }}\n"
    )


def _properties(theme: Theme) -> str:
    return " ".join(f"{role.variable}: {colour};" for role, colour in theme.colours.items())
