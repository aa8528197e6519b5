"""The kinds of parts, their forms, and the sizes that are the same in every level, in px."""

from __future__ import annotations

from enum import StrEnum

SCREEN_WIDTH = 480.0
SCREEN_HEIGHT = 320.0
TRAY_HEIGHT = 80.0  # the play area begins below it
MARGIN = 20.0  # by which a piece may stand beyond the left, right and lower edge of the screen
PLAY_AREA = (  # left, top, right, bottom
    -MARGIN,
    TRAY_HEIGHT,
    SCREEN_WIDTH + MARGIN,
    SCREEN_HEIGHT + MARGIN,
)
BALL_RADIUS = 15.0
BUTTON_SIZE = 25.0  # width and height of every power-up
BUTTON_RADIUS = BUTTON_SIZE / 2
FLAG_INSET = 6.0  # by which the flag's sensor is narrower than its box, left and right
BEAM_SHARE = 0.6  # of a catapult's box, from below, that its beam fills


class Form(StrEnum):
    """The outline of a part within its box."""

    RECTANGLE = "rectangle"
    TRIANGLE = "triangle"
    CIRCLE = "circle"
    BEAM = "beam"


class Kind(StrEnum):
    """What a part is made of, or does."""

    GROUND = "ground"
    METAL = "metal"
    WOOD = "wood"
    CATAPULT = "catapult"
    SPEEDUP_UP = "speedup-up"
    SPEEDUP_DOWN = "speedup-down"
    SPEEDUP_LEFT = "speedup-left"
    SPEEDUP_RIGHT = "speedup-right"
    SLOWDOWN = "slowdown"
    GRAVITY_UP = "gravity-up"
    GRAVITY_DOWN = "gravity-down"
    SPRING = "spring"
    TELEPORT = "teleport"

    @property
    def solid(self) -> bool:
        """Whether the ball bounces off it."""
        return self in _SOLID

    @property
    def wooden(self) -> bool:
        """Whether it falls and topples when it is placed."""
        return self in _WOODEN

    @property
    def button(self) -> bool:
        """Whether it is a power-up: a sensor fixed in place."""
        return self not in _SOLID

    @property
    def upright(self) -> bool:
        """Whether it must stand upright: every power-up but the spring."""
        return self not in _SOLID and self is not Kind.SPRING

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms that a part of this kind can have."""
        return _FORMS.get(self, (Form.CIRCLE,))

    def named(self, form: Form) -> str:
        """The kind in words, with the form where that is not the usual one."""
        usual = form in (Form.RECTANGLE, Form.BEAM) or self.button
        return str(self) if usual else f"{self} {form}"


_SOLID = frozenset({Kind.GROUND, Kind.METAL, Kind.WOOD, Kind.CATAPULT})
_WOODEN = frozenset({Kind.WOOD, Kind.CATAPULT})
_FORMS = {
    Kind.GROUND: (Form.RECTANGLE,),
    Kind.METAL: (Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE),
    Kind.WOOD: (Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE),
    Kind.CATAPULT: (Form.BEAM,),
}
