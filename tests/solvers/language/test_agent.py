"""Language agents: one that reads, one that talks nonsense, and what they are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bubbleball.files.packs import load_level
from bubbleball.game.placement import Placement
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.render.annotated import annotated_png
from bubbleball.solvers import make_solver
from bubbleball.solvers.language.agent import LanguageAgent
from levels_in_python import GAP
from repository import ROOT
from solving import events, steps, thoughts

NONSENSE = ["no idea", '{"placements": [{"piece": "plank", "x": 1, "y": 1}]}', "{{{[[", "42"]


def test_an_agent_that_reads_bridges_the_gap_of_level_2() -> None:
    name = f"{ROOT / 'examples' / 'language_agent.py'}:Bridge"
    done = solve_and_record(SolveTask(load_level("classic/2"), name, max_trials=3))
    assert done.record.error is None
    assert (done.record.solved, done.record.trials) == (True, 1)


def test_nonsense_costs_trials_and_never_the_run() -> None:
    said = iter(NONSENSE)
    agent = LanguageAgent(GAP, chat=lambda messages: next(said))
    played = events(GAP, agent, max_trials=4)
    assert [step.placements for step in steps(played)] == [()] * 5
    assert all("refused" in thought.text for thought in thoughts(played))
    explained = [m["content"] for m in agent.messages if m["role"] == "user"][1:]
    assert "Trial 1 is lost" in explained[0]
    assert "holds no JSON" in explained[0]
    assert "reaches 91.50 px into the tray" in explained[1]


def test_a_model_sees_its_answers_and_the_trials_in_order() -> None:
    seen: list[list[dict[str, Any]]] = []

    def chat(messages: list[dict[str, Any]]) -> str:
        seen.append(messages)
        return '{"thought": "t", "placements": [{"piece": "plank", "x": 230, "y": 300}]}'

    steps(events(GAP, LanguageAgent(GAP, chat=chat), max_trials=2))
    assert [m["role"] for m in seen[1]] == ["system", "user", "assistant", "user"]
    assert "Ball: a disc" in seen[0][1]["content"]
    assert "Trial 1:" in seen[1][3]["content"]
    assert "plank at (230, 300)" in seen[1][3]["content"]


def test_a_model_that_sees_gets_one_picture_in_the_newest_message() -> None:
    seen: list[list[dict[str, Any]]] = []

    def chat(messages: list[dict[str, Any]]) -> str:
        seen.append(messages)
        return "?"

    steps(events(GAP, LanguageAgent(GAP, chat=chat, look=annotated_png), max_trials=2))
    contents = [message["content"] for message in seen[1]]
    assert [type(content) for content in contents] == [str, str, str, list]
    assert contents[3][1]["image_url"]["url"].startswith("data:image/png;base64,iVBOR")


def test_the_transcript_is_the_conversation(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    agent = LanguageAgent(GAP, chat=lambda messages: "?", transcript=file)
    steps(events(GAP, agent, max_trials=2))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == agent.messages


def test_a_chat_function_of_your_own_is_an_option_of_the_solver() -> None:
    answer = '[["plank", 230, 247]]'
    place = "bubbleball.solvers.language.agent:LanguageAgent"
    solver = make_solver(place, GAP, chat=lambda messages: answer)
    assert solver.ask() == (Placement("plank", 230, 247),)
