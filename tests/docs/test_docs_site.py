"""The docs site: every page is in it, links lead to headings, and nothing comes from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from console_blocks import DOCUMENTS
from docs_site import SOURCE, gather, site_page
from notebooks import NOTEBOOKS, read_notebook
from repository import ROOT

CONFIGURATION = ROOT / "mkdocs.yml"


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
    anchors: Counter[str] = Counter()
    for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        anchors[re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")] += 1
    return set(anchors)


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_a_link_with_an_anchor_leads_to_a_heading(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            other = (page.parent / target) if target else page
            assert anchor in headings(other), f"{page.name} links to {target}#{anchor}"


def test_the_navigation_has_every_page_once() -> None:
    _, _, navigation = CONFIGURATION.read_text(encoding="utf-8").partition("\nnav:\n")
    listed = re.findall(r"^ *- .+: (\S+\.md)$", navigation, re.MULTILINE)
    pages = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
    notebooks = [f"examples/{path.stem}.md" for path in NOTEBOOKS.glob("*.ipynb")]
    assert sorted(listed) == sorted(pages + notebooks)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("[a](tour.ipynb), [b](../README.md#top)", "[a](tour.md), [b](../README.md#top)"),
        ("[the pictures](../docs/pictures)", "the pictures"),
        ("![a level](../docs/pictures/level-2.svg)", "![a level](../docs/pictures/level-2.svg)"),
        ("<!-- suite: begin -->\n| a |\n", "| a |\n"),
    ],
)
def test_a_page_is_changed_only_where_the_site_needs_it(text: str, page: str) -> None:
    assert site_page(text, "examples/tour.md") == page


@pytest.mark.skipif(find_spec("zensical") is None, reason="the site's builder is not installed")
def test_the_site_builds_without_a_warning_and_needs_no_network(tmp_path: Path) -> None:
    gather(tmp_path / SOURCE.relative_to(ROOT), read_notebook)
    shutil.copy(CONFIGURATION, tmp_path)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "mkdocs.yml"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    site = tmp_path / "out" / "docs"
    for page in DOCUMENTS:
        place = page.relative_to(ROOT).with_suffix(".html").as_posix().replace("README", "index")
        text = (site / place).read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img)[^>]+src=\"?([^\" >]+)", text)
        loaded += re.findall(r"<link[^>]+href=\"?([^\" >]+)", text)
        assert loaded
        assert not [link for link in loaded if "://" in link or link.startswith("//")]
    assert "Local Target Set" in (site / "search.js").read_text(encoding="utf-8")
