"""Errors are shown once, and go away when their cause does."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time

import httpx
import pytest
from playwright.sync_api import Route, expect

from web.driving import Visitor, level_data, shipped

pytestmark = pytest.mark.slow

PIECE, IN_TRAY = "AO6G", (75.0, 20.5)  # of classic/2


def away(visitor: Visitor) -> None:
    visitor.page.context.set_offline(True)


def back(visitor: Visitor) -> None:
    visitor.page.context.set_offline(False)
    expect(visitor.find("#away")).to_be_hidden()
    visitor.ignore("ERR_INTERNET_DISCONNECTED")


def test_a_server_that_is_away_is_one_banner_that_goes_when_it_is_back(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    expect(visitor.find("#away")).to_be_hidden()
    away(visitor)
    visitor.drag(IN_TRAY, (200, 250))
    visitor.drag((200, 250), (300, 150))
    visitor.press("Start")
    visitor.press("Film")
    expect(visitor.find("#away")).to_be_visible()
    expect(visitor.find(".toast")).to_have_count(0)
    assert visitor.pose(PIECE)[:2] == pytest.approx((300, 150), abs=1)
    back(visitor)
    flag = shipped("classic/2").level.flag
    visitor.drag((300, 150), (flag.x, flag.y))
    expect(visitor.status).to_have_text("The first bar covers the flag.")


def test_the_rules_are_checked_again_when_the_server_is_back(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    flag = shipped("classic/2").level.flag
    away(visitor)
    visitor.drag(IN_TRAY, (flag.x, flag.y))
    expect(visitor.find("#away")).to_be_visible()
    back(visitor)
    expect(visitor.status).to_have_text("The first bar covers the flag.")


def test_a_view_that_could_not_be_loaded_comes_when_the_server_is_back(visitor: Visitor) -> None:
    visitor.go("levels")
    away(visitor)
    visitor.page.get_by_role("link", name="Physics").click()
    expect(visitor.find(".message h1")).to_have_text("The server does not answer")
    back(visitor)
    expect(visitor.find(".view.physics")).to_be_visible()


def test_the_same_message_is_not_shown_twice_and_can_be_closed(visitor: Visitor) -> None:
    visitor.go("build/new")
    shown = visitor.node("ball").evaluate(
        """(ball) => {  // at one go, as a message goes away by itself
          for (let n = 0; n < 3; n += 1) {
            ball.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
          }
          const before = document.querySelectorAll(".toast").length;
          document.querySelector(".toast .close").click();
          return [before, document.querySelectorAll(".toast").length];
        }"""
    )
    assert shown == [1, 0]


def test_a_film_shows_its_progress_and_can_be_cancelled(visitor: Visitor) -> None:
    visitor.go("solve/classic/21")
    visitor.page.get_by_role("combobox", name="Solver").select_option("random")
    visitor.page.get_by_role("spinbutton", name="Trials").fill("20")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Not solved after", timeout=120_000)
    visitor.press("Film")
    cancel = visitor.page.get_by_role("button", name=re.compile(r"Cancel, [1-9]\d* %"))
    cancel.click(timeout=120_000)
    expect(visitor.page.get_by_role("button", name="Film", exact=True)).to_be_enabled()
    expect(visitor.find(".toast")).to_have_count(0)


def test_the_chosen_theme_is_there_before_anything_is_painted(visitor: Visitor) -> None:
    visitor.go("levels")
    visitor.page.get_by_role("button", name="Switch between light and dark").click()
    assert visitor.page.locator("html").get_attribute("data-theme") == "dark"

    def late(route: Route) -> None:
        time.sleep(1)  # the module that builds the page
        route.continue_()

    visitor.page.route("**/js/main.js", late)
    visitor.page.add_init_script(
        "requestAnimationFrame(() => { window.first = document.documentElement.dataset.theme; })"
    )
    visitor.page.reload()
    expect(visitor.find(".card").first).to_be_visible()
    assert visitor.page.evaluate("window.first") == "dark"
    visitor.page.unroute("**/js/main.js")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT], ids=lambda one: one.name)
def test_a_server_that_is_ended_during_a_solve_prints_no_traceback(name: signal.Signals) -> None:
    command = [sys.executable, "-m", "bubbleball", "studio", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+:\d+", server.stdout.readline())
    assert found
    began = threading.Event()

    def follow() -> None:
        body = {"level": level_data("classic/21"), "seconds": 300}
        with (
            httpx.Client(timeout=120) as client,
            client.stream("POST", f"{found[0]}/api/certify", json=body) as reply,
        ):
            for line in reply.iter_lines():
                if '"began"' in line:
                    began.set()

    visitor = threading.Thread(target=follow)
    visitor.start()
    assert began.wait(120)
    server.send_signal(name)
    _, errors = server.communicate(timeout=120)
    visitor.join(timeout=120)
    assert "Traceback" not in errors
    assert "Error" not in errors
