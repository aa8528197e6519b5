"""PHYRE's protocol: which tasks train and test in a fold, and what chance alone scores."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from bubbleball.bench.scores import K, auccess, grouped
from bubbleball.errors import unknown_name
from bubbleball.games.phyre.tasks import find, names, template_of

SETUPS = ("within", "cross")
SEEDS = range(10)
UNIFORM = (200, 4000)  # simulations of the uniform searches that solvers are compared with
_SHARE = 0.8  # of the tasks or templates that train


@dataclass(frozen=True, slots=True)
class Fold:
    """Names of tasks, sorted.

    train, dev, test: what a learner may see, may tune on, is scored on.
    """

    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]


def fold(setup: str, tier: str, seed: int) -> Fold:
    """A fold of the setup `within` or `cross` (templates), as PHYRE's `get_fold` makes it."""
    setups = {"within": _within, "cross": _cross}
    if setup not in setups:
        raise unknown_name("setup", setup, setups)
    return setups[setup](grouped(names(tier), template_of), seed)


def all_tests(tier: str) -> dict[str, list[tuple[str, ...]]]:
    """The tasks that are scored in every fold of each setup."""
    return {setup: [fold(setup, tier, seed).test for seed in SEEDS] for setup in SETUPS}


def _within(templates: dict[str, list[str]], seed: int) -> Fold:
    train: list[str] = []
    test: list[str] = []
    for _, tasks in sorted(templates.items()):
        shuffled = _shuffled(tasks, f"ball_online_ind_tasks{seed}")
        size = round(len(tasks) * _SHARE)
        train += shuffled[:size]
        test += shuffled[size:]
    learn = _shuffled(train, f"make_dev{seed}")
    size = int(len(learn) * _SHARE)
    return _fold(learn[:size], learn[size:], test)


def _cross(templates: dict[str, list[str]], seed: int) -> Fold:
    order = _shuffled(templates, f"ball_cross_template_half_{seed}")
    size = round(len(order) * _SHARE)
    learn = _shuffled(order[:size], f"dev_ball_cross_template_half_{seed}")
    inner = int(len(learn) * _SHARE)
    groups = (learn[:inner], learn[inner:], order[size:])
    return _fold(*([task for name in group for task in templates[name]] for group in groups))


def _fold(train: Iterable[str], dev: Iterable[str], test: Iterable[str]) -> Fold:
    return Fold(tuple(sorted(train)), tuple(sorted(dev)), tuple(sorted(test)))


def _shuffled(words: Iterable[str], salt: str) -> list[str]:
    return sorted(words, key=lambda word: hashlib.md5((word + salt).encode()).hexdigest())


def chance_auccess(chances: Sequence[float]) -> float:
    """The AUCCESS that random valid actions are expected to reach, from the chance of each task."""
    return auccess([uniform_share(chances, k) for k in range(1, K + 1)])


def uniform_share(chances: Sequence[float], simulations: int) -> float:
    """Share of tasks that this many uniform simulations are expected to solve."""
    return sum(1.0 - (1.0 - chance) ** simulations for chance in chances) / len(chances)


def baselines(tier: str) -> dict[str, tuple[float, ...]]:
    """AUCCESS that agents without a method are expected to reach, by setup, over all folds.

    A uniform search draws valid actions in a copy of the game, up to a number of simulations, and
    attempts the first one that solves it there. PHYRE's own counts say how often one does.
    """
    chances = {name: find(name).chance for name in names(tier)}
    tests = [
        [[chances[name] for name in test] for test in tests] for tests in all_tests(tier).values()
    ]
    scores = {"random actions": tuple(fmean(map(chance_auccess, setup)) for setup in tests)}
    for runs in UNIFORM:
        scores[f"uniform search, {runs} simulations"] = tuple(
            fmean(uniform_share(test, runs) for test in setup) for setup in tests
        )
    return scores
