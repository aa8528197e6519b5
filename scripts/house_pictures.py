"""Draw CONTRIBUTING's two pictures from the source: the tree of packages, and the walk of a solve.

`make pictures` does. Names, sentences and imports are read from the code, so a picture that does
not fit it any more is out of date; `tests/docs/test_house_pictures.py` says so.
"""

from __future__ import annotations

import re
import textwrap
from html import escape
from pathlib import Path

from import_graph import MODULES, direct, package_of, summary

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"

INK, FAINT, LINE, PAPER = "#1f2933", "#6b7785", "#c3ccd6", "#ffffff"
GAME, SOLVER, SHELL = "#2f6f4f", "#2b5c9e", "#8a5a13"  # the colours of the three families
FAMILIES = {
    GAME: ("errors", "game", "files", "check"),
    SOLVER: ("model", "method", "solvers"),
}
# Packages as a solve meets them; each is drawn as soon as all that it imports is drawn.
ORDER = (
    *("errors", "game", "files", "check", "model", "method", "solvers", "play", "games"),
    *("env", "certify", "generate", "bench", "render", "report", "web", "cli"),
)

SANS = "font-family='system-ui, Helvetica, Arial, sans-serif'"
MONO = "font-family='ui-monospace, Menlo, Consolas, monospace'"


def text(x: float, y: float, words: str, size: float, colour: str = INK, *more: str) -> str:
    """Draw one line of text, its baseline at y."""
    attributes = " ".join((f"font-size='{size:g}'", f"fill='{colour}'", *(more or (SANS,))))
    return f"<text x='{x:g}' y='{y:g}' {attributes}>{escape(words)}</text>"


def picture(width: float, height: float, items: list[str], title: str) -> str:
    """Put items into an SVG with a white ground, which also shows on a dark page."""
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' "
        f"width='{width:g}' height='{height:g}' role='img' aria-label='{escape(title)}'>"
    )
    ground = f"<rect width='{width:g}' height='{height:g}' fill='{PAPER}'/>"
    return "\n".join((head, ground, *items, "</svg>")) + "\n"


# ------------------------------------------------------------------------------- the tree


def packages() -> dict[str, set[str]]:
    """Each package with those that it imports, an imported one always before its importer."""
    graph: dict[str, set[str]] = {}
    for module in MODULES:
        if not module.startswith("__"):
            others = {package_of(other) for other in direct(module)}
            graph.setdefault(package_of(module), set()).update(others)
    for name, others in graph.items():
        others -= {name, "__init__"}
    waiting = sorted(graph, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n))
    placed: dict[str, set[str]] = {}
    while waiting:
        ready = next(name for name in waiting if graph[name] <= placed.keys())
        placed[ready] = graph[ready]
        waiting.remove(ready)
    return placed


def modules_of(package: str) -> list[str]:
    """The modules of a package; sub-packages end in a stroke and hide what they hold."""
    below = {m.split(".")[1] for m in MODULES if m.startswith(f"{package}.")}
    folders = {m.split(".")[1] for m in MODULES if m.startswith(f"{package}.") and m.count(".") > 1}
    return [f"{name}/" if name in folders else name for name in sorted(below)]


def colour_of(package: str) -> str:
    """The colour of the family that a package belongs to."""
    return next((colour for colour, names in FAMILIES.items() if package in names), SHELL)


