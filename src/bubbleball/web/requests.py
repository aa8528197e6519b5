"""What the page sends: the fields of each request, checked before any work begins."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, create_model
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from bubbleball.files.schema import LevelModel, PlacementModel, Solutions, StrictModel
from bubbleball.game.physics import PHYSICS_KEYS, Physics
from bubbleball.web.limits import Limits

_MOST = Limits()


class RequestModel(StrictModel):
    """A strict model whose schema is built at once: FastAPI asks for it at the start."""

    model_config = ConfigDict(defer_build=False)


class ShownAs:
    """Accept any object, but describe it as a model.

    The game's own reader checks it: its messages name every fault with its place.
    """

    def __init__(self, model: type[StrictModel]) -> None:
        model.model_rebuild()  # its schema is built at first use only
        self.model = model

    def __get_pydantic_json_schema__(
        self, _: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(self.model.__pydantic_core_schema__)


LevelData = Annotated[dict[str, Any], ShownAs(LevelModel)]
Placements = Annotated[list[PlacementModel], Field(max_length=_MOST.placements)]
_FIELDS: dict[str, Any] = {
    name: (Annotated[float | None, Field(ge=key.low, le=key.high)], None)
    for name, key in PHYSICS_KEYS.items()
}
PhysicsModel: Any = create_model(
    "PhysicsModel",
    __module__=__name__,  # so that requests can be sent to a worker process
    __base__=RequestModel,
    __doc__="The game's physics; values left out are the real game's.",
    **_FIELDS,
)


class LevelBody(RequestModel):
    """A level."""

    level: LevelData = Field(description="A level in our own format.")


class CheckBody(LevelBody):
    """A level and a placement."""

    placements: Placements = Field(default=[], description="Where pieces are placed.")


class PhysicsBody(RequestModel):
    """The physics of the game."""

    physics: PhysicsModel = Field(
        default_factory=PhysicsModel, description="The game's physics; solvers do not see it."
    )

    def game_physics(self) -> Physics:
        """The real game's physics but for the values that were given."""
        return Physics(**self.physics.model_dump(exclude_none=True))


class PlayBody(PhysicsBody, CheckBody):
    """What one trial needs."""


class HeatMapBody(PlayBody):
    """Where one piece would solve the level, beside what else is placed."""

    piece: str = Field(max_length=200, description="Id of the piece.")
    angle: float = Field(0.0, ge=-36_000, le=36_000, description="Degrees, clockwise.")


class FilmBody(PhysicsBody, LevelBody):
    """Trials to film, one after another."""

    trials: list[Placements] = Field(
        min_length=1, max_length=_MOST.film_trials, description="What was placed."
    )
    theme: Literal["light", "dark"] = "light"


class SolveBody(PhysicsBody, LevelBody):
    """A solver, a level and a budget."""

    solver: str = Field(max_length=40, description="A name from the catalogue.")
    planner: str | None = Field(None, max_length=40, description="For solvers that take one.")
    seed: int = Field(0, ge=0, le=2**32 - 1)
    max_trials: int = Field(10, ge=1, le=_MOST.trials)
    time_limit: float = Field(60.0, gt=0, le=_MOST.solve_seconds, description="Seconds.")


class CertifyBody(LevelBody):
    """A search for solutions."""

    seconds: float = Field(30.0, gt=0, le=_MOST.certify_seconds)
    seed: int = Field(0, ge=0, le=2**32 - 1)


class OpenBody(RequestModel):
    """A file's content."""

    name: str = Field("", max_length=200, description="The file's name.")
    text: str = Field(max_length=_MOST.body_bytes, description="Its content.")
    movables: str | None = Field(
        None, max_length=_MOST.body_bytes, description="A movableObjects.json that came with it."
    )


class SaveBody(LevelBody):
    """A level to write as a file."""

    solutions: Solutions = Field(default=[], description="Placements that reach the flag.")
    format: Literal["bubbleball", "original"] = "bubbleball"


class NoBody(RequestModel):
    """A request without parameters."""


class PuzzleNameBody(RequestModel):
    """A puzzle of another game, or a group of them."""

    game: Literal["phyre", "interphyre"]
    name: str = Field(max_length=80, description="As the game calls it.")


class PuzzleBallModel(RequestModel):
    """A ball to place, in the game's unit."""

    x: float = Field(ge=-1000, le=1000)
    y: float = Field(ge=-1000, le=1000)
    radius: float = Field(gt=0, le=1000)


class PuzzlePlayBody(PuzzleNameBody):
    """A puzzle and balls."""

    balls: list[PuzzleBallModel] = Field(default=[], max_length=2, description="What is placed.")


class PuzzleSolveBody(PuzzleNameBody):
    """A puzzle, a track and a budget."""

    track: Literal["copy", "constants"] = "copy"
    seed: int = Field(0, ge=0, le=2**32 - 1)
    max_attempts: int = Field(20, ge=1, le=_MOST.trials)
