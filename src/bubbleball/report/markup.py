"""Markup that cannot be broken by what is put into it: plain text is escaped, always."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bubbleball.render.svg import escaped

_VOID = frozenset({"br", "meta", "hr", "rect"})


class Html(str):
    """Markup, to be taken as it is."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: object) -> Html:
    """An element around text, which is escaped, and markup, which is not.

    Attributes that are None are left out; `class_` and `aria_label` become `class`, `aria-label`.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID and not children:
        return Html(f"<{name}{written} />")
    return Html(f"<{name}{written}>{joined(children)}</{name}>")


def mark_class(good: bool) -> str:
    """Class of a small mark that says well or badly done."""
    return f"mark {'good' if good else 'bad'}"


def two_lines(first: str, second: str) -> Html:
    """What counts, and below it in small letters what goes with it."""
    return tag("div", first, *([tag("br"), tag("small", second)] if second else []))


def joined(children: Iterable[str], between: str = "") -> Html:
    """Text and markup in a row."""
    return Html(between.join(c if isinstance(c, Html) else escaped(c) for c in children))


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int] = ()
) -> Html:
    """A table that scrolls sideways where it is too wide.

    numbers: columns that are set to the right.
    """
    right = frozenset(numbers)

    def row(cells: Sequence[str], cell: str) -> Html:
        kinds = ["number" if column in right else None for column in range(len(cells))]
        return tag("tr", *(tag(cell, c, class_=k) for c, k in zip(cells, kinds, strict=True)))

    body = [row(cells, "td") for cells in rows]
    inner = tag("table", tag("thead", row(head, "th")), tag("tbody", *body))
    return tag("div", inner, class_="wide")
