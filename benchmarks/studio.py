"""The studio in a headless browser: time to the first picture, frames a second, answer times."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from rows import Row

from bubbleball.files.document import Document
from bubbleball.files.packs import find
from bubbleball.web.responses import opened_level

FPS_FLOOR = 55.0
FIRST_PICTURE = 1.0  # s
PING = 1.0  # s, with every worker busy
BUSY = 2.0  # load average above which a clock says little
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
VISITS = 7
# Noted in the page, as looking from outside costs the browser more than the page does.
NOTE_PICTURE = """window.pictured = new Promise((note) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".stage .wood")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => note(performance.now())));
  }).observe(document, {childList: true, subtree: true});
});"""
COUNT_FRAMES = """async () => {
  const ticks = [];
  const until = performance.now() + 2500;
  while (performance.now() < until) ticks.push(await new Promise(requestAnimationFrame));
  const ball = document.querySelector(".layer-ball .node").getAttribute("transform");
  return {frames: ticks.length - 1, seconds: (ticks.at(-1) - ticks[0]) / 1000, ball};
}"""


@contextmanager
def studio() -> Iterator[str]:
    command = [sys.executable, "-m", "bubbleball", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.terminate()


def first_picture(browser: Browser, address: str) -> float:
    """Seconds from the request to a level on the screen, by the page's own clock."""
    page = browser.new_context().new_page()
    page.add_init_script(NOTE_PICTURE)
    page.goto(f"{address}/#/play/classic/4")
    seconds = float(page.evaluate("window.pictured")) / 1000
    page.context.close()
    return seconds


def frames_a_second(page: Page, address: str) -> float:
    """While a trial with moving pieces, paths and contacts is shown."""
    page.goto(f"{address}/#/play/classic/4")
    page.get_by_role("button", name="Solution").click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".stage.running:not(.still)").wait_for()
    seen = page.evaluate(COUNT_FRAMES)
    return float(seen["frames"] / seen["seconds"])


def pings_under_load(address: str) -> float:
    """The slowest of ten pings while a hundred solves want to run."""
    document: Document = find("classic/2")
    level = opened_level(document).level
    level["flag"] |= {"x": 4000, "y": 4000}  # out of reach: the solves go on
    body = {"level": level, "solver": "random", "max_trials": 100}
    limits = httpx.Limits(max_connections=None)
    slowest = 0.0
    with httpx.Client(base_url=address, timeout=60, limits=limits) as client:
        answers = [
            client.send(client.build_request("POST", "/api/solve", json=body), stream=True)
            for _ in range(100)
        ]
        for _ in range(10):
            began = time.perf_counter()
            client.get("/api/ping")
            slowest = max(slowest, time.perf_counter() - began)
        for answer in answers:
            answer.close()
    return slowest


def measure() -> list[Row]:
    chromium = shutil.which("chromium")
    if chromium is None:
        return []
    load = os.getloadavg()[0]
    judged = load < BUSY
    seen = f"load {load:.1f}"
    with studio() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        waits = [first_picture(browser, address) for _ in range(VISITS)]
        rates = [frames_a_second(browser.new_page(), address) for _ in range(3)]
        browser.close()
        slowest = pings_under_load(address)
    wait, rate = statistics.median(waits), statistics.median(rates)
    first = f"{wait * 1000:.0f} ms (best {min(waits) * 1000:.0f}, worst {max(waits) * 1000:.0f})"
    return [
        Row(
            "studio: first picture of a level, new visitor",
            f"{first}; {seen}",
            f"{FIRST_PICTURE * 1000:.0f} ms",
            wait <= FIRST_PICTURE,
            judged,
        ),
        Row(
            "studio: frames a second while a trial is shown",
            f"{rate:.0f}; {seen}",
            f"at least {FPS_FLOOR:.0f}",
            rate >= FPS_FLOOR,
            judged,
        ),
        Row(
            "studio: slowest of ten pings with a hundred solves waiting",
            f"{slowest * 1000:.0f} ms; {seen}",
            f"{PING * 1000:.0f} ms",
            slowest <= PING,
            judged,
        ),
    ]


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
