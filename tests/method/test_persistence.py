"""After a barren search: more effort, another method, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.explanation import Thought
from bubbleball.method.persistence import ALIKE, MOST, Persistence
from bubbleball.method.surprises import SAME

LEVEL = Level(
    ball=Ball(60, 120),
    flag=Flag(400, 250),
    pieces=(Part("a", Kind.METAL, 75, 20, 150, 25), Part("b", Kind.METAL, 75, 50, 150, 25)),
)


@dataclass
class Stubborn:
    """Proposes the same placement every time."""

    told: list[Trial] = field(default_factory=list)

    def tell(self, trial: Trial) -> None:
        self.told.append(trial)

    def think(self) -> Iterator[Thought]:
        yield from ()

    def ask(self) -> tuple[Placement, ...] | None:
        return (Placement("a", 200, 200),)


def tried(*placements: Placement) -> Trial:
    return simulate(LEVEL, placements, REAL)


def test_effort_grows_with_every_barren_search_up_to_a_limit() -> None:
    persistence = Persistence(LEVEL, Stubborn)
    efforts = []
    for persistence.barren in range(6):
        efforts.append(persistence.effort)
    assert efforts[0] == 1
    assert efforts == sorted(efforts)
    assert efforts[-1] == efforts[-2] == MOST


def test_the_other_method_learns_from_its_own_trials_and_repeats_none() -> None:
    other = Stubborn()
    persistence = Persistence(LEVEL, lambda: other)
    persistence.tell(tried())
    persistence.tell(tried(Placement("b", 300, 200)))
    proposals = []
    for _ in range(2):
        proposing = persistence.propose(persistence.is_new)
        try:
            while True:
                next(proposing)
        except StopIteration as ended:
            proposals.append(ended.value)
        persistence.tell(tried(Placement("a", 200, 200)))
    assert proposals == [(Placement("a", 200, 200),), None]
    assert [trial.placements for trial in other.told] == [(), (Placement("a", 200, 200),)]


def test_what_failed_is_not_new_and_neither_is_what_hardly_differs() -> None:
    persistence = Persistence(LEVEL, Stubborn)
    persistence.tell(tried(Placement("a", 100, 200, 359.5), Placement("b", 300, 160)))
    assert not persistence.is_new([Placement("b", 300.5, 160), Placement("a", 100, 200, 0.5)])
    assert persistence.is_new([Placement("a", 100, 200, 359.5)])
    moved = [Placement("a", 100, 200 + 2 * SAME, 0), Placement("b", 300, 160)]
    assert persistence.is_new(moved)
    assert not persistence.is_new(moved, ALIKE)
    assert persistence.is_new([Placement("a", 100, 200, 10), Placement("b", 300, 160)])


def test_a_turn_that_does_not_show_makes_nothing_new() -> None:
    """A bar looks the same after half a turn, and so do two bars that have changed places."""
    persistence = Persistence(LEVEL, Stubborn)
    persistence.tell(tried(Placement("a", 100, 200), Placement("b", 300, 160, 20)))
    assert not persistence.is_new([Placement("a", 100, 200, 180), Placement("b", 300, 160, -160)])
    assert not persistence.is_new([Placement("b", 100, 200), Placement("a", 300, 160, 20)])
    assert persistence.is_new([Placement("a", 100, 200, 90), Placement("b", 300, 160, 20)])


def test_two_bars_beside_one_that_failed_are_new_where_the_other_stood_elsewhere() -> None:
    persistence = Persistence(LEVEL, Stubborn)
    persistence.tell(tried(Placement("a", 100, 200), Placement("b", 300, 160)))
    assert persistence.is_new([Placement("a", 100, 199.5), Placement("b", 100, 200.5)])
