"""Make the shipped pack of generated levels: `python scripts/make_workshop.py`.

Every family makes a pool of levels, from which a few are picked, the easiest and the hardest among
them. Those in between are chosen for the whole pack, so that it has about as many levels of each
whole number of difficulty. Nothing in the pack is made by hand.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from bubbleball.errors import GenerateError
from bubbleball.files.disk import write_bytes
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.generate.generator import WORKSHOP, Made, generate_many, orders
from bubbleball.generate.stream import Stream
from bubbleball.generate.titles import title_of

PACK = Path(__file__).parents[1] / "src" / "bubbleball" / "levels" / "workshop"
SEED = 2
POOL = 16  # levels made for each family
PICKED = 5  # of them that are kept
DIFFICULTY = (1.0, 5.99)  # of all levels of the pack

Picked = dict[str, tuple[Document, ...]]


def pick(pool: Sequence[Document], count: int = PICKED) -> tuple[Document, ...]:
    """Pick a family's levels from the easiest to the hardest, in steps as even as possible."""
    rest = sorted(pool, key=_difficulty)
    low, high = _difficulty(rest[0]), _difficulty(rest[-1])
    picked = [rest.pop(0), rest.pop()]
    for number in range(1, count - 1):
        wanted = low + (high - low) * number / (count - 1)
        nearest = min(rest, key=lambda document: abs(_difficulty(document) - wanted))
        rest.remove(nearest)
        picked.append(nearest)
    return tuple(sorted(picked, key=_difficulty))


def levelled(pools: Mapping[str, Sequence[Document]], count: int = PICKED) -> Picked:
    """Pick levels of each family so that the difficulties are spread as evenly as possible.

    It starts with what `pick` chooses for each family. As long as exchanging one picked level for
    another of its family makes the pack more even, or else that family, the best exchange is made.
    The easiest and the hardest of a family stay.
    """
    picked = {family: pick(pool, count) for family, pool in pools.items()}
    while True:
        whole = _numbers(document for documents in picked.values() for document in documents)
        gains = {family: _best_exchange(picked[family], pools[family], whole) for family in pools}
        family = min(gains, key=lambda name: gains[name][0])
        (pack_gain, own_gain), documents = gains[family]
        if (pack_gain, own_gain) >= (0, 0):
            return picked
        picked[family] = documents


def _best_exchange(
    documents: Sequence[Document], pool: Sequence[Document], pack: Counter[int]
) -> tuple[tuple[int, int], tuple[Document, ...]]:
    """By how much an exchange changes the unevenness of pack and family, and what it leads to."""
    own = _numbers(documents)
    best = (0, 0), tuple(documents)
    for leaves, comes in _exchanges(documents, pool):
        old, new = math.floor(_difficulty(leaves)), math.floor(_difficulty(comes))
        if old == new:
            continue
        # Half the change of the sum of the squares of the counts.
        change = pack[new] - pack[old] + 1, own[new] - own[old] + 1
        if change < best[0]:
            rest = [document for document in documents if document is not leaves]
            best = change, tuple(sorted([*rest, comes], key=_difficulty))
    return best


def _exchanges(
    documents: Sequence[Document], pool: Sequence[Document]
) -> Iterator[tuple[Document, Document]]:
    kept = set(map(id, documents))
    spare = [document for document in pool if id(document) not in kept]
    return ((leaves, comes) for leaves in documents[1:-1] for comes in spare)


def _numbers(documents: Iterable[Document]) -> Counter[int]:
    """How many levels there are of each whole number of difficulty."""
    return Counter(math.floor(_difficulty(document)) for document in documents)


def _difficulty(document: Document) -> float:
    assert document.difficulty is not None
    return document.difficulty


def titled(picked: Mapping[str, Sequence[Document]]) -> dict[str, Document]:
    """The pack by file stem, such as `bridge-1`; no two levels have the same title."""
    pack: dict[str, Document] = {}
    taken: set[str] = set()
    for family, documents in picked.items():
        stream = Stream.of(SEED, family, "titles")
        for number, document in enumerate(documents, start=1):
            title = title_of(family, stream)
            while title in taken:
                title = title_of(family, stream)
            taken.add(title)
            level = dataclasses.replace(document.level, title=title)
            pack[f"{family}-{number}"] = dataclasses.replace(document, level=level)
    return pack


def make(made: Sequence[Made]) -> dict[str, Document]:
    """The pack from a pool of finished orders, whatever their order."""
    pools: dict[str, list[Document]] = {family: [] for family in WORKSHOP}
    for order, document in sorted(made, key=lambda pair: pair[0].index):
        if isinstance(document, Document):
            pools[order.family].append(document)
    for family, pool in pools.items():
        if len(pool) < PICKED:
            raise GenerateError(
                f"family {family!r} made {len(pool)} levels for the pack, which needs {PICKED}; "
                f"take another SEED or a larger POOL"
            )
    return titled(levelled(pools))


@click.command()
@click.option("--workers", type=click.IntRange(1), help="Processes; all cores if not given.")
@click.option("--check", is_flag=True, help="Write nothing; report what differs.")
def main(workers: int | None, check: bool) -> None:
    """Make the workshop pack, or check that it is what would be made."""
    wanted = orders(WORKSHOP, POOL * len(WORKSHOP), SEED, DIFFICULTY)
    made: list[Made] = []
    with click.progressbar(generate_many(wanted, workers), length=len(wanted)) as results:
        made.extend(results)
    texts = {f"{stem}.json": dump_document(document) for stem, document in make(made).items()}
    there = {path.name: path.read_text(encoding="utf-8") for path in PACK.glob("*.json")}
    stale = sorted(name for name in texts | there if texts.get(name) != there.get(name))
    if check:
        click.echo(f"{len(stale)} of {len(texts)} levels differ{': ' if stale else ''}", nl=False)
        click.echo(", ".join(stale))
        raise SystemExit(1 if stale else 0)
    PACK.mkdir(exist_ok=True)
    for name in there.keys() - texts.keys():
        (PACK / name).unlink()
    for name, text in texts.items():
        write_bytes(PACK / name, text.encode())
    click.echo(f"{len(texts)} levels in {PACK}, {len(stale)} of them new or changed")


if __name__ == "__main__":
    main()
