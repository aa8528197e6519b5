"""Box2D at more than one step a frame."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bubbleball.game.engine import Body, Edge, Engine
from bubbleball.game.foreign.touch import ForeignTouch
from bubbleball.game.physics import SECONDS_PER_STEP, SOLVER_ITERATIONS
from bubbleball.game.residual import Residual


class FastClock(Engine):
    """An engine whose `step` takes several shorter steps of Box2D."""

    def __init__(self, gravity: float, steps: int) -> None:
        """steps: of Box2D in one frame."""
        iterations = (SOLVER_ITERATIONS, SOLVER_ITERATIONS)
        super().__init__(gravity, SECONDS_PER_STEP / steps, iterations)
        self._steps = steps
        self._short, self.step = self.step, self._frame
        self._ball: Body | None = None
        self._past: dict[str, ForeignTouch] = {}

    def act_on(self, ball: Body, residual: Residual, metal: Collection[str]) -> None:
        """Let a residual act on the ball in every short step."""
        self._ball, self.step = ball, self._short
        super().act_on(ball, residual, metal)
        self._short, self.step = self.step, self._frame

    def neighbours(self, ball: Body) -> Sequence[Edge]:
        """What the ball touches or may soon touch, or has touched since the frame began."""
        now = ball.contacts
        touching = {edge.other.userData for edge in now if edge.contact.touching}
        past: list[Any] = [p for name, p in self._past.items() if name not in touching]
        return [*now, *past]

    def _frame(self) -> None:
        self._past = {}
        for number in range(self._steps):
            self._short()
            if self._ball is None or number == self._steps - 1:
                continue
            for edge in self._ball.contacts:
                if edge.contact.touching:
                    name = edge.other.userData
                    self._past[name] = ForeignTouch(name, edge.contact.worldManifold)
