"""Pictures for a report. Their colours are variables of the page, so that they follow its theme."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought
from bubbleball.model.estimate import Estimate
from bubbleball.play.step import Step
from bubbleball.render.drawing import Drawing, Style
from bubbleball.render.overlay import Overlay, legend_entries, ranked
from bubbleball.render.picture import draw
from bubbleball.render.svg import to_svg
from bubbleball.render.theme import COSTS, Role, Theme
from bubbleball.report.labels import seconds
from bubbleball.report.markup import Html, tag
from bubbleball.report.story import Chapter, RegionSearch

_DOTS = 150  # candidates in a picture; more hide each other and make the page large
_NARROW = 4.0  # least width of a band; the figure is 120 wide
_NEAR = 0.05  # px by which a simplified line may differ


_PAGE = Theme("page", MappingProxyType({role: f"var({role.variable})" for role in Role}))


def opening_figure(level: Level, trial: Trial, thoughts: Sequence[Thought]) -> Html:
    """The run with nothing placed, and the path that the ball should take."""
    text = "Nothing is placed, and the ball's path is recorded."
    return _figure(level, opening_overlay(thoughts), "The empty run", text, trial=trial)


def plan_figure(level: Level, chapter: Chapter, placements: Sequence[Placement]) -> Html | None:
    """What the solver plans; None if it has reported nothing that can be drawn."""
    seen = overlay_of(chapter)
    if not any(legend_entries(replace(seen, recorded=None), traced=False)):
        return None
    text = "The placement before the start, with the reasons for it."
    return _figure(level, seen, "The plan", text, placements)


def trial_figure(level: Level, chapter: Chapter, step: Step) -> Html:
    """What happened, drawn over the prediction."""
    seen = replace(overlay_of(chapter), candidates=None)
    text = "What happened in the game. Small arrows mark contacts of the ball."
    return _figure(level, seen, "The trial", text, step.placements, step.trial)


def search_figure(level: Level, search: RegionSearch) -> Html | None:
    """One region and the candidates tried in it; None without a region."""
    seen = Overlay.of(search.thoughts[:1])
    if seen.region is None:
        return None
    clouds = [t.candidates for t in search.thoughts if t.candidates is not None]
    holders = [t for t in search.thoughts if t.main]
    best = (*holders[-1].supports, holders[-1].main) if holders else ()
    known = {p.piece: p for p in best if p and level.piece(p.piece)}
    seen = replace(
        seen,
        candidates=clouds[-1] if clouds else None,
        main=holders[-1].main.piece if holders and holders[-1].main else None,
    )
    drawing = draw(level, known.values(), overlay=_thinned(seen), show_caption=False)
    legend = tag("ul", *_legend(seen, traced=False), class_="legend")
    picture = _picture(drawing, f"Search {search.number}")
    return tag("figure", picture, tag("figcaption", legend), class_="small")


def opening_overlay(thoughts: Sequence[Thought]) -> Overlay:
    """What the solver sees in the empty run: the first guide paths and the first region."""
    return Overlay(
        guides=next((t.guides for t in thoughts if t.guides), ()),
        region=next((t.region for t in thoughts if t.region), None),
    )


def overlay_of(chapter: Chapter) -> Overlay:
    """Everything that the solver had reported when it chose."""
    prediction = chapter.prediction
    recorded = None if chapter.before is None else chapter.before.ball[:, :2]
    return replace(
        Overlay.of(chapter.thoughts, recorded=recorded),
        predicted=prediction.predicted if prediction else None,
        main=prediction.main.piece if prediction and prediction.main else None,
        supports=tuple(support.piece for support in prediction.supports) if prediction else (),
    )


def belief_figure(before: Estimate | None, after: Estimate, about: str) -> Html:
    """Two bands of belief with their means, the earlier one above."""
    both = [after] if before is None else [before, after]
    low, high = min(e.low for e in both), max(e.high for e in both)
    if not math.isfinite(high - low):
        return Html("")
    scale = 116 / (high - low) if high > low else 0.0
    bars: list[Html] = []
    for estimate in both:
        now = estimate is after
        top, width = (13 if now else 3), max(_NARROW, scale * (estimate.high - estimate.low))
        left = min(118 - width, 2 + scale * (estimate.low - low))
        kind = "now" if now else "before"
        bars.append(
            tag("rect", x=f"{left:.1f}", y=top, width=f"{width:.1f}", height=8, class_=kind)
        )
        if width > 2 * _NARROW:
            middle = 2 + scale * (estimate.mean - low) - 1
            bars.append(
                tag("rect", x=f"{middle:.1f}", y=top - 2, width=2, height=12, class_="mean")
            )
    return tag("svg", *bars, viewBox="0 0 120 24", role="img", aria_label=about, class_="band")


def time_figure(times: Mapping[str, float]) -> Html:
    """Times as bars; the longest takes the full width."""
    longest = max(times.values(), default=0.0) or 1.0
    rows = []
    for name, value in times.items():
        share = f"{100 * value / longest:.1f}%"
        bar = tag("svg", tag("rect", width=share, height="100%", class_="now"), aria_hidden="true")
        rows.append(tag("li", tag("span", name), bar, tag("span", seconds(value), class_="number")))
    return tag("ul", *rows, class_="times")


def _figure(
    level: Level,
    seen: Overlay,
    title: str,
    text: str,
    placements: Iterable[Placement] = (),
    trial: Trial | None = None,
) -> Html:
    drawing = draw(level, placements, trial=trial, overlay=_thinned(seen), show_caption=False)
    legend = tag("ul", *_legend(seen, traced=trial is not None), class_="legend")
    caption = tag("figcaption", tag("strong", f"{title}. "), text, legend)
    return tag("figure", _picture(drawing, title), caption)


def _picture(drawing: Drawing, title: str) -> Html:
    drawing = replace(drawing, theme=_PAGE, title=f"{title}: {drawing.title}", description="")
    return Html(to_svg(drawing, embed=True))


def _legend(seen: Overlay, *, traced: bool) -> Iterator[Html]:
    for style, meaning in legend_entries(seen, traced=traced):
        yield tag("li", _swatch(style), meaning)
    if seen.candidates is not None:
        dots = [
            tag("rect", x=4 * rank, y=3, width=3, height=4, fill=_PAGE[role])
            for rank, role in enumerate(COSTS)
        ]
        yield tag(
            "li",
            tag("svg", *dots, viewBox="0 0 20 10", aria_hidden="true"),
            "candidate centres of a piece, best to worst",
        )


def _swatch(style: Style) -> Html:
    line = tag(
        "path",
        d="M1 5H19",
        stroke=_PAGE[style.line] if style.line else None,
        stroke_width=style.width,
        stroke_dasharray=" ".join(map(str, style.dash)) or None,
        opacity=style.opacity,
    )
    return tag("svg", line, viewBox="0 0 20 10", aria_hidden="true")


def _thinned(seen: Overlay) -> Overlay:
    """An overlay that looks the same with fewer points."""
    return replace(
        seen,
        recorded=None if seen.recorded is None else simplified(seen.recorded),
        predicted=None if seen.predicted is None else simplified(seen.predicted),
        candidates=None if seen.candidates is None else ranked(seen.candidates, _DOTS),
    )


def simplified(line: Array) -> Array:
    """Drop the points that lie within `_NEAR` of the line between their neighbours."""
    if len(line) < 3 or not np.isfinite(line).all():
        return line
    import shapely  # noqa: PLC0415  # loads slowly

    thinner = shapely.simplify(shapely.linestrings(line), _NEAR, preserve_topology=False)
    points: Array = shapely.get_coordinates(thinner)
    return points
