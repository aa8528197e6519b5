"""Run the notebooks of `examples/`: what they print and show, as the docs site has it.

Notebooks are kept without outputs. A test runs every cell; `make docs` runs them again and puts
the outputs into the site.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a notebook.

    kind: markdown or code. source: its text.
    printed: what it wrote to stdout when it was run.
    value: of its last line if that is an expression, else None.
    """

    kind: str
    source: str
    printed: str = ""
    value: object = None


def read_notebook(path: Path) -> list[Cell]:
    """The cells as they are stored; a notebook with outputs is refused."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    if any(cell.get("outputs") for cell in cells):
        raise ValueError(f"{path.name} has stored outputs; clear them before committing")
    return [Cell(cell["cell_type"], "".join(cell["source"])) for cell in cells]


def run_notebook(path: Path) -> list[Cell]:
    """The cells with what they print and show, run in their order."""
    names: dict[str, object] = {"__name__": "notebook"}
    return [
        _run(cell.source, names) if cell.kind == "code" else cell for cell in read_notebook(path)
    ]


def notebook_markdown(cells: list[Cell]) -> str:
    """The cells as a page: text as it is, code in fences, outputs below their code."""
    return "\n\n".join(part for cell in cells for part in _parts(cell)) + "\n"


def _run(source: str, names: dict[str, object]) -> Cell:
    *body, last = ast.parse(source).body
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), names)
    return Cell("code", source, printed.getvalue(), value)


def _parts(cell: Cell) -> list[str]:
    if cell.kind == "markdown":
        return [cell.source]
    parts = [f"```python\n{cell.source}\n```"]
    if cell.printed:
        parts.append(f"```text\n{cell.printed.rstrip()}\n```")
    if cell.value is not None:
        parts.append(_shown(cell.value))
    return parts


def _shown(value: object) -> str:
    """A value as Jupyter shows it: as HTML, as a picture or as text."""
    for name in ("_repr_html_", "_repr_svg_"):
        method = getattr(value, name, None)
        if method is not None:
            # Markdown would take indented or empty lines inside the markup for its own.
            lines = (line.strip() for line in method().splitlines())
            return f"<div>{' '.join(filter(None, lines))}</div>"
    return f"```text\n{value!r}\n```"
