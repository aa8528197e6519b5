"""One chapter of the page: what the solver learned, searched and chose, and the trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bubbleball.game.level import Level
from bubbleball.method.explanation import Thought
from bubbleball.report.belief_table import belief_table
from bubbleball.report.figures import search_figure, time_figure
from bubbleball.report.labels import STAGES, count, seconds, sentence
from bubbleball.report.markup import Html, mark, tag
from bubbleball.report.outcome import outcome_parts
from bubbleball.report.story import Chapter, RegionSearch, stage_seconds

_SHOWN = 4  # searches shown at once; the others are folded
_WORTH_SHOWING = 0.01  # s


def chapter_section(level: Level, chapter: Chapter) -> Html:
    """The section about a trial, or about giving up."""
    step = chapter.step
    if step is None:
        head: list[Html] = [tag("h2", "Giving up")]
    else:
        title = tag("h2", f"Trial {step.number} ", mark(step.trial.solved, "failed"))
        head = [title, tag("p", sentence(step.trial.reason))]
    parts = [*head, *_thinking(level, chapter)]
    if step is not None:
        parts += outcome_parts(level, chapter, step)
    times = {STAGES[s][0]: value for s, value in stage_seconds(chapter.thoughts).items()}
    if sum(times.values()) >= _WORTH_SHOWING:
        parts += [tag("h3", "Time per stage"), time_figure(times)]
    return tag("section", *parts, id=f"run-{step.number}" if step else "end")


def _thinking(level: Level, chapter: Chapter) -> Iterator[Html]:
    if not chapter.thoughts:
        return
    if chapter.prelude:
        yield tag("h3", "First thoughts")
        yield _thoughts(chapter.prelude)
    for thought in chapter.learned:
        yield belief_table(thought)
    if chapter.searches:
        yield tag("h3", "Search")
        yield from _searches(level, chapter)
    if not chapter.decisions:
        return
    yield tag("h3", "Decision")
    if chapter.tried:
        text = f"{count(chapter.tried, 'candidate')} evaluated in the models."
        yield tag("p", text, class_="soft")
    yield _thoughts(chapter.decisions)


def _searches(level: Level, chapter: Chapter) -> Iterator[Html]:
    searches = chapter.searches
    if len(searches) == 1 and chapter.step:  # the picture of the plan shows all of it
        yield _thoughts(searches[0].thoughts)
        return
    first, last = _SHOWN // 2, len(searches) - _SHOWN // 2
    folded = searches[first:last] if len(searches) > _SHOWN else ()
    for search in searches:
        if search not in folded:
            yield _search(level, search, pictured=True)
        elif search is folded[0]:
            summary = tag("summary", count(len(folded), "more search", "more searches"))
            yield tag("details", summary, *(_search(level, s, pictured=False) for s in folded))


def _search(level: Level, search: RegionSearch, *, pictured: bool) -> Html:
    figure = search_figure(level, search) if pictured else None
    fresh = ": starts again with nothing placed" if search.fresh else ""
    title = tag("h4", f"Search {search.number}{fresh}")
    if figure is None:
        return tag("div", title, _thoughts(search.thoughts), class_="search plain")
    return tag("div", title, figure, _thoughts(search.thoughts), class_="search")


def _thoughts(thoughts: Sequence[Thought]) -> Html:
    items = []
    for thought in thoughts:
        asides = []
        if thought.candidate_count and str(thought.candidate_count) not in thought.text:
            asides.append(count(thought.candidate_count, "candidate"))
        if thought.seconds:
            asides.append(seconds(thought.seconds))
        aside = tag("span", f" {' · '.join(asides)}", class_="aside") if asides else Html("")
        lines = [tag("li", line) for line in thought.details]
        stage, said = tag("b", STAGES[thought.stage][0]), sentence(thought.text)
        items.append(tag("li", stage, said, aside, tag("ul", *lines) if lines else ""))
    return tag("ul", *items, class_="thoughts") if items else Html("")
