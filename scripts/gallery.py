"""Draw every shipped level and make docs/gallery.md: `make pictures`."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.generate.generator import FAMILIES
from bubbleball.render import thumbnail_svg

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = "pictures/levels"
COLUMNS = 4

HEAD = """# Gallery

Every shipped level, before anything is placed. Play one with
`bubbleball play NAME`, see a solution with `bubbleball play NAME --solution`. Difficulties go from
0 (easy) to 10 (hard).

This page is made by `make pictures`; do not edit it by hand.
"""

CLASSIC = """
## classic

The levels of the game: rebuilt from measurements, completed around what is known, or designed in
its spirit.
"""

WORKSHOP = """
## workshop

Generated levels, family by family, from easy to hard. Harder ones need further pieces to guide the
ball. `bubbleball generate` makes more of them.
"""

EXPERT = """
## expert

Hard levels, made from structures and sequences that solve them: legs, stacks, rollers, rows of
planks, springs in a row, wood in motion. [hard-levels.md](hard-levels.md) says what makes them
hard.
"""


def page() -> str:
    """The text of the page."""
    parts = [HEAD]
    for pack in packs.packs():
        documents = [packs.find(name) for name in packs.pack(pack)]
        heads = {"classic": CLASSIC, "workshop": WORKSHOP, "expert": EXPERT}
        parts.append(heads.get(pack, f"\n## {pack}\n"))
        for family, members in _by_family(documents):
            if family:
                about = (FAMILIES[family].__doc__ or "").splitlines()[0]
                parts.append(f"\n### {family}\n\n{about}\n")
            parts.append("\n" + "\n".join(_table(members)) + "\n")
    return "".join(parts)


def pictures() -> dict[str, str]:
    """The thumbnails by file name."""
    levels = [packs.find(name).level for name in packs.names()]
    return {_picture(level.name): thumbnail_svg(level) for level in levels}


def _by_family(documents: list[Document]) -> Iterator[tuple[str, list[Document]]]:
    """Group documents by family, in the order of the families."""
    order = ["", *FAMILIES]
    ranked = sorted(documents, key=lambda document: order.index(document.family))
    for family, members in itertools.groupby(ranked, key=lambda document: document.family):
        yield family, list(members)


def _table(documents: Iterable[Document]) -> Iterator[str]:
    cells = list(map(_cell, documents))
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    yield "| " + " | ".join([" "] * COLUMNS) + " |"
    yield "|" + ":---:|" * COLUMNS
    for row in rows:
        yield "| " + " | ".join([*row, *[" "] * (COLUMNS - len(row))]) + " |"


def _cell(document: Document) -> str:
    level = document.level
    pieces = f"{len(level.pieces)} piece{'' if len(level.pieces) == 1 else 's'}"
    hard = "" if document.difficulty is None else f" · difficulty {document.difficulty:.1f}"
    picture = f"![{level.name}: {level.title}]({PICTURES}/{_picture(level.name)})"
    return f"{picture}<br>**{level.title}**<br>`{level.name}`<br>{pieces}{hard}"


def _picture(name: str) -> str:
    return f"{name.replace('/', '-')}.svg"


def main() -> int:
    """Write the page and the thumbnails; remove thumbnails of levels that no longer exist."""
    folder = DOCS / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    drawn = pictures()
    for path in folder.glob("*.svg"):
        if path.name not in drawn:
            path.unlink()
    for name, svg in drawn.items():
        (folder / name).write_text(svg, encoding="utf-8", newline="\n")
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
