"""HTML built from elements; plain text is always escaped, so that no text can break a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bubbleball.render.svg import escaped

# Nothing is loaded and nothing is run, whatever a level or a solver writes into its texts.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_VOID = frozenset({"br", "meta", "hr", "rect"})


class Html(str):
    """Markup that is used as it is."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: object) -> Html:
    """Write an element with children: text, which is escaped, and markup, which is not.

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


def mark(good: bool, otherwise: str) -> Html:
    """A small badge: `solved`, or other words for a failure."""
    return tag("span", "solved" if good else otherwise, class_=f"mark {'good' if good else 'bad'}")


def two_lines(first: str, second: str) -> Html:
    """A line of text and, in small letters below it, a second one."""
    return tag("div", first, *([tag("br"), tag("small", second)] if second else []))


def joined(children: Iterable[str], between: str = "") -> Html:
    """Join text, which is escaped, and markup."""
    return Html(between.join(c if isinstance(c, Html) else escaped(c) for c in children))


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int] = ()
) -> Html:
    """A table that scrolls sideways if it is too wide.

    numbers: columns that are aligned to the right.
    """
    right = frozenset(numbers)

    def row(cells: Sequence[str], cell: str) -> Html:
        kinds = ["number" if column in right else None for column in range(len(cells))]
        return tag("tr", *(tag(cell, c, class_=k) for c, k in zip(cells, kinds, strict=True)))

    body = [row(cells, "td") for cells in rows]
    inner = tag("table", tag("thead", row(head, "th")), tag("tbody", *body))
    return tag("div", inner, class_="wide")


def document(title: str, style: str, body: Iterable[str]) -> str:
    """A whole page that needs no other file, as HTML that is also well-formed XML."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("title", title),
        tag("style", Html(style)),
    )
    page = tag("html", head, "\n", tag("body", joined(body, "\n")), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"
