"""Certificates: the same for any number of workers, right about known levels, and bounded."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from bubbleball.certify.certificate import Certificate, KnownSolution, Share, Verdict, difficulty
from bubbleball.certify.distance import FAR, DistanceField
from bubbleball.certify.findings import MAX_FAILURES, MAX_SOLUTIONS, Batch, Findings, Tried
from bubbleball.certify.judge import certify
from bubbleball.certify.level_runner import run_until
from bubbleball.certify.robust import robustness, simplified
from bubbleball.certify.search import find_solutions
from bubbleball.cli.certify import certify as command
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.files.levels import read_level, write_level
from bubbleball.game.game import Game
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.rules import breaches

LEVEL_2 = packs.find("classic/2").level
FLOOR = Part("floor", Kind.GROUND, 240, 330, 800, 20)

# A ball falls at x = 300. A disc of radius 115 stands somewhere under it; the rules leave it
# x from 95 to 385 and heights that make no difference. It throws the ball right, to the flag, just
# if its middle lies within 130 px (the two radii) to the left of the ball.
ONE_DISC = Level(
    Ball(300, 20),
    Flag(525, 300),
    (FLOOR,),
    (Part("disc", Kind.METAL, 240, 40, 230, 230, form=Form.CIRCLE),),
    name="one disc",
)
SHARE_OF_ONE_DISC = 130 / 290

SHUT_IN = Level(
    Ball(100, 120),
    Flag(400, 275),
    (
        Part("a", Kind.GROUND, 100, 80, 90, 10),
        Part("b", Kind.GROUND, 100, 160, 90, 10),
        Part("c", Kind.GROUND, 60, 120, 10, 90),
        Part("d", Kind.GROUND, 140, 120, 10, 90),
    ),
    (Part("bar", Kind.METAL, 100, 30, 150, 25),),
)
TOO_HIGH = Level(
    Ball(100, 150),
    Flag(400, -200),
    (Part("pan", Kind.GROUND, 100, 200, 60, 10),),
    (Part("peg", Kind.METAL, 100, 30, 10, 10, form=Form.CIRCLE),),
)


@pytest.fixture(scope="module")
def of_level_2() -> Certificate:
    return certify(LEVEL_2, seed=7, seconds=math.inf, trials=1000, workers=1)


def test_the_share_of_a_closed_form_lies_in_its_own_interval() -> None:
    certificate = certify(ONE_DISC, seed=3, seconds=math.inf, workers=1)
    low, high = certificate.luck.interval
    assert low < SHARE_OF_ONE_DISC < high
    assert high - low < 0.05
    assert certificate.verdict is Verdict.SOLVABLE


def test_robustness_is_a_half_on_the_edge_of_a_closed_form() -> None:
    # The ball must still reach the flag in ten seconds, so the edge is a quarter pixel inside.
    edge = [Placement("disc", 170.23, 210)]
    share = robustness(Placer(ONE_DISC), edge, np.random.default_rng(0), 400)
    assert abs(share.solved / 400 - 0.5) < 3 * 0.5 / math.sqrt(400)
    inside = [Placement("disc", 180, 210)]
    assert robustness(Placer(ONE_DISC), inside, np.random.default_rng(0), 50) == Share(50, 50)


def test_a_certificate_is_the_same_for_any_number_of_workers(of_level_2: Certificate) -> None:
    assert of_level_2.verdict is Verdict.SOLVABLE
    assert certify(LEVEL_2, seed=7, seconds=math.inf, trials=1000, workers=2) == of_level_2


def test_another_seed_searches_elsewhere() -> None:
    first, second = (find_solutions(ONE_DISC, seed=seed) for seed in (0, 1))
    assert first != second


def test_found_solutions_are_legal_and_win() -> None:
    solutions = find_solutions(LEVEL_2)
    assert solutions
    for solution in solutions:
        assert not list(breaches(LEVEL_2, solution))
        assert Game(LEVEL_2).play(solution).solved


def test_a_certified_solution_needs_every_piece_it_names(of_level_2: Certificate) -> None:
    for solution in of_level_2.solutions:
        assert Game(LEVEL_2).play(solution.placements).solved
        for placement in solution.placements:
            others = [p for p in solution.placements if p is not placement]
            assert not Game(LEVEL_2).play(others).solved


def test_different_solutions_need_other_pieces_or_take_another_path(
    of_level_2: Certificate,
) -> None:
    assert len(of_level_2.solutions) > 1
    seen = {(len(s.placements), s.touched, round(s.seconds, 1)) for s in of_level_2.solutions}
    assert len(seen) == len(of_level_2.solutions)
    shares = [solution.robustness for solution in of_level_2.solutions]
    assert shares == sorted(shares, reverse=True)


def test_pieces_that_no_solution_needs_are_named() -> None:
    idle = Part("idle", Kind.GRAVITY_DOWN, 300, 30)
    level = dataclasses.replace(ONE_DISC, pieces=(*ONE_DISC.pieces, idle))
    certificate = certify(level, seconds=math.inf, trials=400, workers=1)
    assert certificate.idle == ("idle",)


def test_a_level_that_solves_itself_is_trivial() -> None:
    level = dataclasses.replace(LEVEL_2, flag=Flag(80, 180))
    certificate = certify(level)
    assert certificate.verdict is Verdict.TRIVIAL
    assert certificate.reason.startswith("Solved by doing nothing: the ball touched the flag at")
    assert certificate.trials == 0


def test_a_shut_in_ball_is_impossible_and_costs_no_search() -> None:
    certificate = certify(SHUT_IN)
    assert certificate.verdict is Verdict.IMPOSSIBLE
    assert certificate.reason == "The ball is shut in: walls all round it, and the flag is outside."
    assert certificate.trials == 0
    assert certificate.difficulty is None


def test_a_level_without_pieces_is_impossible() -> None:
    certificate = certify(dataclasses.replace(LEVEL_2, pieces=()))
    assert certificate.verdict is Verdict.IMPOSSIBLE
    assert certificate.reason.startswith("There is nothing to place, and without it the ball left")


def test_pieces_that_fit_nowhere_make_a_level_impossible() -> None:
    tower = Part("tower", Kind.METAL, 240, 40, 470, 470)
    certificate = certify(dataclasses.replace(LEVEL_2, pieces=(tower,)))
    assert certificate.verdict is Verdict.IMPOSSIBLE
    assert certificate.reason.startswith("No piece fits anywhere")


def test_an_unsolved_level_says_how_near_the_search_came() -> None:
    certificate = certify(TOO_HIGH, seconds=math.inf, trials=500, workers=1)
    assert certificate.verdict is Verdict.NOT_YET
    assert "trials; the best came within" in certificate.reason
    assert certificate.luck.solved == 0
    assert certificate.luck.trials > 0
    assert certificate.difficulty is None


def test_a_crowded_level_stops_when_its_seconds_are_over() -> None:
    crowd = tuple(
        Part(f"w{n}", Kind.WOOD, 20 + 20 * (n % 22), 100 + 20 * (n // 22), 18, 18, loose=True)
        for n in range(110)
    )
    level = dataclasses.replace(TOO_HIGH, ball=Ball(240, 40), scenery=(FLOOR, *crowd))
    certificate = certify(level, seconds=0.1, workers=1)
    assert certificate.verdict is Verdict.NOT_YET
    assert "0.1 s" in certificate.reason  # over in the search, or already in the first trial
    assert certificate.trials < 400


def test_a_search_stops_when_its_seconds_are_over() -> None:
    certificate = certify(TOO_HIGH, seconds=0.3, workers=1)
    assert certificate.reason.endswith("Stopped: 0.3 s are over.")


def test_an_interrupt_keeps_what_was_found() -> None:
    def stop_when_solved(findings: Findings) -> None:
        if findings.solutions:
            raise KeyboardInterrupt

    certificate = certify(LEVEL_2, workers=1, progress=stop_when_solved)
    assert certificate.interrupted
    assert certificate.verdict is Verdict.SOLVABLE
    assert certificate.solutions


def test_a_trial_that_takes_longer_than_the_seconds_is_given_up() -> None:
    certificate = certify(LEVEL_2, seconds=1e-9, workers=1)
    assert certificate.verdict is Verdict.NOT_YET
    assert certificate.reason == "A single trial takes longer than 1e-09 s."


@pytest.mark.parametrize("name", packs.pack("classic"))
def test_a_trial_run_in_strides_is_the_trial(name: str) -> None:
    document = packs.find(name)
    (solution, *_) = document.solutions
    whole = Game(document.level).play(solution)
    strides = run_until(document.level, solution, REAL, math.inf)
    assert strides is not None
    assert np.array_equal(strides.ball, whole.ball)
    assert (strides.outcome, strides.contacts) == (whole.outcome, whole.contacts)


def test_progress_counts_up() -> None:
    seen: list[tuple[int, int]] = []

    def watch(findings: Findings) -> None:
        seen.append((findings.trials, findings.draws))

    certificate = certify(TOO_HIGH, seconds=math.inf, trials=900, workers=1, progress=watch)
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert seen[-1] == (certificate.trials, certificate.luck.trials)


def test_simplifying_drops_what_is_not_needed() -> None:
    bridge = Placement("AO6G", 217, 247.5)
    spare = Placement("C5NY", 300, 120)
    assert simplified(LEVEL_2, (spare, bridge)) == (bridge,)


@given(st.integers(0, 400), st.integers(1, 400))
def test_the_interval_is_wilsons(solved: int, trials: int) -> None:
    solved = min(solved, trials)
    expected = binomtest(solved, trials).proportion_ci(0.95, method="wilson")
    low, high = Share(solved, trials).interval
    assert low == pytest.approx(expected.low, abs=1e-6)
    assert high == pytest.approx(expected.high, abs=1e-6)


def test_nothing_is_known_of_an_empty_sample() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
    assert Share(0, 0).estimate is None


def solution(pieces: int, solved: int) -> KnownSolution:
    placements = tuple(Placement(f"p{n}", 0, 0) for n in range(pieces))
    return KnownSolution(placements, Share(solved, 100), (), 1.0)


known = st.builds(solution, st.integers(1, 10), st.integers(0, 100))


@given(st.lists(known, min_size=1, max_size=5), st.integers(0, 1000), st.integers(0, 10))
def test_difficulty_grows_with_each_of_its_causes(
    solutions: list[KnownSolution], lucky: int, idle: int
) -> None:
    here = difficulty(solutions, Share(lucky, 1000), idle, 10)
    assert 0 <= here <= 10
    harder = [
        difficulty(solutions, Share(lucky // 2, 1000), idle, 10),
        difficulty(solutions, Share(lucky, 1000), min(10, idle + 1), 10),
        difficulty([max(solutions, key=lambda s: s.robustness)], Share(lucky, 1000), idle, 10)
        if len({len(s.placements) for s in solutions}) == 1
        else here,
        difficulty(
            [dataclasses.replace(s, jitters=Share(s.jitters.solved // 2, 100)) for s in solutions],
            Share(lucky, 1000),
            idle,
            10,
        ),
        difficulty(
            [solution(len(s.placements) + 1, s.jitters.solved) for s in solutions],
            Share(lucky, 1000),
            idle,
            10,
        ),
    ]
    assert all(value >= here for value in harder)


def test_the_field_is_the_distance_in_the_open_and_goes_round_walls() -> None:
    open_ = DistanceField(Level(Ball(100, 200), Flag(400, 200)))
    path = np.array([[100.0, 200.0], [250.0, 200.0]])
    # From the disc's edge to the sensor's: 300 - 13 - 15 px, and 150 - 13 - 15, to a cell or two.
    assert open_.at(path) == pytest.approx([272, 122], abs=12)
    wall = Part("wall", Kind.GROUND, 250, 250, 10, 300)
    walled = DistanceField(Level(Ball(100, 200), Flag(400, 200), (wall,)))
    assert walled.nearest(path[:1]) > open_.nearest(path[:1]) + 30
    doors = (Part("in", Kind.TELEPORT, 100, 200), Part("out", Kind.TELEPORT, 380, 200))
    linked = DistanceField(Level(Ball(100, 200), Flag(400, 200), (wall, *doors)))
    assert linked.nearest(path[:1]) < 30


def test_no_path_leads_out_of_a_closed_cell() -> None:
    assert DistanceField(SHUT_IN).nearest(np.array([[100.0, 120.0]])) == FAR


def test_what_a_search_keeps_is_bounded() -> None:
    path = np.zeros((1, 2))
    findings = Findings()
    for number in range(2 * MAX_SOLUTIONS):
        failure = Tried((), False, float(number), (str(number),), path)
        success = Tried((), True, 0.0, (str(number),), path)
        findings.add(Batch(2, 1, (failure, success)), random=False)
    assert len(findings.failures) == MAX_FAILURES
    assert len(findings.solutions) == MAX_SOLUTIONS
    assert max(failure.best.distance for failure in findings.failures.values()) == MAX_FAILURES - 1
    assert findings.trials == 4 * MAX_SOLUTIONS


def test_the_command_prints_certificates_as_json(tmp_path: Path) -> None:
    path = tmp_path / "disc.json"
    write_level(path, Document(ONE_DISC))
    arguments = [str(path), "--json", "--workers", "1", "--time-limit", "1"]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0
    (data,) = json.loads(result.stdout)
    assert data["level"] == "disc"
    assert data["verdict"] == "solvable"
    assert data["random"]["low"] <= data["random"]["share"] <= data["random"]["high"]
    placements = [Placement(**p) for p in data["solutions"][0]["placements"]]
    assert Game(ONE_DISC).play(placements).solved


def test_the_command_stores_what_it_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    write_level(path, Document(ONE_DISC))
    arguments = [str(path), "--store", "--workers", "1", "--time-limit", "1"]
    assert CliRunner().invoke(command, arguments).exit_code == 0
    document = read_level(path)
    assert document.solutions
    assert document.difficulty is not None
    assert Game(document.level).play(document.solutions[0]).solved


def test_the_command_does_not_change_shipped_levels() -> None:
    result = CliRunner().invoke(command, ["2", "--store"])
    assert result.exit_code == 2
    assert "2 is a shipped level" in result.stderr


def test_the_command_says_why_a_level_is_impossible(tmp_path: Path) -> None:
    path = tmp_path / "cell.json"
    write_level(path, Document(SHUT_IN))
    result = CliRunner().invoke(command, [str(path)])
    assert result.exit_code == 1
    assert "The ball is shut in: walls all round it, and the flag is outside." in result.stdout


def test_a_certificate_is_plain_data() -> None:
    data = Certificate("x", Verdict.NOT_YET, "because").as_data()
    assert json.loads(json.dumps(data)) == data


def test_odds_count_only_where_no_random_placement_of_the_sample_wins() -> None:
    known = KnownSolution((Placement("a", 1, 1),), Share(10, 10), (), 1.0)
    rare = difficulty([known], Share(0, 100), 0, 1, odds=1e-6)
    assert rare > difficulty([known], Share(0, 100), 0, 1)
    assert difficulty([known], Share(3, 100), 0, 1, odds=1e-6) == difficulty(
        [known], Share(3, 100), 0, 1
    )


def test_difficulty_tells_rare_levels_from_rarer_ones_up_to_the_end_of_its_scale() -> None:
    known = solution(5, 100)  # 1.5 for its pieces, 1 for being the only one
    values = [difficulty([known], Share(0, 100), 0, 5, odds=10.0**-n) for n in (4, 5, 7, 9, 10, 20)]
    assert values == [6.5, 7.5, 8.5, 9.5, 10.0, 10.0]