def tree() -> str:
    """Draw a row for every package: its name, its purpose, its modules, and what it imports."""
    graph = packages()
    cell, left, wide = 21, 120, 470
    matrix = left + wide + 20
    top = 92
    items = [
        text(16, 30, "src/bubbleball/", 17, INK, MONO, "font-weight='700'"),
        text(
            16, 52, "A row imports the columns with a dot; nothing imports what stands", 13, FAINT
        ),
        text(
            16, 69, "below it. Green: the game. Blue: the solver. Brown: what uses both.", 13, FAINT
        ),
    ]
    y = top
    rows: list[tuple[str, float]] = []
    for name in graph:
        purpose = textwrap.wrap(summary(name), 66)
        contents = textwrap.wrap(" · ".join(modules_of(name)), 74)
        items.append(f"<path d='M16 {y:g}H{matrix + cell * len(graph):g}' stroke='{LINE}'/>")
        items.append(text(16, y + 20, name, 15, colour_of(name), MONO, "font-weight='700'"))
        for number, line in enumerate(purpose):
            items.append(text(left, y + 19 + 17 * number, line, 14))
        below = y + 19 + 17 * len(purpose)
        for number, line in enumerate(contents):
            items.append(text(left, below + 15 * number, line, 11, FAINT, MONO))
        rows.append((name, y + 16))
        y = below + 15 * len(contents) + 2
    items += _matrix(rows, graph, matrix, cell, top)
    return picture(matrix + cell * len(graph) + 30, y + 8, items, "The packages of bubbleball")


def _matrix(
    rows: list[tuple[str, float]], graph: dict[str, set[str]], left: float, cell: float, top: float
) -> list[str]:
    items = []
    for column, (name, own_row) in enumerate(rows):
        x = left + cell * (column + 0.5)
        turned = f"transform='rotate(-60 {x:g} {top - 8:g})'"
        items.append(text(x, top - 8, name, 12, colour_of(name), MONO, turned))
        items.append(
            f"<path d='M{x:g} {top:g}V{rows[-1][1]:g}' stroke='{LINE}' stroke-width='.5'/>"
        )
        items.append(
            f"<rect x='{x - 4:g}' y='{own_row - 4:g}' width='8' height='8' fill='{LINE}'/>"
        )
        for importer, y in rows:
            if name in graph[importer]:
                items.append(f"<circle cx='{x:g}' cy='{y:g}' r='4.5' fill='{colour_of(name)}'/>")
    return items


# ------------------------------------------------------------------------------- the walk

BOX_WIDTH, BOX_HEIGHT, GAP = 186, 128, 26
# Title, module whose first sentence explains it, column, row.
STAGES = (
    ("Level", "game.level", 2, 0),
    ("Placement", "game.placement", 0, 1),
    ("Game", "game.game", 2, 1),
    ("Trial", "game.trial", 4, 1),
    ("Learning, H-3", "method.learn", 4, 2),
    ("Guide Path, H-1", "method.guide_path", 3, 2),
    ("Local Region, H-1", "method.local_region", 2, 2),
    ("Candidates, H-2", "method.contact_sampling", 1, 2),
    ("Choice, H-2", "method.robust_choice", 0, 2),
    ("β", "model.belief", 4, 3),
    ("Events", "model.events", 2, 3),
    ("Stepper", "model.stepper", 1, 3),
    ("Believed world", "game.world", 0, 3),
)
ROW_TOPS = (74, 240, 468, 656)
NOTES = (
    "play/loop asks the solver for a placement, plays it,",
    "and tells the solver the trial. The solver paper rates",
    "its candidates with events, hierarchical with the",
    "stepper; hierarchical shows its Local Regions but",
    "searches by cost-to-go (docs/method.md).",
)


def corner(column: int, row: int) -> tuple[float, float]:
    """Top left corner of a box."""
    return 20 + column * (BOX_WIDTH + GAP), ROW_TOPS[row]


def walk() -> str:
    """Draw the stages of a solve in a ring: above the wall the game, below it the solver."""
    items = [
        "<defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='8' "
        f"markerHeight='8' orient='auto'><path d='M0 0L8 4L0 8z' fill='{INK}'/></marker></defs>",
        text(
            20,
            34,
            "One solve, from a level to the next placement",
            18,
            INK,
            SANS,
            "font-weight='700'",
        ),
        *(text(20, 62 + 19 * number, line, 14, FAINT) for number, line in enumerate(NOTES)),
    ]
    for title, module, column, row in STAGES:
        items += _box(title, module, *corner(column, row), colour_of(package_of(module)))
    items += _arrows()
    width = 40 + 5 * BOX_WIDTH + 4 * GAP
    wall = (ROW_TOPS[1] + BOX_HEIGHT + ROW_TOPS[2]) / 2
    dashed = f"stroke='{FAINT}' stroke-width='1.5' stroke-dasharray='7 5'"
    items.append(f"<path d='M20 {wall:g}H{width - 20:g}' {dashed}/>")
    words = (
        "The wall: no solver reaches the game. Placements go up, trials come down, nothing else."
    )
    items.append(text(width / 2, wall - 8, words, 13, FAINT, SANS, "text-anchor='middle'"))
    return picture(width, ROW_TOPS[3] + BOX_HEIGHT + 20, items, "The walk of a solve")


