"""The project is cited by the version it has, and the paper as it was published."""

from __future__ import annotations

import re
import tomllib

from repository import ROOT

CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_citation_names_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = re.search(r"^version: (\S+)$", CITATION, re.MULTILINE)
    assert stated
    assert stated[1] == project["version"]


def test_the_readme_and_the_citation_name_the_same_pages_of_the_same_volume() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    cited = re.search(r"PMLR (\d+):(\d+)–(\d+), (\d+)", readme)
    assert cited
    volume, start, end, year = cited.groups()
    for line in (f"volume: {volume}", f"start: {start}", f"end: {end}", f"year: {year}"):
        assert line in CITATION
    assert "arXiv:2011.10668" in readme
    assert "arXiv:2011.10668" in CITATION
