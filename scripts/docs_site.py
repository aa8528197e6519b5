"""Build the docs site: `make docs`, then open out/docs/index.html.

The site is made of README, docs/ and the other pages of the repository as they are, and of the
notebooks with their outputs. Pages keep their places, so that links between them stay as they are.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from notebooks import NOTEBOOKS, Cell, notebook_markdown, run_notebook

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "out" / "docs-source"  # as in mkdocs.yml
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def main() -> int:
    """Gather the pages and build the site from them."""
    gather(SOURCE)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "mkdocs.yml"]
    built = subprocess.run(command, cwd=ROOT, check=False).returncode
    if not built:
        sys.stdout.write("out/docs/index.html\n")
    return built


def gather(folder: Path, read: Callable[[Path], list[Cell]] = run_notebook) -> None:
    """Copy every page and picture into a folder, as the site has them.

    read: gives the cells of a notebook, with or without their outputs.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("pictures", "records"):
        shutil.copytree(ROOT / "docs" / name, folder / "docs" / name)
    shutil.copytree(NOTEBOOKS, folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    icon = ROOT / "src" / "bubbleball" / "web" / "static" / "icon.svg"
    shutil.copyfile(icon, folder / "docs" / "pictures" / icon.name)
    shutil.copyfile(ROOT / "scripts" / "iframe-worker.js", folder / "iframe-worker.js")
    for file in ("CITATION.cff", "docs/leaderboard.json"):
        shutil.copyfile(ROOT / file, folder / file)
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), NOTEBOOKS / "README.md"):
        place = page.relative_to(ROOT)
        text = site_page(page.read_text(encoding="utf-8"), place.as_posix())
        (folder / place).write_text(text, encoding="utf-8")
    for notebook in NOTEBOOKS.glob("*.ipynb"):
        place = Path("examples", f"{notebook.stem}.md")
        text = site_page(notebook_markdown(read(notebook)), place.as_posix())
        (folder / place).write_text(text, encoding="utf-8")
        (folder / "examples" / notebook.name).unlink()


def site_page(text: str, place: str) -> str:
    """A page as the site needs it.

    Comments go, for Markdown takes what follows one for HTML; links to notebooks lead to their
    pages; folders are not part of the site and keep their names only.

    place: of the page in the repository.
    """

    def linked(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        if "://" not in target and (ROOT / place).parent.joinpath(target).is_dir():
            return words
        return f"[{words}]({re.sub(r'[.]ipynb$', '.md', target)}{anchor})"

    return LINK.sub(linked, COMMENT.sub("", text))


if __name__ == "__main__":
    sys.exit(main())