def _box(title: str, module: str, x: float, y: float, colour: str) -> list[str]:
    sentence = re.sub(r"^H-\d[^:]*: ", "", summary(module))
    if sentence[0].isascii():  # a capital β is a B
        sentence = sentence[0].upper() + sentence[1:]
    lines = textwrap.wrap(sentence, 26, max_lines=5, placeholder=" …")
    return [
        f"<rect x='{x:g}' y='{y:g}' width='{BOX_WIDTH}' height='{BOX_HEIGHT}' rx='7' "
        f"fill='{PAPER}' stroke='{colour}' stroke-width='1.6'/>",
        text(x + 10, y + 21, title, 15, colour, SANS, "font-weight='700'"),
        text(x + 10, y + 37, module.replace(".", "/"), 11, FAINT, MONO),
        *(text(x + 10, y + 55 + 15 * n, line, 12) for n, line in enumerate(lines)),
    ]


def _arrows() -> list[str]:
    def sideways(column: int, to: int, row: int) -> str:
        y = ROW_TOPS[row] + BOX_HEIGHT / 2
        start, end = corner(column, row)[0], corner(to, row)[0]
        return (
            f"M{start + BOX_WIDTH:g} {y:g}H{end - 2:g}"
            if to > column
            else f"M{start:g} {y:g}H{end + BOX_WIDTH + 2:g}"
        )

    def upright(column: int, row: int, to: int) -> str:
        x = corner(column, row)[0] + BOX_WIDTH / 2
        if to > row:
            return f"M{x:g} {ROW_TOPS[row] + BOX_HEIGHT:g}V{ROW_TOPS[to] - 2:g}"
        return f"M{x:g} {ROW_TOPS[row]:g}V{ROW_TOPS[to] + BOX_HEIGHT + 2:g}"

    below = ROW_TOPS[2] + BOX_HEIGHT + 2
    bend = (below + ROW_TOPS[3]) / 2
    lines = [
        *(sideways(0, 2, 1), sideways(2, 4, 1), upright(2, 0, 1), upright(4, 1, 2)),
        *(sideways(column, column - 1, 2) for column in (4, 3, 2, 1)),
        *(upright(0, 2, 1), upright(4, 2, 3), upright(1, 3, 2), upright(0, 3, 2)),
        f"M{corner(2, 3)[0] + 40:g} {ROW_TOPS[3]:g}V{bend:g}H{corner(1, 2)[0] + 140:g}V{below:g}",
    ]
    drawn = [
        f"<path d='{line}' fill='none' stroke='{INK}' stroke-width='1.5' marker-end='url(#tip)'/>"
        for line in lines
    ]
    half = BOX_WIDTH / 2
    words = {
        (corner(0, 1)[0] + half + 8, ROW_TOPS[1] + BOX_HEIGHT + 24): "ask()",
        (corner(4, 1)[0] + half + 8, ROW_TOPS[1] + BOX_HEIGHT + 24): "tell(trial)",
        (corner(2, 3)[0] + 48, ROW_TOPS[3] - 12): "rate thousands",
        (corner(0, 3)[0] + half + 8, ROW_TOPS[3] - 12): "check the last few",
        (corner(4, 3)[0] + half + 8, ROW_TOPS[3] - 12): "correct",
    }
    return drawn + [text(x, y, label, 12, FAINT, SANS) for (x, y), label in words.items()]


def drawings() -> dict[Path, str]:
    """Every picture that this program writes."""
    return {PICTURES / "tree.svg": tree(), PICTURES / "walk.svg": walk()}


def main() -> None:
    """Write both pictures."""
    for path, drawing in drawings().items():
        path.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
