"""The pages on benchmarks, solvers and the environment agree with the code."""

from __future__ import annotations

import re

from bubbleball.bench.splits import HELD_OUT, TEST, TRAIN, VALIDATION
from bubbleball.bench.suites import certified_pairs
from bubbleball.env import BubbleBallEnv
from bubbleball.files import packs
from bubbleball.game.level import Origin
from bubbleball.generate.generator import WORKSHOP
from bubbleball.generate.level_sets import GROUPS
from make_unknown_physics import stored_solution
from make_workshop import PICKED, SEED
from repository import ROOT

BENCHMARK = " ".join((ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8").split())


def test_the_page_on_solvers_shows_the_example_as_it_is() -> None:
    example = (ROOT / "examples" / "own_solver.py").read_text(encoding="utf-8")
    _, _, code = example.partition('"""\n\n')
    page = (ROOT / "docs" / "write-your-own-solver.md").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in page


def test_the_examples_class_has_thirty_lines() -> None:
    example = (ROOT / "examples" / "own_solver.py").read_text(encoding="utf-8")
    body = example.split("class Nudge:")[1].split('if __name__ == "__main__":')[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 30


def test_the_splits_are_those_of_the_code_and_of_seeds_that_nothing_shipped_has() -> None:
    assert {TRAIN, VALIDATION, TEST} == {1001, 1002, 1003}
    assert SEED not in (TRAIN, VALIDATION, TEST)
    assert f"which is of seed {SEED}" in BENCHMARK
    left_out = BENCHMARK.split("leave the families")[1].split(" out ")[0]
    assert set(re.findall(r"`([a-z-]+)`", left_out)) == set(HELD_OUT)
    hard = BENCHMARK.split("`hard` takes")[1].split("whose levels")[0]
    assert tuple(re.findall(r"`([a-z-]+)`", hard)) == GROUPS["hard"]
    assert f"`all` takes the {len(WORKSHOP)} families of the workshop" in BENCHMARK
    assert 10 * len(WORKSHOP) == 180


def test_the_suites_are_as_large_as_the_page_says() -> None:
    classic, workshop = packs.pack("classic"), packs.pack("workshop")
    origins = [packs.find(name).level.origin for name in classic]
    counts = [origins.count(o) for o in (Origin.MEASURED, Origin.COMPLETED, Origin.DESIGNED)]
    assert counts == [6, 3, 12]
    assert f"{len(classic)} levels: six of the original game rebuilt, three completed" in BENCHMARK
    assert PICKED == 5
    assert f"{len(workshop)} levels, five of each of {len(WORKSHOP)} families" in BENCHMARK


def test_the_pairs_of_unknown_physics_are_as_many_as_the_page_says() -> None:
    pairs = certified_pairs()
    shipped = (*packs.pack("classic"), *packs.pack("workshop"))
    assert sorted(pair["level"] for pair in pairs) == sorted(shipped)
    easy = sum(
        stored_solution(packs.find(pair["level"]), pair["physics"]) is not None for pair in pairs
    )
    assert f"{len(pairs)}, one for every level of `classic` and `workshop`" in BENCHMARK
    assert f"as in {len(pairs) - easy} pairs; in the other {easy} a stored" in BENCHMARK


def test_the_page_on_the_environment_names_its_ids_spaces_and_infos() -> None:
    env = BubbleBallEnv("classic/2", trajectory=True)
    page = (ROOT / "docs" / "gymnasium.md").read_text(encoding="utf-8")
    for name in packs.packs():
        assert f"| `BubbleBall-{name}-v0` |" in page
        assert f"the {len(packs.pack(name))} levels of the pack `{name}`" in page
    env.reset(seed=0)
    observation, _, _, _, info = env.step(env.legal_action())
    for key in (*observation, *info):
        assert f"| `{key}` |" in page
    assert f"rows × {observation['objects'].shape[1]} |" in page
    assert f"{observation['path'].shape[0]} × {observation['path'].shape[1]} |" in page


def test_the_readme_counts_the_levels() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"{len(packs.names())} certified levels" in readme
