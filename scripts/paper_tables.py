"""Write the tables of `bubbleball reproduce` into docs/paper.md.

python scripts/paper_tables.py FOLDER

FOLDER is where `reproduce -o FOLDER` has written them. A table that is not there stays as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from doc_tables import updated

DOCUMENT = Path(__file__).parents[1] / "docs" / "paper.md"
TABLES = ("table", "one-region", "worlds", "others", "contacts")


def with_tables(text: str, folder: Path) -> str:
    """Return the page with every table that the folder holds."""
    found = {name: folder / f"{name}.md" for name in TABLES}
    written = {
        name: path.read_text(encoding="utf-8").strip()
        for name, path in found.items()
        if path.exists()
    }
    return updated(text, {name: written[name].__str__ for name in written})


if __name__ == "__main__":
    page = with_tables(DOCUMENT.read_text(encoding="utf-8"), Path(sys.argv[1]))
    DOCUMENT.write_text(page, encoding="utf-8")
