"""A static site of levels and solver stories that any static host can serve."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from bubbleball.errors import ArgumentError
from bubbleball.files import packs
from bubbleball.files.disk import write_bytes
from bubbleball.game.level import Level
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.play.step import Step
from bubbleball.render import THEMES, draw, to_svg
from bubbleball.report.labels import count
from bubbleball.web import catalog
from bubbleball.web.offline import STYLES, modules, site_page, story_data, style_links

APP = "app"  # folder of scripts and styles


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """One level of the site.

    name, title: of the level.
    stem: of its files.
    solved: whether the solver reached the flag.
    trials: that it needed.
    """

    name: str
    title: str
    stem: str
    solved: bool
    trials: int


def write_site(
    folder: Path, names: Iterable[str], watch: Callable[[SiteEntry], object] = lambda entry: None
) -> list[SiteEntry]:
    """Solve the levels and write a site about them into a new or empty folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArgumentError(
            f"{folder} is not an empty folder; give a new or empty one for the site"
        )
    for part in ("stories", "pictures", APP):
        (folder / part).mkdir(parents=True, exist_ok=True)
    _write_app(folder / APP)
    entries = []
    for name in names:
        entry = _write_story(folder, packs.load_level(name))
        entries.append(entry)
        watch(entry)
    write_bytes(folder / "index.html", _index(entries).encode())
    return entries


def _write_app(folder: Path) -> None:
    static = files("bubbleball.web") / "static"
    for name in [*STYLES, *(f"js/{module}" for module in modules())]:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(target, (static / name).read_bytes())
    write_bytes(folder / "theme.css", catalog.theme_css().encode())


def _write_story(folder: Path, level: Level) -> SiteEntry:
    done, name = solve_and_record(SolveTask(level)), level.name or "level"
    entry = SiteEntry(
        name, level.title or name, name.replace("/", "-"), done.record.solved, done.record.trials
    )
    last = [event for event in done.events if isinstance(event, Step)][-1]
    for theme in THEMES:
        drawing = draw(level, last.placements, trial=last.trial, show_caption=False, theme=theme)
        picture = folder / "pictures" / f"{entry.stem}-{theme}.svg"
        write_bytes(picture, to_svg(drawing).encode())
    page = site_page(story_data(level, done.events, _outcome(entry)), f"../{APP}")
    write_bytes(folder / "stories" / f"{entry.stem}.html", page.encode())
    return entry


def _outcome(entry: SiteEntry) -> str:
    trials = count(entry.trials, "trial")
    return f"Solved in {trials}." if entry.solved else f"Not solved in {trials}."


def _index(entries: list[SiteEntry]) -> str:
    groups: dict[str, list[SiteEntry]] = {}
    for entry in entries:
        groups.setdefault(entry.name.partition("/")[0].capitalize(), []).append(entry)
    sections = "".join(
        f'<section><h2>{html.escape(pack)}</h2><div class="grid">'
        + "".join(map(_card, inside))
        + "</div></section>"
        for pack, inside in groups.items()
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><title>Bubble Ball</title>{style_links(APP)}</head><body>'
        '<main id="main"><div class="view gallery"><h1>Bubble Ball: how a solver thinks</h1>'
        "<p>Each level opens a recorded solve: how the solver looks, plans, searches, chooses, "
        "tries and learns. Nothing here needs a server.</p>"
        f'<div class="packs">{sections}</div></div></main></body></html>\n'
    )


def _card(entry: SiteEntry) -> str:
    title, picture = html.escape(entry.title), f"pictures/{entry.stem}"
    return (
        f'<a class="card" href="stories/{entry.stem}.html"><picture>'
        f'<source media="(prefers-color-scheme: dark)" srcset="{picture}-dark.svg">'
        f'<img class="thumb" loading="lazy" src="{picture}-light.svg" alt=""></picture>'
        f'<span class="name">{title}</span>'
        f'<span class="facts"><span>{html.escape(entry.name)}</span>'
        f"<span>{_outcome(entry)}</span></span></a>"
    )
