"""The page's own code: typed, and nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import bubbleball.web
from web.tools import HERE, tool

STATIC = Path(bubbleball.web.__file__).parent / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())


@pytest.mark.slow
def test_the_modules_pass_the_type_checker() -> None:
    compiler = tool("typescript/bin/tsc")
    done = subprocess.run(
        ["node", str(compiler), "-p", str(HERE / "jsconfig.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//cdn|@import url", text)


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".js"], ids=lambda p: p.name)
def test_text_never_becomes_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".html"], ids=lambda p: p.name)
def test_pages_have_no_inline_script_or_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


def test_the_page_preloads_every_module_that_its_first_view_imports() -> None:
    # Otherwise the browser discovers them one level of imports at a time.
    scripts = STATIC / "js"
    found: set[Path] = set()
    todo = [scripts / "main.js"]
    while todo:
        here = todo.pop()
        names = re.findall(r'^import .* from "(.+)";$', here.read_text(encoding="utf-8"), re.M)
        imported = {(here.parent / name).resolve() for name in names}
        todo += imported - found
        found |= imported
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    listed = re.findall(r'rel="modulepreload" href="/js/(.+)"', page)
    assert listed == sorted(path.relative_to(scripts.resolve()).as_posix() for path in found)
