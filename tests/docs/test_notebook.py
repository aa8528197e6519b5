"""The notebook runs from top to bottom, and what it shows draws itself."""

from __future__ import annotations

import ast
import json

from repository import ROOT

NOTEBOOK = ROOT / "examples" / "tour.ipynb"


def test_every_cell_runs_and_the_last_values_can_be_shown() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    shown = []
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        assert not cell["outputs"], "the notebook is kept without outputs"
        *body, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names))
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), names)
    assert sum(hasattr(value, "_repr_svg_") for value in shown) == 2
    assert sum(hasattr(value, "_repr_html_") for value in shown) == 2
