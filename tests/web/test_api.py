"""The JSON API: what it answers, and how it refuses."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from bubbleball.files.levels import parse_level
from bubbleball.game.physics import PHYSICS_KEYS, PRESETS
from bubbleball.solvers import SOLVERS
from web.driving import level_data, shipped

pytestmark = pytest.mark.slow  # the studio has to start


def events(answer: httpx.Response) -> list[dict[str, Any]]:
    """Server-sent events, once all have come."""
    return [
        json.loads(block.removeprefix("data: "))
        for block in answer.text.split("\n\n")
        if block.startswith("data: ")
    ]


def solve_body(**changes: Any) -> dict[str, Any]:
    usual = {"level": level_data("classic/2"), "solver": "random", "max_trials": 3}
    return {**usual, **changes}


def test_the_catalogue_knows_every_physics_key_preset_and_solver(http: httpx.Client) -> None:
    catalog = http.get("/api/catalog").json()
    assert {fact["key"] for fact in catalog["physics"]} == set(PHYSICS_KEYS)
    assert {solver["name"] for solver in catalog["solvers"]} == set(SOLVERS)
    assert set(PRESETS) <= {preset["name"] for preset in catalog["presets"]}
    assert all(fact["low"] <= fact["real"] <= fact["top"] for fact in catalog["physics"])


def test_every_shipped_level_is_told_as_its_file_has_it(http: httpx.Client) -> None:
    for pack in http.get("/api/packs").json()["packs"]:
        for sent in pack["levels"]:
            text = json.dumps(sent["level"] | {"solutions": sent["solutions"]})
            document = shipped(sent["name"])
            read = parse_level(text)
            assert read.solutions == document.solutions
            assert read.level.parts == document.level.parts


def test_breaches_come_with_piece_rule_amount_and_words(http: httpx.Client) -> None:
    body = {
        "level": level_data("classic/2"),
        "placements": [{"piece": "AO6G", "x": 240, "y": 70, "angle": 0}],
    }
    [breach] = http.post("/api/check", json=body).json()["breaches"]
    assert breach == {
        "piece": "AO6G",
        "rule": "BELOW_TRAY",
        "amount": 22.5,
        "detail": "piece 'AO6G' reaches 22.50 px into the tray",
        "other": None,
    }


def test_an_illegal_trial_is_refused_with_the_reason(http: httpx.Client) -> None:
    body = {
        "level": level_data("classic/2"),
        "placements": [{"piece": "rock", "x": 240, "y": 170}],
    }
    answer = http.post("/api/play", json=body)
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("piece 'rock' is not in this level")


def test_changed_physics_changes_the_trial(http: httpx.Client) -> None:
    body = {"level": level_data("classic/2")}
    real = http.post("/api/play", json=body).json()
    moon = http.post("/api/play", json={**body, "physics": {"gravity": 1.62}}).json()
    assert real["ball"][30][1] > moon["ball"][30][1]
    answer = http.post("/api/play", json={**body, "physics": {"gravity": -1}})
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["where"] == "physics.gravity"


def test_every_fault_of_a_level_is_told_with_its_place(http: httpx.Client) -> None:
    level = level_data("classic/2")
    level["ball"]["x"] = "left"
    level["scenery"][0]["width"] = -1
    sent = http.post("/api/inspect", json={"level": level}).json()
    assert [problem["where"] for problem in sent["problems"]] == ["ball.x", "scenery[0].width"]


def test_a_file_goes_out_and_comes_back_the_same_in_both_formats(http: httpx.Client) -> None:
    document = shipped("classic/2")
    body = {
        "level": level_data("classic/2"),
        "solutions": [[vars_of(p) for p in solution] for solution in document.solutions],
    }
    for form, parse in (("bubbleball", parse_level), ("original", parse_level)):
        saved = http.post("/api/save", json={**body, "format": form}).json()
        assert saved["name"] == "bridge-in-two-parts.json"
        assert parse(saved["text"]).solutions == document.solutions
        opened = http.post("/api/open", json={"name": saved["name"], "text": saved["text"]}).json()
        assert opened["level"] == body["level"]


def vars_of(placement: Any) -> dict[str, Any]:
    return {name: getattr(placement, name) for name in ("piece", "x", "y", "angle")}


def test_a_broken_file_is_refused_with_its_name(http: httpx.Client) -> None:
    answer = http.post("/api/open", json={"name": "mine.json", "text": "{"})
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("mine.json: is not JSON")


def test_a_solve_streams_its_trials_and_ends_with_a_record(http: httpx.Client) -> None:
    sent = events(http.post("/api/solve", json=solve_body()))
    assert next(event["type"] for event in sent if event["type"] != "queued") == "began"
    steps = [event for event in sent if event["type"] == "step"]
    assert [step["number"] for step in steps] == [0, 1, 2, 3][: len(steps)]
    assert sent[-1]["type"] == "end"
    assert sent[-1]["record"]["trials"] == steps[-1]["number"]


def test_the_same_seed_gives_the_same_trials(http: httpx.Client) -> None:
    def trials(seed: int) -> list[Any]:
        sent = events(http.post("/api/solve", json=solve_body(seed=seed)))
        return [event["trial"] for event in sent if event["type"] == "step"]

    assert trials(7) == trials(7)
    assert trials(7) != trials(8)


@pytest.mark.parametrize("name", ["nobody", "os:system", "/etc/passwd.py:Solver"])
def test_only_the_studios_own_solvers_run(http: httpx.Client, name: str) -> None:
    [event] = events(http.post("/api/solve", json=solve_body(solver=name)))
    assert event["type"] == "error"
    assert event["message"].startswith(f"no solver named {name!r}")


def test_a_film_reports_its_progress_and_is_a_gif(http: httpx.Client) -> None:
    body = {"level": level_data("classic/2"), "trials": [[]], "theme": "dark"}
    sent = events(http.post("/api/film", json=body))
    shares = [event["share"] for event in sent if event["type"] == "progress"]
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert sent[-1]["type"] == "film"
    reply = http.get(f"/api/films/{sent[-1]['id']}.gif")
    assert reply.headers["content-type"] == "image/gif"
    assert reply.content.startswith(b"GIF89a")


def test_an_unknown_solve_cannot_be_stopped_or_exported(http: httpx.Client) -> None:
    assert http.post("/api/solves/nothing/stop", json={}).status_code == 404
    assert http.get("/api/solves/nothing/report.html").status_code == 404
    assert http.get("/api/films/nothing.gif").status_code == 404
