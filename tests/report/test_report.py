"""The report of a solve states what happened, and stays a valid page whatever the texts."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from bubbleball.cli.options import parse_place
from bubbleball.errors import FileWriteError, PictureError
from bubbleball.files import packs
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import PRESETS
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.model.estimate import Estimate
from bubbleball.model.prediction import PredictedEvent
from bubbleball.play.loop import solve
from bubbleball.play.record import SolveRecord
from bubbleball.play.step import Step
from bubbleball.render.film import END_HOLD
from bubbleball.render.theme import Role
from bubbleball.render.themes import THEMES
from bubbleball.report.encounters import actual_encounters, nearest_to_flag
from bubbleball.report.labels import seconds
from bubbleball.report.page import report_page, write_report
from bubbleball.report.solve_film import _runs, write_gif
from bubbleball.report.story import story_of
from bubbleball.solvers import make_solver
from levels_in_python import GAP
from pictures import elsewhere
from recording import record_of

SVG = "{http://www.w3.org/2000/svg}"
SHORT = (Placement("plank", 300, 180, 5), Placement("log", 300, 100))
BRIDGE = (Placement("plank", 235, 245),)
Events = Sequence[Thought | Step]


def thoughts(level: Level, placements: tuple[Placement, ...], before: Trial) -> list[Thought]:
    """What a solver could think: it believes in the real physics."""
    expected = simulate(level, placements, PRESETS["real"])
    guide = np.array([[35.0, 150.0], [220.0, 190.0], [400.0, 210.0]])
    region = Region(80, 140, 380, 300, 350, 200, 30)
    cloud = np.random.default_rng(1).uniform(100, 300, (300, 3))
    events = tuple(PredictedEvent(h.part, h.seconds, h.x, h.y) for h in actual_encounters(expected))
    prior = Estimate("restitution", 0.4, 0.1, 0.7, 0)
    after = Estimate("restitution", 0.75, 0.7, 0.8, 6)
    spring = Estimate("spring", 300.0, 100.0, 500.0, 0)
    return [
        Thought(
            MethodStage.LEARN,
            "Bounces.",
            0.5,
            belief_before=(prior, spring),
            belief=(after, spring),
        ),
        Thought(MethodStage.GUIDE, "One path.", 0.02, guides=(guide,)),
        Thought(MethodStage.REGION, "Here.", region=region, predicted=before.ball[:, :2]),
        Thought(MethodStage.COARSE, "Many.", 0.25, candidates=cloud, candidate_count=12345),
        Thought(MethodStage.FINE, "Some.", 0.125, candidates=cloud, candidate_count=480),
        Thought(
            MethodStage.CHOOSE,
            "This one.",
            main=placements[0],
            supports=placements[1:],
            predicted=expected.ball[:, :2],
            events=events,
        ),
    ]


@cache
def sample_events(level: Level = GAP, *, bridge: str = "plank", log: str = "log") -> Events:
    """An empty run, a trial that fails and one that solves, in a world that bounces more."""
    game = Game(level, PRESETS["bouncy"])
    steps = [Step(0, (), game.play(), 0.01)]
    events: list[Thought | Step] = list(steps)
    for placements in (SHORT, SHORT, BRIDGE):
        named = tuple(replace(p, piece={"plank": bridge, "log": log}[p.piece]) for p in placements)
        events += thoughts(level, named, steps[-1].trial)
        steps.append(Step(len(steps), named, game.play(named), float(len(steps))))
        events.append(steps[-1])
    return events


def record(events: Events, level: Level = GAP, physics: str | None = "bouncy") -> SolveRecord:
    return record_of(events, SolveRecord(level.name, "scripted", 7, physics))


def page_of(events: Events, level: Level = GAP) -> ET.Element:
    return ET.fromstring(report_page(level, record(events, level), events))


def text_of(element: ET.Element | None) -> str:
    assert element is not None
    return " ".join("".join(element.itertext()).split())


def section(page: ET.Element, name: str) -> ET.Element:
    found = page.find(f".//section[@id='{name}']")
    assert found is not None
    return found


def pictures(element: ET.Element) -> list[str]:
    return [svg.get("aria-label", "") for svg in element.iter(f"{SVG}svg")]


def test_every_run_has_its_section_with_its_picture() -> None:
    page = page_of(sample_events())
    sections = [s.get("id", "") for s in page.iter("section")]
    runs = [name for name in sections if name.startswith("run-")]
    assert runs == ["run-0", "run-1", "run-2", "run-3"]
    assert pictures(section(page, "run-0")) == ["The empty run: test/gap"]
    for name in runs[1:]:
        assert pictures(section(page, name)) == ["The plan: test/gap", "The trial: test/gap"]


def test_the_empty_run_shows_guide_path_recorded_path_region_and_target() -> None:
    figure = section(page_of(sample_events()), "run-0").find(".//figure")
    assert figure is not None
    strokes = {mark.get("stroke") for mark in figure.iter()}
    assert {"var(--guide)", "var(--path)", "var(--region)", "var(--target)"} <= strokes


def test_a_trial_shows_what_was_predicted_beside_what_happened() -> None:
    plan, trial = section(page_of(sample_events()), "run-1").iter("figure")
    for figure in (plan, trial):
        strokes = {mark.get("stroke") for mark in figure.iter()}
        assert {"var(--guide)", "var(--path)", "var(--predicted)"} <= strokes
        assert {"var(--region)", "var(--target)", "var(--main)", "var(--support)"} <= strokes
    assert "var(--cost-0)" in {mark.get("fill") for mark in plan.iter(f"{SVG}circle")}


def test_the_page_states_the_numbers_of_the_record() -> None:
    events = sample_events()
    page, kept = page_of(events), record(events)
    facts = {
        text_of(f.find("dt")): text_of(f.find("dd")) for f in page.iterfind(".//header/dl/div")
    }
    assert kept.solved
    assert facts == {
        "level": kept.level,
        "solver": kept.solver,
        "seed": str(kept.seed),
        "trials": str(kept.trials),
        "local regions found": str(kept.regions),
        "time": seconds(kept.seconds),
        "physics of the game": "bouncy (unknown to the solver)",
    }
    verdict = text_of(page.find(".//header/p"))
    assert verdict == f"solved Solved in {kept.trials} trials: {kept.reason}."
    assert text_of(page.find(".//title")) == "Solved in 3 trials: test/gap"


def test_the_times_of_the_stages_add_up_over_the_trials() -> None:
    page = page_of(sample_events())
    bars = [text_of(row) for row in page.findall(".//ul[@class='times']")[-1]]
    assert bars[0] == "Guide path60 ms"
    assert bars[1:4] == ["Coarse search0.75 s", "Fine search0.38 s", "Learn1.50 s"]


def test_thoughts_are_shown_with_stage_candidates_and_time() -> None:
    page = page_of(sample_events())
    said = [
        text_of(item) for item in section(page, "run-1").iterfind(".//ul[@class='thoughts']/li")
    ]
    assert "Coarse searchMany. 12,345 candidates · 0.25 s" in said
    assert said[-1] == "ChooseThis one."
    explained = [text_of(term) for term in page.iterfind(".//dl[@class='stages']/dt")]
    assert explained == ["Learn", "Guide path", "Region", "Coarse search", "Fine search", "Choose"]


def test_the_belief_is_shown_before_and_after_and_unchanged_values_apart() -> None:
    chapter = section(page_of(sample_events()), "run-1")
    rows = [[text_of(cell) for cell in row] for row in chapter.iterfind(".//tr")]
    assert [
        "ball bounce",
        "0.40.1 to 0.7",
        "0.750.7 to 0.8",
        "+0.35, surerfrom 6 observations",
    ] in rows
    assert "Unchanged: spring speed 300 (100 to 500)." in text_of(chapter)


def test_predicted_and_actual_events_stand_side_by_side() -> None:
    events = sample_events()
    trial = next(e.trial for e in events if isinstance(e, Step) and e.number == 3)
    expected = simulate(GAP, BRIDGE, PRESETS["real"])
    rows = [
        [text_of(cell) for cell in row]
        for row in section(page_of(events), "run-3").iterfind(".//tbody/tr")
    ]
    (expected_first, *_), (happened, *_) = actual_encounters(expected), actual_encounters(trial)
    first = next(row for row in rows if row[0] == "ground ramp")
    assert first[1].startswith(f"{expected_first.seconds:.2f} s")
    assert first[2].startswith(f"{happened.seconds:.2f} s")
    assert first[2].endswith(f"ball at ({happened.x:.0f}, {happened.y:.0f})")
    assert rows[-1][0] == "end of the trial"
    assert rows[-1][2].startswith(f"{trial.seconds:.2f} s")


def test_a_failed_trial_says_how_near_the_ball_came() -> None:
    events = sample_events()
    trial = next(e.trial for e in events if isinstance(e, Step) and e.number == 1)
    gap, when = nearest_to_flag(trial)
    note = text_of(section(page_of(events), "run-1").find(".//p[@class='note']"))
    assert f"The ball came within {gap:.0f} px of the flag, at {when:.2f} s" in note


def test_the_replay_command_plays_the_same_trial() -> None:
    events = sample_events()
    last = [event for event in events if isinstance(event, Step)][-1]
    commands = section(page_of(events), "replay").findall("pre")
    words = shlex.split(commands[0].text or "")
    assert words[:3] == ["bubbleball", "play", "test/gap.json"]  # not a shipped level
    assert words[-2:] == ["--physics", "bouncy"]
    placements = [parse_place(words[n + 1]) for n, word in enumerate(words) if word == "--place"]
    assert tuple(placements) == last.placements
    assert Game(GAP, PRESETS["bouncy"]).play(placements) == last.trial
    assert shlex.split(commands[1].text or "")[-6:-2] == ["--solver", "scripted", "--seed", "7"]


def test_a_shipped_level_is_replayed_by_its_name() -> None:
    name = packs.names()[0]
    level = packs.load_level(name)
    events = [Step(0, (), Game(level).play(), 0.0)]
    kept = record(events, level, physics=None)
    command = ET.fromstring(report_page(level, kept, events)).find(".//section[@id='replay']/pre")
    assert text_of(command) == f"bubbleball play {name}"


def test_the_file_of_a_level_is_replayed_by_the_path_that_was_given() -> None:
    events = sample_events()
    page = ET.fromstring(report_page(GAP, record(events), events, "my levels/gap.json"))
    replay = page.find(".//section[@id='replay']")
    assert replay is not None
    for command in replay.findall("pre"):
        assert shlex.split(command.text or "")[2] == "my levels/gap.json"
    assert "not shipped" not in text_of(replay)


def test_nothing_is_loaded_from_outside_and_nothing_is_run() -> None:
    text = report_page(GAP, record(sample_events()), sample_events())
    page = ET.fromstring(text)
    assert text.count("http") == text.count("http://www.w3.org/2000/svg") + 1  # http-equiv
    assert not re.search(r"@import|url\(|src=|<script|<link|<iframe|javascript:", text)
    names = {element.get("id") for element in page.iter()} - {None}
    targets = [a.get("href", "") for a in page.iter("a")]
    assert len(targets) == 5
    assert all(target.removeprefix("#") in names for target in targets)
    policy = page.find(".//meta[@http-equiv='Content-Security-Policy']")
    assert policy is not None
    assert policy.get("content", "").startswith("default-src 'none'")


def test_a_title_is_not_repeated_and_physics_is_in_words() -> None:
    level, events = replace(GAP, name="Gap", title="Gap"), list(sample_events())
    kept = replace(record(events, level, physics="moon,gravity=5.7,restitution=0.2"), level="Gap")
    page = ET.fromstring(report_page(level, kept, events))
    assert text_of(page.find(".//h1")) == "Gap"
    assert "moon, gravity 5.7 m/s², ball bounce 0.2 (unknown to the solver)" in text_of(
        page.find(".//header/dl")
    )


def test_markup_in_names_titles_and_thoughts_stays_text() -> None:
    bad = "<script>alert(1)</script><b title='x\">&amp;"
    pieces = tuple(replace(p, id=f"{p.id} {bad}") for p in GAP.pieces)
    level = replace(GAP, pieces=pieces, title=bad, name=f"x/{bad}")
    events = list(sample_events(level, bridge=f"plank {bad}", log=f"log {bad}"))
    events = [replace(e, text=bad) if isinstance(e, Thought) else e for e in events]
    kept = replace(record(events, level, physics=bad), solver=bad, reason=bad, error=bad)
    page = ET.fromstring(report_page(level, kept, events))
    assert not {"script"} & {element.tag for element in page.iter()}
    assert text_of(page.find(".//h1")) == f"x/{bad} · {bad}"
    assert f"plank {bad}" in text_of(section(page, "run-3"))
    command = shlex.split(section(page, "replay").findall("pre")[0].text or "")
    assert parse_place(command[command.index("--place") + 1]) == kept.placements[0]


@settings(max_examples=25)
@given(st.text())
def test_any_text_of_a_solver_gives_a_page_that_parses(text: str) -> None:
    events = [sample_events()[0], Thought(MethodStage.CHOOSE, text)]
    page = ET.fromstring(report_page(GAP, replace(record(events), error=text), events))
    assert section(page, "end").tag == "section"


def test_giving_up_is_reported_with_its_reason() -> None:
    events = [*sample_events()[:7], Thought(MethodStage.CHOOSE, "No path is left.")]
    events = [e for e in events if not isinstance(e, Step) or e.number == 0]
    page = page_of(events)
    header = text_of(page.find(".//header"))
    assert "Not solved, without a trial." in header
    assert "Why it stopped. No path is left." in header
    assert "ChooseNo path is left." in text_of(section(page, "end"))
    assert page.find(".//section[@id='run-1']") is None


def test_a_spent_budget_is_reported() -> None:
    events = sample_events()[:8]
    assert isinstance(events[-1], Step)
    header = text_of(page_of(events).find(".//header"))
    assert "Not solved after 1 trial:" in header
    assert "The last trial of the budget did not reach the flag" in header


def test_starting_again_is_reported() -> None:
    first = sample_events()[0]
    assert isinstance(first, Step)
    path, region = first.trial.ball[:, :2], Region(80, 140, 380, 300, 350, 200, 30)
    begin = Thought(MethodStage.REGION, "Empty.", region=region, predicted=path)
    deeper = Thought(MethodStage.REGION, "With one placed.", region=region, predicted=path + 1.0)
    page = page_of([first, begin, deeper, begin, Thought(MethodStage.CHOOSE, "None.")])
    titles = [text_of(title) for title in section(page, "end").iter("h4")]
    fresh = "Search 3: starts again with nothing placed"
    assert titles == ["Search 1", "Search 2", fresh]
    assert len(pictures(section(page, "end"))) == 3


def test_many_searches_are_folded_and_none_is_lost() -> None:
    first = sample_events()[0]
    region = Region(80, 140, 380, 300, 350, 200, 30)
    searches = [Thought(MethodStage.REGION, f"Number {n}.", region=region) for n in range(1, 21)]
    end = section(page_of([first, *searches, Thought(MethodStage.CHOOSE, "None.")]), "end")
    said = [text_of(item) for item in end.iterfind(".//ul[@class='thoughts']/li")]
    assert said == [f"RegionNumber {n}." for n in range(1, 21)] + ["ChooseNone."]
    assert text_of(end.find(".//summary")) == "16 more searches"
    assert len(pictures(end)) == 4


@pytest.mark.parametrize("solver", ["random", "refine"])
def test_solvers_that_draw_nothing_are_reported_too(solver: str) -> None:
    events = list(solve(Game(GAP), make_solver(solver, GAP, seed=3), max_trials=2))
    page = page_of(events)
    trials = [e.number for e in events if isinstance(e, Step)]
    assert [len(pictures(section(page, f"run-{n}"))) for n in trials] == [1] * len(trials)


def test_a_solve_without_any_event_still_gives_a_page() -> None:
    page = page_of([])
    assert "Not solved" in text_of(page.find(".//header"))
    assert pictures(page) == []


def test_three_trials_fit_in_a_megabyte() -> None:
    text = report_page(GAP, record(sample_events()), sample_events())
    assert len(text.encode()) < 400_000


def test_the_same_solve_gives_the_same_page() -> None:
    kept = record(sample_events())
    assert report_page(GAP, kept, sample_events()) == report_page(GAP, kept, sample_events())


def test_the_page_does_not_depend_on_the_machine(tmp_path: Path) -> None:
    code = """
