"""Recorded runs and solves as pages that play without a server: one file, or part of a site."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

from bubbleball.files.document import Document
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.method.explanation import Thought
from bubbleball.play.step import Step
from bubbleball.web import catalog, responses
from bubbleball.web.contract.story import StoryData
from bubbleball.web.encoding import encoded
from bubbleball.web.limits import Limits

ENTRY = "views/offline.js"
STYLES = ("css/page.css", "css/stage.css", "css/views.css", "css/solve.css")
_IMPORT = re.compile(r'(^import .*? from |^import )"(\.{1,2}/[^"]+)"', re.MULTILINE)
_DECIMALS = 2  # of px, in what is shown offline


def story_data(
    level: Level, events: Iterable[Thought | Step], text: str, physics: Physics = REAL
) -> StoryData:
    """What a standalone page shows: a whole solve, or a single run."""
    return StoryData(
        title=level.title or level.name or "Your level",
        text=text,
        catalog=catalog.catalog(Limits()),
        level=responses.opened_level(Document(level, ())).level,
        physics=catalog.differences(physics),
        moments=[responses.solve_event(event) for event in events],
    )


def offline_page(story: StoryData) -> str:
    """One file with everything in it: data, style and scripts."""
    mapped = {f"bb/{name}": _data_url(source) for name, source in modules().items()}
    styles = "\n".join([catalog.theme_css(), *map(_read, STYLES)])
    head = (
        f"<style>{styles}</style>"
        f'<script type="importmap">{json.dumps({"imports": mapped})}</script>'
    )
    return _page(story, head, f'<script type="module">import "bb/{ENTRY}";</script>')


def site_page(story: StoryData, app: str) -> str:
    """The same for a site that has the scripts and styles in a folder of their own."""
    script = f'<script type="module" src="{app}/js/{ENTRY}"></script>'
    back = '<nav class="site-nav"><a class="link" href="../index.html">All levels</a></nav>'
    return _page(story, style_links(app), script, back)


def style_links(app: str) -> str:
    """Links to the styles in a site's folder."""
    return "".join(
        f'<link rel="stylesheet" href="{app}/{name}">' for name in ("theme.css", *STYLES)
    )


def _page(story: StoryData, head: str, script: str, above: str = "") -> str:
    data = json.dumps(_rounded(json.loads(encoded(story))), separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # a title must not end the script
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>{html.escape(story.title)} · Bubble Ball</title>{head}</head><body>"
        f'{above}<main id="main"><p class="loading">Loading …</p></main>{sprite()}'
        f'<script type="application/json" id="story">{data}</script>'
        f"{script}</body></html>\n"
    )


@cache
def modules() -> Mapping[str, str]:
    """The scripts that a recorded story needs, their imports by bare name."""
    found: dict[str, str] = {}
    todo = [ENTRY]
    while todo:
        name = todo.pop()
        folder = PurePosixPath(name).parent

        def bare(match: re.Match[str], folder: PurePosixPath = folder) -> str:
            target = normpath(folder / match[2])
            todo.append(target)
            return f'{match[1]}"bb/{target}"'

        if name not in found:
            found[name] = ""  # seen; its imports may lead back here
            found[name] = _IMPORT.sub(bare, _read(f"js/{name}"))
    return found


@cache
def sprite() -> str:
    """The icons, as the studio's own page has them."""
    found = re.search(r'<svg class="sprite".*?</svg>\s*(?=</body>)', _read("index.html"), re.DOTALL)
    return "" if found is None else found[0]


def _read(name: str) -> str:
    return (files("bubbleball.web") / "static" / name).read_text(encoding="utf-8")


def _data_url(source: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(source.encode()).decode()


def _rounded(value: Any) -> Any:
    """Numbers to a hundredth: a picture shows no more, and the page is a third as long."""
    if isinstance(value, float):
        return round(value, _DECIMALS)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value
