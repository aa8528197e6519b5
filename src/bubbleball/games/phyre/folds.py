"""PHYRE's protocol: which tasks train and test in a fold, and what chance alone scores."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bubbleball.bench.scores import K, auccess
from bubbleball.errors import unknown_name
from bubbleball.games.phyre.tasks import names

SEEDS = range(10)
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
    templates: dict[str, list[str]] = {}
    for name in names(tier):
        templates.setdefault(name.split(":", maxsplit=1)[0], []).append(name)
    return setups[setup](templates, seed)


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
    shares = [
        sum(1.0 - (1.0 - chance) ** k for chance in chances) / len(chances) for k in range(1, K + 1)
    ]
    return auccess(shares)


def uniform_share(chances: Sequence[float], simulations: int) -> float:
    """Share of tasks that as many uniform simulations are expected to solve."""
    return sum(1.0 - (1.0 - chance) ** simulations for chance in chances) / len(chances)
