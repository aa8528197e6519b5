"""The tools that an agent gets by the Model Context Protocol; importing this needs the SDK."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, ConfigDict, Field

from bubbleball.bench.outside_player import OutsidePlayer
from bubbleball.errors import BubbleBallError
from bubbleball.game.level import MAX_PARTS
from bubbleball.game.placement import Placement
from bubbleball.render.annotated import annotated_png

INSTRUCTIONS = (
    "Physics puzzles: place pieces so that the ball reaches the flag. Call list_levels, look at a "
    "level, and try placements within its budget of trials; read_trace shows a trial in detail."
)

Name = Annotated[str, Field(description="a level's name, from list_levels")]
Number = Annotated[int, Field(description="of a trial; 0 is the run with nothing placed")]
Seconds = Annotated[float, Field(description="s since the start", allow_inf_nan=False)]
Frames = Annotated[int, Field(description="frames of 1/60 s from row to row")]


class PieceAt(BaseModel):
    """Where one piece goes."""

    model_config = ConfigDict(extra="forbid")

    piece: str = Field(description="id of the piece")
    x: float = Field(description="centre in px, to the right", allow_inf_nan=False)
    y: float = Field(description="centre in px, down", allow_inf_nan=False)
    angle: float = Field(default=0.0, description="degrees, clockwise", allow_inf_nan=False)


Pieces = Annotated[list[PieceAt], Field(max_length=MAX_PARTS)]


class AgentTools:
    """The tools; coroutines without a pause, so that they run one at a time."""

    def __init__(self, player: OutsidePlayer) -> None:
        self._player = player

    async def list_levels(self) -> str:
        """List the levels with the trials that are left for each."""
        return self._player.listing()

    async def look(self, level: Name, with_picture: bool = True) -> list[str | Image]:
        """Describe a level: rules, positions, pieces, what the ball does alone; and draw it."""
        with _explained():
            return [self._player.look(level), *self._picture(level, 0, wanted=with_picture)]

    async def check_placements(self, level: Name, placements: Pieces) -> str:
        """Check placements against the rules of placing. This costs no trial."""
        with _explained():
            return self._player.check(level, _placements(placements))

    async def try_placements(
        self, level: Name, placements: Pieces, with_picture: bool = False
    ) -> list[str | Image]:
        """Play one trial. It counts, also if the placements are not legal."""
        with _explained():
            text = self._player.attempt(level, _placements(placements))
            number = len(self._player.sitting(level).attempts)
            return [text, *self._picture(level, number, wanted=with_picture)]

    async def read_trace(
        self,
        level: Name,
        trial: Number,
        first: Seconds = 0.0,
        last: Seconds = 10.0,
        every: Frames = 5,
    ) -> str:
        """Read the ball's position and velocity through a trial that was played."""
        with _explained():
            return self._player.trace(level, trial, first, last, every)

    async def score(self) -> str:
        """Say how many levels are solved so far."""
        return self._player.score()

    def _picture(self, level: str, trial: int, *, wanted: bool) -> list[str | Image]:
        if not wanted:
            return []
        shown = self._player.trial(level, trial) if trial else None
        return [Image(data=annotated_png(self._player.sitting(level).level, shown), format="png")]


def make_server(player: OutsidePlayer) -> MCPServer[Any]:
    """The server with its tools."""
    server: MCPServer[Any] = MCPServer(
        "bubbleball", instructions=INSTRUCTIONS, log_level="CRITICAL"
    )
    tools = AgentTools(player)
    for tool in (
        tools.list_levels,
        tools.look,
        tools.check_placements,
        tools.try_placements,
        tools.read_trace,
        tools.score,
    ):
        server.add_tool(tool, structured_output=False)
    return server


@contextmanager
def _explained() -> Iterator[None]:
    """Give the agent the text of an error that is meant for people."""
    try:
        yield
    except BubbleBallError as error:
        raise ToolError(str(error)) from error


def _placements(pieces: list[PieceAt]) -> list[Placement]:
    return [Placement(each.piece, each.x, each.y, each.angle) for each in pieces]
