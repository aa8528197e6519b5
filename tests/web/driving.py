"""What a visitor does on the page: look, drag, press, read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, FloatRect, Locator, Page, expect

from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.web.responses import opened_level

Point = tuple[float, float]

WARNINGS = ".warnings:not([aria-busy])"  # of the builder, once they speak of the present level

# Messages go away by themselves after some seconds: write them down as they come.
_LISTEN = """
  window.said = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.classList?.contains("toast")) window.said.push(node.textContent);
  }).observe(document, { childList: true, subtree: true });
"""

_TWO_FRAMES = (
    """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
)


def shipped(name: str) -> Document:
    return packs.find(name)


def level_data(name: str) -> dict[str, Any]:
    """A shipped level as the page sends it."""
    return opened_level(packs.find(name)).level


def box_of(found: Locator) -> FloatRect:
    """Where something is, once it is shown."""
    found.wait_for(state="visible")
    box = found.bounding_box()
    assert box
    return box


class Visitor:
    """A page with verbs."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._errors: list[str] = []
        self._ignored: list[str] = []
        page.on("pageerror", lambda error: self._errors.append(f"error: {error}"))
        page.on("console", self._heard)
        page.add_init_script(_LISTEN)

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._errors.append(said.text)

    @property
    def faults(self) -> list[str]:
        """Errors on the page that no test provoked."""
        return [e for e in self._errors if not any(text in e for text in self._ignored)]

    def watch_at(self, speed: float) -> None:
        """Have chosen a speed of replays on an earlier visit."""
        self.page.add_init_script(
            f"""localStorage["bubbleball.preferences"] ??= '{{"speed": "{speed:g}"}}';"""
        )

    def hurry(self) -> None:
        """Watch trials at four times their speed, as somebody who has seen some would."""
        self.watch_at(4)

    def want_every_step(self) -> None:
        """See all steps of a solve, not only its chapters."""
        self.page.add_init_script(
            """localStorage["bubbleball.preferences"] ??= '{"speed": "4", "steps": true}';"""
        )

    def ignore(self, text: str) -> None:
        """Errors that a test provokes, also those that are still to come."""
        self._ignored.append(text)

    def expect_toast(self, *texts: str) -> None:
        """Wait for a message with all these texts; it may be gone by now."""
        said = self.page.wait_for_function(
            "(texts) => window.said.find((toast) => texts.every((text) => toast.includes(text)))",
            arg=list(texts),
        )
        self.page.evaluate(
            "(toast) => { window.said = window.said.filter((each) => each !== toast); }", said
        )

    def go(self, view: str) -> None:
        """Open a view, and wait until it has taken the place of the one before."""
        self.page.evaluate("document.querySelector('main .view')?.setAttribute('data-old', '')")
        self.page.goto(f"/#/{view}")
        expect(self.page.locator("main .view:not([data-old])")).to_be_visible()

    def find(self, selector: str, has_text: str | None = None) -> Locator:
        return self.page.locator(selector, has_text=has_text)

    def show_solution(self) -> None:
        """Have the stored solution placed."""
        self.press("Solution")
        self.press("Show it")

    def press(self, name: str) -> None:
        """Press the button or link of that name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def status(self) -> Locator:
        return self.page.locator(".head [role=status]").first

    def node(self, part: str) -> Locator:
        return self.page.locator(f'.stage:not(.still) [data-id="{part}"]')

    def on_screen(self, point: Point) -> Point:
        """Where a point of the level is in the window."""
        x, y = self.page.evaluate(
            """([x, y]) => {
              const matrix = document.querySelector(".stage").getScreenCTM();
              const point = new DOMPoint(x, y).matrixTransform(matrix);
              return [point.x, point.y];
            }""",
            list(point),
        )
        return x, y

    def drag(self, start: Point, end: Point) -> None:
        """With the mouse, from one point of the level to another."""
        mouse = self.page.mouse
        mouse.move(*self.on_screen(start))
        mouse.down()
        mouse.move(*self.on_screen(end), steps=5)
        mouse.up()

    @contextmanager
    def held(self, start: Point, end: Point) -> Iterator[Point]:
        """A finger that has dragged from one point of the level to another; where it is then."""
        there = self.on_screen(end)
        with self.touching(self.on_screen(start), there):
            yield there

    @contextmanager
    def touching(self, start: Point, end: Point, last: str = "touchEnd") -> Iterator[None]:
        """A finger that has dragged from one point of the window to another, and its last event."""
        session = self.page.context.new_cdp_session(self.page)
        (ax, ay), (bx, by) = start, end
        steps = 6
        for number in range(steps + 1):
            share = number / steps
            kind = "touchStart" if number == 0 else "touchMove"
            at = {"x": ax + (bx - ax) * share, "y": ay + (by - ay) * share}
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        self.page.evaluate(_TWO_FRAMES)  # the page has heard of the last move
        yield
        session.send("Input.dispatchTouchEvent", {"type": last, "touchPoints": []})
        session.detach()

    def swipe(self, start: Point, end: Point) -> None:
        """With a finger, from one point of the level to another."""
        with self.held(start, end):
            pass

    def pose(self, part: str) -> tuple[float, float, float]:
        """x, y and angle at which the page draws a part."""
        text = self.node(part).get_attribute("transform") or ""
        moved, _, turned = text.partition("rotate(")
        x, y = (float(number) for number in moved.strip().removeprefix("translate(")[:-1].split())
        return x, y, float(turned.removesuffix(")")) if turned else 0.0

    def picture(self, name: str) -> None:
        """A picture of the page for the documents; taken if it is missing."""
        path = Path(__file__).parents[2] / "docs" / "pictures" / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.page.mouse.move(0, 0)
            self.page.screenshot(path=path)

    def drafts(self) -> list[Any]:
        """The drafts that the browser remembers."""
        texts = self.page.evaluate(
            """() => Object.keys(localStorage)
              .filter((key) => key.startsWith("bubbleball.draft."))
              .map((key) => localStorage.getItem(key))"""
        )
        return [json.loads(text) for text in texts]

    def kept(self, key: str) -> Any:
        """What the browser remembers."""
        text = self.page.evaluate("(key) => localStorage.getItem(key)", f"bubbleball.{key}")
        return None if text is None else json.loads(text)
