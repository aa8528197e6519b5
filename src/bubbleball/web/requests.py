"""What the page sends: the shapes of requests, checked before any work begins."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, GetJsonSchemaHandler, create_model
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from bubbleball.files.schema import LevelModel, PlacementModel, Solutions, StrictModel
from bubbleball.game.physics import PHYSICS_KEYS
from bubbleball.web.limits import Limits

_MOST = Limits()


class _ShownAs:
    """Any object is let through, and described as a model: the game's own reader will judge it.

    Its messages name every fault with its place, which is what a level's author needs.
    """

    def __init__(self, model: type[StrictModel]) -> None:
        self._model = model

    def __get_pydantic_json_schema__(
        self, _: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(self._model.__pydantic_core_schema__)


LevelData = Annotated[dict[str, Any], _ShownAs(LevelModel)]
Placements = Annotated[list[PlacementModel], Field(max_length=_MOST.placements)]
_FIELDS: dict[str, Any] = {
    name: (Annotated[float | None, Field(ge=key.low, le=key.high)], None)
    for name, key in PHYSICS_KEYS.items()
}
PhysicsModel: Any = create_model(
    "PhysicsModel",
    __base__=StrictModel,
    __doc__="The game's physics; what is left out is as in the real game.",
    **_FIELDS,
)


class LevelBody(StrictModel):
    """A level."""

    level: LevelData = Field(description="A level in our own format.")


class CheckBody(LevelBody):
    """A level and a placement."""

    placements: Placements = Field(default=[], description="Where pieces are put.")


class PlayBody(CheckBody):
    """What one trial needs."""

    physics: PhysicsModel = Field(default_factory=PhysicsModel, description="The game's physics.")

    def overrides(self) -> dict[str, float]:
        """The physics values that were given."""
        return dict(self.physics.model_dump(exclude_none=True))


class FilmBody(LevelBody):
    """Trials to be filmed, one after another."""

    trials: list[Placements] = Field(min_length=1, max_length=20, description="What was placed.")
    physics: PhysicsModel = Field(default_factory=PhysicsModel, description="The game's physics.")
    theme: Literal["light", "dark"] = "light"

    def overrides(self) -> dict[str, float]:
        """The physics values that were given."""
        return dict(self.physics.model_dump(exclude_none=True))


class SolveBody(LevelBody):
    """A solve: who, on what, for how long."""

    solver: str = Field(max_length=40, description="One of the catalogue's.")
    planner: str | None = Field(None, max_length=40, description="For solvers that have a choice.")
    seed: int = Field(0, ge=0, le=2**32 - 1)
    max_trials: int = Field(10, ge=1, le=_MOST.trials)
    time_limit: float = Field(60.0, gt=0, le=_MOST.solve_seconds, description="Seconds.")
    physics: PhysicsModel = Field(
        default_factory=PhysicsModel, description="The game's physics; the solver is not told."
    )

    def overrides(self) -> dict[str, float]:
        """The physics values that were given."""
        return dict(self.physics.model_dump(exclude_none=True))


class CertifyBody(LevelBody):
    """A search for solutions."""

    seconds: float = Field(30.0, gt=0, le=_MOST.certify_seconds)
    seed: int = Field(0, ge=0, le=2**32 - 1)


class OpenBody(StrictModel):
    """A file's content."""

    name: str = Field("", max_length=200, description="The file's name.")
    text: str = Field(max_length=_MOST.body_bytes, description="Its content.")
    movables: str | None = Field(
        None, max_length=_MOST.body_bytes, description="A movableObjects.json that came with it."
    )


class SaveBody(LevelBody):
    """A level to be written as a file."""

    solutions: Solutions = Field(default=[], description="Placements that reach the flag.")
    format: Literal["bubbleball", "original"] = "bubbleball"
