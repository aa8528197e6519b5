"""A language model as a solver. `bridge` stands in for the model; call yours in its place."""

from __future__ import annotations

import json
import re
from typing import Any

from bubbleball import LanguageAgent, Level

UPRIGHT = r"(\w+): ground.*: x ([-\d.]+) to ([-\d.]+), y ([-\d.]+) to ([-\d.]+)"
SLOPE = r"(\w+): ground.*corners (.*)"


def bridge(messages: list[dict[str, Any]]) -> str:
    """Read the level in the first message and bridge the gap between a slope and a floor."""
    text = messages[1]["content"]
    piece, width, height = re.findall(r"- (\w+): metal, rectangle (\d+) x (\d+)", text)[0]
    _, left, _, top, _ = re.findall(UPRIGHT, text)[0]
    corners = re.findall(r"\((\d+), (\d+)\)", re.findall(SLOPE, text)[0][1])
    right = max(float(x) for x, _ in corners)
    x, y = (right + float(left)) / 2, float(top) + float(height) / 2
    placements = [{"piece": piece, "x": x, "y": y, "angle": 0}]
    gap = f"The gap is {float(left) - right:g} px wide, and {piece} is {width} px long."
    return f"{gap}\n```json\n{json.dumps({'thought': gap, 'placements': placements})}\n```"


class Bridge(LanguageAgent):
    """The agent as `bubbleball solve 2 --solver language_agent.py:Bridge` takes it."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed, chat=bridge)


if __name__ == "__main__":
    from bubbleball import Game, Step, load_level, solve

    level = load_level("classic/2")
    agent = Bridge(level)
    for event in solve(Game(level), agent, max_trials=3):
        if isinstance(event, Step):
            print(f"trial {event.number}: {event.trial.reason}")
    for message in agent.messages:
        print(f"\n{message['role']}:\n{message['content']}")
