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


def test_the_page_asks_for_every_module_of_its_start_at_once() -> None:
    # Otherwise the browser learns of them one after another.
    found: set[str] = set()
    todo = ["main.js"]
    while todo:
        text = (STATIC / "js" / todo.pop()).read_text(encoding="utf-8")
        imported = set(re.findall(r'^import .* from "\./(.+)";$', text, re.MULTILINE))
        todo += imported - found
        found |= imported
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'rel="modulepreload" href="/js/(.+)"', page)) == found
