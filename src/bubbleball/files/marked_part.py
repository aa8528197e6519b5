"""Parts of a Markdown page that programs write, between `<!-- NAME: begin -->` and its end."""

from __future__ import annotations

from pathlib import Path

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files.disk import write_bytes


def with_part(page: str, name: str, part: str, source: str = "") -> str:
    """The page with one marked part replaced; both marks must occur in it once.

    source: names the page in errors.
    """
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    if page.count(begin) != 1 or page.count(end) != 1:
        what = f"the marks {begin.strip()} and {end} do not stand in it once each; add them"
        raise FileFormatError([Problem("", what)], source)
    before, _, rest = page.partition(begin)
    return f"{before}{begin}{part.rstrip()}\n{end}{rest.partition(end)[2]}"


def write_part(path: Path, name: str, part: str) -> None:
    """Replace one marked part of a page."""
    page = path.read_text(encoding="utf-8")
    write_bytes(path, with_part(page, name, part, str(path)).encode())