from hashlib import sha256
from test_report import GAP, record, report_page, sample_events
print(sha256(report_page(GAP, record(sample_events()), sample_events()).encode()).hexdigest())
"""
    page = report_page(GAP, record(sample_events()), sample_events())
    assert elsewhere(code, tmp_path) == sha256(page.encode()).hexdigest()


def test_every_colour_is_there_by_day_and_by_night() -> None:
    style = text_of(page_of(sample_events()).find(".//style"))
    for theme in THEMES.values():
        for role in Role:
            assert f"--{role.replace('_', '-')}:{theme[role]};" in style
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", style))
    assert used <= {f"--{role.replace('_', '-')}" for role in Role}


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    write_report(target, GAP, record(sample_events()), sample_events())
    text = target.read_text(encoding="utf-8")
    assert text == report_page(GAP, record(sample_events()), sample_events())
    broken = [Thought(MethodStage.GUIDE, "", guides=(np.zeros(3),)), *sample_events()]
    with pytest.raises(PictureError, match="must be n x 2"):
        write_report(target, GAP, record(sample_events()), broken)
    assert target.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    target = tmp_path / "none" / "report.html"
    with pytest.raises(FileWriteError, match=r"none.*report\.html"):
        write_report(target, GAP, record(sample_events()), sample_events())


def test_the_film_shows_every_run_from_start_to_end(tmp_path: Path) -> None:
    target = tmp_path / "trials.gif"
    write_gif(target, GAP, sample_events())
    runs = [event.trial.seconds for event in sample_events() if isinstance(event, Step)]
    with Image.open(target) as film:
        shown, held = 0.0, 0
        for frame in ImageSequence.Iterator(film):
            shown += frame.info["duration"] / 1000
            held += frame.info["duration"] >= 1000 * END_HOLD
    assert held == len(runs) == 4
    assert shown == pytest.approx(sum(runs) + END_HOLD * len(runs), abs=0.1 * len(runs))


def many_events(trials: int) -> Events:
    """A solve of many trials, all alike."""
    trial = Game(GAP).play(BRIDGE)
    return [Step(number, trial.placements, trial, 0.0) for number in range(1, trials + 1)]


def test_of_very_many_trials_the_first_and_the_last_are_shown() -> None:
    page = page_of(many_events(100))
    shown = [f"run-{number}" for number in (*range(1, 21), *range(81, 101))]
    assert [s.get("id") for s in page.iter("section") if "run" in str(s.get("id"))] == shown
    assert "60 trials that are left out" in text_of(page)
    assert "left out" not in text_of(page_of(many_events(40)))


def test_a_film_of_very_many_trials_counts_them_all() -> None:
    runs = list(_runs(story_of(many_events(100))))
    assert [step.number for step, _ in runs] == [*range(1, 21), *range(81, 101)]
    assert runs[-1][1].caption == "Trial 100 of 100."


def test_a_film_of_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no trial to show"):
        write_gif(tmp_path / "trials.gif", GAP, [Thought(MethodStage.CHOOSE, "Nothing.")])
