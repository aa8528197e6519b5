"""H-2: how one search works, from the coarse grid to the choice."""

from __future__ import annotations

from dataclasses import dataclass, field

from bubbleball.method.beam import Effort
from bubbleball.method.robust_choice import ChoiceSettings
from bubbleball.method.throws import ThrowEffort


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How one search works; an ablation switches parts of it off.

    growth: factor by which contacts grow from one sweep of the search to the next.
    depth: pieces (or held pairs) added one after another.
    check: whether the best are run in the believed world before a trial.
    robust: whether to choose by sampled worlds, or by the mean belief alone.
    throws: whether to search for blocks in motion.
    effort: how much the beam searches.
    throw_effort: how much the search for throws runs.
    choice: how closely solutions are compared.
    """

    growth: int = 4
    depth: int = 8
    check: bool = True
    robust: bool = True
    throws: bool = True
    effort: Effort = field(default_factory=Effort)
    throw_effort: ThrowEffort = field(default_factory=ThrowEffort)
    choice: ChoiceSettings = field(default_factory=ChoiceSettings)
