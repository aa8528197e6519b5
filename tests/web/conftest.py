"""A studio for the tests, and a browser to visit it with."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from web.driving import Visitor

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# As root and without a network: no sandbox, and nothing that calls home.
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

expect.set_options(timeout=40_000)  # a busy machine is not a failure


@contextmanager
def running(*options: str) -> Iterator[str]:
    """A studio of its own, as the command line starts it; gives its address."""
    command = [sys.executable, "-m", "bubbleball", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r"http://\S+:\d+", told)
        assert found, f"the studio did not tell its address: {told!r}"
        try:
            yield found[0]
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture(scope="session")
def studio() -> Iterator[str]:
    with running() as address:
        yield address


@pytest.fixture
def http(studio: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=studio, timeout=60) as client:
        yield client


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here; scripts/browser.sh installs it where apt is")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def _visit(browser: Browser, studio: str, **options: object) -> Iterator[Visitor]:
    context: BrowserContext = browser.new_context(base_url=studio, **options)  # type: ignore[arg-type]  # options of a context
    context.set_default_timeout(60_000)
    page: Page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield Visitor(page)
    context.close()
    assert faults == []


@pytest.fixture
def visitor(browser: Browser, studio: str) -> Iterator[Visitor]:
    """Somebody with a mouse and a keyboard."""
    with _visit(browser, studio, viewport={"width": 1280, "height": 860}) as found:
        yield found


@pytest.fixture
def phone(browser: Browser, studio: str) -> Iterator[Visitor]:
    """Somebody with a phone."""
    size = {"width": 390, "height": 844}
    with _visit(browser, studio, viewport=size, has_touch=True, is_mobile=True) as found:
        yield found


@pytest.fixture
def pictures() -> Path:
    """Where pictures for the documents are put."""
    return Path(__file__).parents[2] / "docs" / "pictures"
