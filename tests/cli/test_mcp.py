"""The Model Context Protocol, driven by the SDK's own client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the SDK of the Model Context Protocol is not installed")

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from bubbleball.bench.outside_player import OutsidePlayer
from bubbleball.bench.planning import plan_for_player
from bubbleball.bench.record_file import read_records
from bubbleball.cli.mcp_server import make_server

Call = Callable[..., Awaitable[Any]]
HIT = {"piece": "AO6G", "x": 217, "y": 247.5}
HIGH = {"piece": "AO6G", "x": 217, "y": 20}
MISS = {"piece": "AO6G", "x": 300, "y": 290}


def conversation(agent: Callable[[Call], Awaitable[None]], max_trials: int = 3) -> None:
    """Let an agent call the tools of a server in this process."""

    async def run() -> None:
        plan = plan_for_player(["classic/2", "classic/1"], "test", max_trials=max_trials)
        with OutsidePlayer(plan) as player:
            async with Client(make_server(player)) as client:

                async def call(tool: str, **arguments: object) -> Any:
                    return await client.call_tool(tool, arguments)

                await agent(call)

    anyio.run(run)


def text(result: Any) -> str:
    return "\n".join(part.text for part in result.content if part.type == "text")


def test_an_agent_looks_places_fails_reads_why_and_solves() -> None:
    async def agent(call: Call) -> None:
        assert "classic/2" in text(await call("list_levels"))
        seen = await call("look", level="classic/2")
        assert [part.type for part in seen.content] == ["text", "image"]
        assert "AO6G: metal, rectangle 150 x 25" in text(seen)
        failed = await call("try_placements", level="classic/2", placements=[MISS])
        assert "not solved" in text(failed)
        assert "Nearest to the flag" in text(failed)
        trace = await call("read_trace", level="classic/2", trial=1, last=1.0)
        assert "vx" in text(trace)
        legal = await call("check_placements", level="classic/2", placements=[HIT])
        assert text(legal) == "Legal."
        solved = await call("try_placements", level="classic/2", placements=[HIT])
        assert "SOLVED" in text(solved)
        assert "solved in trial 2" in text(solved)
        assert "1 of 2 levels solved" in text(await call("score"))

    conversation(agent)


def test_the_budget_holds_for_an_agent_that_talks_nonsense() -> None:
    async def agent(call: Call) -> None:
        for left in (2, 1, 0):
            lost = await call("try_placements", level="classic/2", placements=[HIGH])
            assert "nothing was placed: piece 'AO6G' reaches" in text(lost)
            assert f"{left} of 3 trials left" in text(lost)
        over = await call("try_placements", level="classic/2", placements=[HIT])
        assert over.is_error
        assert "its 3 trials are used" in text(over)

    conversation(agent)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("look", {"level": "../../etc/passwd"}, "no level in this session"),
        ("look", {"level": 5}, "valid string"),
        ("look", {}, "level"),
        ("try_placements", {"level": "classic/2", "placements": "rm"}, "valid list"),
        ("try_placements", {"level": "classic/2", "placements": [{**HIT, "x": "a"}]}, "number"),
        (
            "try_placements",
            {"level": "classic/2", "placements": [{**HIT, "x": 1e300}]},
            "x = 1e+300",
        ),
        ("try_placements", {"level": "classic/2", "placements": [{**HIT, "z": 1}]}, "z"),
        ("try_placements", {"level": "classic/2", "placements": [HIT] * 1001}, "at most 1000"),
        ("read_trace", {"level": "classic/2", "trial": -1}, "no trial -1"),
        ("read_trace", {"level": "classic/2", "trial": 0, "every": 0}, "every = 0"),
        ("rm", {}, "Unknown tool"),
    ],
)
def test_hostile_arguments_get_a_clear_error_and_cost_nothing(
    tool: str, arguments: dict[str, Any], message: str
) -> None:
    async def agent(call: Call) -> None:
        refused = await call(tool, **arguments)
        assert refused.is_error
        assert message in text(refused)
        assert "Traceback" not in text(refused)
        assert "3 trials left" in text(await call("list_levels"))

    conversation(agent)


@pytest.mark.slow
def test_the_command_serves_on_stdin_and_stdout_and_records(tmp_path: Path) -> None:
    async def run() -> None:
        command = ["-m", "bubbleball", "mcp", "classic/2", "--max-trials", "3"]
        command += ["--player", "tester", "-o", str(tmp_path)]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {"list_levels", "look", "try_placements", "read_trace"} <= names
            arguments = {"level": "classic/2", "placements": [HIT]}
            assert "SOLVED" in text(await client.call_tool("try_placements", arguments))

    anyio.run(run)
    [run_record] = read_records(tmp_path / "records.jsonl").runs
    assert (run_record.solve.solver, run_record.solve.trials) == ("tester", 1)


def test_a_missing_sdk_is_explained() -> None:
    code = "import sys; sys.modules['mcp'] = None; from bubbleball.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, "mcp", "classic/2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "pip install 'bubbleball[mcp]'" in result.stderr
