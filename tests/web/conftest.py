"""A studio for the tests, and a browser to visit it with."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from bubbleball.web.app import app_of
from bubbleball.web.limits import Limits
from bubbleball.web.studio import TASKS, Studio
from web.driving import Visitor

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# As root and without a network: no sandbox, and nothing that calls home.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 90_000  # ms; a busy machine is not a failure
expect.set_options(timeout=PATIENCE)


@contextmanager
def running(*options: str) -> Iterator[str]:
    """A studio of its own, as the command line starts it; gives its address."""
    command = [sys.executable, "-m", "bubbleball", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found, f"the studio did not print its address: {line!r}"
        try:
            yield found[0]
        finally:
            process.terminate()
            process.wait(timeout=60)


@contextmanager
def hosted(limits: Limits, tasks: str = TASKS) -> Iterator[str]:
    """A studio with limits or tasks of its own, in a thread of this process; gives its address."""
    app = app_of(Studio(limits, tasks), "127.0.0.1")
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=60)


@pytest.fixture(scope="session")
def studio() -> Iterator[str]:
    with running() as address:
        yield address


@pytest.fixture
def http(studio: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=studio, timeout=60) as client:
        yield client


def fonts() -> bool:
    """Whether the machine has a font; True if it cannot say."""
    lists = shutil.which("fc-list")
    return lists is None or bool(subprocess.run([lists], capture_output=True, check=False).stdout)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here; scripts/browser.sh installs it where apt is")
    if not fonts():
        pytest.skip("no fonts here, without which chromium crashes; install fonts-dejavu-core")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def visit(browser: Browser, studio: str, **options: Any) -> Iterator[Visitor]:
    """A visitor with a browser profile of their own; errors on the page fail the test."""
    context: BrowserContext = browser.new_context(base_url=studio, **options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE)
    visitor = Visitor(context.new_page())
    try:
        yield visitor
    finally:
        context.close()
    assert visitor.faults == []


@pytest.fixture
def visitor(browser: Browser, studio: str, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Somebody with a mouse and a keyboard; a test may choose the size of the window."""
    size = getattr(request, "param", {"width": 1280, "height": 860})
    with visit(browser, studio, viewport=size) as found:
        yield found


@pytest.fixture
def phone(browser: Browser, studio: str) -> Iterator[Visitor]:
    """Somebody with a phone."""
    size = {"width": 390, "height": 844}
    with visit(browser, studio, viewport=size, has_touch=True, is_mobile=True) as found:
        yield found
