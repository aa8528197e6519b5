"""Our verdicts against those of PHYRE's own engine."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bubbleball.errors import PlacementError
from bubbleball.games.arena import Arena
from bubbleball.games.phyre.rules import placed
from bubbleball.games.phyre.tasks import find, names
from other_games import phyre_task
from reference import reference

LEAST = {"random": 1.0, "solutions": 0.995, "unstable_solutions": 0.98}


@pytest.mark.slow
def test_verdicts_agree_with_phyres_own_engine() -> None:
    agree: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for name, _, source, action, verdict in json.loads(
        reference("phyre/verdicts.json").read_bytes()
    )["rows"]:
        scene = phyre_task(name).scene
        try:
            balls = placed(scene, action)
        except PlacementError:
            ours = 0
        else:
            assert verdict != 0, f"{name}: {action} is invalid in PHYRE and valid here"
            ours = 1 if Arena(scene).run(balls).solved else -1
        total[source] += 1
        agree[source] += ours == verdict
    assert {source: agree[source] / total[source] >= least for source, least in LEAST.items()} == (
        dict.fromkeys(LEAST, True)
    ), (agree, total)


@pytest.mark.parametrize("tier", ["ball", "two_balls", "virtual_tools"])
def test_stored_stable_solutions_solve(tier: str) -> None:
    phyre_task("00000:000")
    verdicts = [
        Arena(task.scene).run(placed(task.scene, action)).solved
        for task in map(find, names(tier)[::200])
        for action in task.stable
    ]
    assert sum(verdicts) >= 0.95 * len(verdicts)
