"""Make levels by family and seed: one at a time, or many on all cores."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bubbleball.errors import GenerateError, unknown_name
from bubbleball.files.document import Document
from bubbleball.game.workers import Workers
from bubbleball.generate.families import (
    chains,
    feats,
    mazes,
    metal,
    motion,
    powers,
    structures,
    throws,
    wood,
)
from bubbleball.generate.finishing import finish, most_difficult
from bubbleball.generate.kept import keep_level, kept_level
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.stream import Stream
from bubbleball.generate.titles import title_of

ATTEMPTS = 600  # sketches made for one level before its family gives up
MISSES = 20  # levels outside the requested difficulty before it is refused
RARE = 250  # sketches after which one such level is enough
TURN = 60  # sketches in a row with the same number of further acts, which may never work out
MOST_ACTS = 3  # pieces added to what the family makes, for harder levels
MOST_PIECES = 5  # with more, no act is added

Family = Callable[[Sketch, Stream], None]

_WORKSHOP: dict[str, Family] = {
    "deflect": metal.deflect,
    "bridge": metal.bridge,
    "zigzag": metal.zigzag,
    "triangles": metal.triangles,
    "circles": metal.circles,
    "wedge": metal.wedge,
    "decoy": metal.decoy,
    "plank": wood.plank,
    "hill": wood.hill,
    "prop": wood.prop,
    "speed-up": powers.speed_up,
    "slow-down": powers.slow_down,
    "gravity": powers.gravity,
    "spring": powers.spring,
    "teleport": powers.teleport,
    "machine": powers.machine,
    "catapult": throws.catapult,
    "chain": chains.chain,
}
_EXPERT: dict[str, Family] = {  # families of hard levels
    "trestle": structures.trestle,
    "tower": structures.tower,
    "rollers": structures.rollers,
    "chock": structures.chock,
    "cantilever": structures.cantilever,
    "pinned": structures.pinned,
    "causeway": structures.causeway,
    "grate": feats.grate,
    "relay": feats.relay,
    "bowling": feats.bowling,
    "gauntlet": chains.gauntlet,
    "portals": powers.portals,
    "ceiling": powers.ceiling,
    "clockwork": powers.clockwork,
    "ambush": motion.ambush,
    "launch": motion.launch,
    "rising": motion.rising,
    "detour": mazes.detour,
    "lure": mazes.lure,
}
FAMILIES = MappingProxyType(_WORKSHOP | _EXPERT)
WORKSHOP, EXPERT = tuple(_WORKSHOP), tuple(_EXPERT)


@dataclass(frozen=True, slots=True)
class Order:
    """A request for one level, which depends on nothing else.

    family, seed, index: which level.
    low, high: its difficulty, at least and at most.
    """

    family: str
    seed: int
    index: int
    low: float = 0.0
    high: float = 10.0

    @property
    def kept_as(self) -> str:
        """The name under which its level is kept."""
        return f"{self.stem}-{self.low:g}-{self.high:g}"

    @property
    def stem(self) -> str:
        """A file name for it, without suffix."""
        return f"{self.family}-{self.seed}-{self.index}"


Made = tuple[Order, Document | GenerateError]


def orders(
    families: Sequence[str], count: int, seed: int, difficulty: tuple[float, float] = (0.0, 10.0)
) -> tuple[Order, ...]:
    """Orders for `count` levels, the families taking turns."""
    return tuple(
        Order(families[number % len(families)], seed, number // len(families), *difficulty)
        for number in range(count)
    )


def generate_many(
    wanted: Sequence[Order], workers: int | None = None, *, keep: bool = False
) -> Generator[Made, None, None]:
    """Yield every order with its level, or with the reason why there is none, as they finish.

    Closing the iterator drops the orders that no worker has started.

    keep: whether to keep the levels on disk, and to reuse those that are there.
    """
    found = {order: kept_level(order.kept_as) for order in wanted} if keep else {}
    yield from ((order, document) for order, document in found.items() if document is not None)
    rest = [order for order in wanted if found.get(order) is None]
    if not rest:
        return
    with Workers(workers if len(rest) > 1 else 1, stop_at_interrupt=True) as pool:
        for order, result in pool.as_ready(fill, rest):
            if keep and isinstance(result, Document):
                keep_level(order.kept_as, result)
            yield order, result


def fill(order: Order) -> Made:
    """The order's level, or the reason why there is none."""
    try:
        return order, generate(order.family, order.seed, order.index, (order.low, order.high))
    except GenerateError as error:
        return order, error


def generate(
    family: str, seed: int, index: int, difficulty: tuple[float, float] = (0.0, 10.0)
) -> Document:
    """Level number `index` of a family; depends on nothing but the arguments."""
    if family not in FAMILIES:
        raise unknown_name("family", family, FAMILIES)
    low, high = difficulty
    if family not in EXPERT and low > (most := most_difficult()):
        raise GenerateError(
            f"family {family!r} cannot reach difficulty {low:g}..{high:g}: none of its levels can "
            f"be harder than {most:.1f}. Families that can: {', '.join(EXPERT)}"
        )
    reasons: Counter[str] = Counter()
    missed: list[float] = []
    for attempt in range(ATTEMPTS):
        if len(missed) >= MISSES or (missed and attempt >= RARE):
            raise _out_of_reach(family, difficulty, missed)
        stream = Stream.of(seed, family, index, attempt)
        sketch = Sketch()
        try:
            FAMILIES[family](sketch, stream)
            for _ in range(_acts(family, seed, index, attempt)):
                if len(sketch.solution) < MOST_PIECES:
                    chains.further_act(sketch, stream)
            made = finish(sketch, stream, hard=family in EXPERT)
        except Unfit as reason:
            reasons[str(reason)] += 1
            continue
        if low <= made.difficulty <= high:
            title = title_of(family, Stream.of(seed, family, index, "title"))
            level = dataclasses.replace(made.level, title=title)
            return Document(level, (made.solution,), family, made.difficulty)
        missed.append(made.difficulty)
        reasons[f"difficulty outside {low:g}..{high:g}"] += 1
    common = ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common(3))
    raise GenerateError(
        f"family {family!r} made no level of difficulty {low:g}..{high:g} for seed {seed}, "
        f"index {index} in {ATTEMPTS} attempts; most often: {common}. Ask for a wider difficulty "
        f"or another seed"
    )


def _out_of_reach(
    family: str, difficulty: tuple[float, float], missed: Sequence[float]
) -> GenerateError:
    low, high = difficulty
    found = f"{len(missed)} levels of" if len(missed) > 1 else "a level of"
    return GenerateError(
        f"family {family!r} hardly reaches difficulty {low:g}..{high:g}: {found} it had "
        f"{min(missed):.1f} to {max(missed):.1f}. Ask for a wider difficulty, another family "
        f"or another seed"
    )


def _acts(family: str, seed: int, index: int, attempt: int) -> int:
    """How many further acts a sketch gets, each number from 0 to the most equally likely."""
    if family in ("chain", *EXPERT):
        return 0
    return Stream.of(seed, family, index, "acts", attempt // TURN).whole(0, MOST_ACTS)
