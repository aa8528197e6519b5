"""Pages that play without a server: a run, a solve, a whole site."""

from __future__ import annotations

import functools
import http.server
import multiprocessing
import pickle
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from bubbleball.cli.studio import site as site_command
from bubbleball.errors import ArgumentError
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.play.step import Step
from bubbleball.web.offline import modules, offline_page, story_data
from bubbleball.web.site import write_site
from bubbleball.web.tasks import report, story
from bubbleball.web.worker import Channel
from web.driving import Visitor

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "demo"
    done = CliRunner().invoke(site_command, [str(folder), "1", "2"])
    assert done.exit_code == 0, done.output
    assert "2 levels in" in done.output
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[str]:
    """A plain host of files; it knows nothing of the game."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_site_shows_its_levels_and_plays_their_solves(browser: Browser, host: str) -> None:
    context = browser.new_context(base_url=host)
    visitor = Visitor(context.new_page())
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.page.goto("/index.html")
    expect(visitor.find(".card")).to_have_count(2)
    visitor.page.get_by_role("link", name="Bridge in two parts").click()
    expect(visitor.find(".chapter")).to_have_count(6)
    visitor.find(".chapter", has_text="Choose").click()
    expect(visitor.find(".main-block > *")).to_have_count(1)
    visitor.find(".chapter", has_text="Try 1").click()
    expect(visitor.find(".stage.won")).to_be_attached()
    visitor.page.get_by_role("link", name="All levels").click()
    expect(visitor.find(".card")).to_have_count(2)
    whole = "(img) => img.clientHeight * img.naturalWidth - img.clientWidth * img.naturalHeight"
    thumb = visitor.find(".card img").first
    assert abs(thumb.evaluate(whole)) < thumb.evaluate(
        "(img) => img.naturalWidth"
    )  # nothing is cut
    assert all(url.startswith((host, "data:")) for url in asked)
    assert visitor.faults == []
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pictures_of_a_site_are_of_the_visitors_theme(
    browser: Browser, host: str, theme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(base_url=host, color_scheme=theme)
    visitor = Visitor(context.new_page())
    visitor.page.goto("/index.html")
    shown = visitor.find(".card img").first.evaluate(
        "(img) => img.decode().then(() => img.currentSrc)"
    )
    assert shown.endswith(f"-{theme}.svg")
    context.close()


def test_a_site_is_small(site: Path) -> None:
    stories = [path.stat().st_size for path in (site / "stories").iterdir()]
    assert max(stories) < 200_000
    assert sum(p.stat().st_size for p in (site / "app").rglob("*") if p.is_file()) < 300_000


def test_a_site_is_not_written_over_other_files(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ArgumentError, match="is not an empty folder"):
        write_site(tmp_path, ["classic/1"])


def test_a_run_is_one_file_that_plays_without_a_network(browser: Browser, tmp_path: Path) -> None:
    game = Game(load_level("classic/2"))
    trial = game.play([Placement("AO6G", 217, 247.5)])
    step = Step(1, trial.placements, trial, 0.0)
    path = tmp_path / "run.html"
    page = offline_page(story_data(game.level, [step], "A run that reaches the flag."))
    path.write_text(page, encoding="utf-8")
    context = browser.new_context(offline=True)
    visitor = Visitor(context.new_page())
    visitor.page.goto(path.as_uri())
    expect(visitor.page.get_by_role("heading", name="Bridge in two parts")).to_be_visible()
    expect(visitor.find(".stage.won")).to_be_attached()  # it plays to the end
    assert visitor.faults == []
    context.close()


def test_a_story_says_why_not_the_runner_up(browser: Browser, tmp_path: Path) -> None:
    game = Game(load_level("classic/2"))
    trial, rival = (game.play([Placement("AO6G", 217, y)]) for y in (247.5, 275))
    thought = Thought(
        MethodStage.CHOOSE,
        "I try this.",
        placed=trial.placements,
        main=trial.placements[0],
        predicted=trial.ball[:, :2],
        rival=rival.placements,
        rival_path=rival.ball[:, :2],
        why_not="The runner-up misses the flag.",
    )
    path = tmp_path / "story.html"
    runs = Step(0, (), game.play(), 0.0), Step(1, trial.placements, trial, 0.0)
    page = offline_page(story_data(game.level, (runs[0], thought, runs[1]), ""))
    path.write_text(page, encoding="utf-8")
    context = browser.new_context(offline=True)
    visitor = Visitor(context.new_page())
    visitor.page.goto(path.as_uri())
    visitor.find(".chapter", has_text="Choose").click()
    expect(visitor.find(".rival-block")).to_have_count(0)
    visitor.press("Why not the runner-up?")
    expect(visitor.find(".rival-box")).to_have_text("The runner-up misses the flag.")
    expect(visitor.find(".rival-block > *")).to_have_count(1)
    expect(visitor.find(".rival-path")).to_have_count(1)
    expect(visitor.find(".legend")).to_contain_text("Runner-up")
    assert visitor.faults == []
    context.close()


def test_a_solve_as_a_page_or_a_report_fits_a_narrow_window(
    browser: Browser, tmp_path: Path
) -> None:
    finished = pickle.dumps(solve_and_record(SolveTask(load_level("classic/4"))))
    mine, theirs = multiprocessing.Pipe()
    context = browser.new_context(offline=True, viewport={"width": 320, "height": 640})
    page = context.new_page()
    for number, task in enumerate((story, report)):
        sending = threading.Thread(target=task, args=(Channel(theirs), finished))
        sending.start()
        path = tmp_path / f"{number}.html"
        path.write_bytes(mine.recv())
        sending.join()
        page.goto(path.as_uri())
        expect(page.locator("body")).to_contain_text("in 1 trial")
        expect(page.locator("body")).not_to_contain_text("1 trials")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


def test_a_title_cannot_end_the_script_that_holds_it() -> None:
    level = load_level("classic/2")
    hostile = type(level)(
        level.ball, level.flag, level.scenery, level.pieces, title="</script><script>alert(1)"
    )
    trial = Game(hostile).play()
    page = offline_page(story_data(hostile, [Step(0, (), trial, 0.0)], ""))
    assert "<script>alert" not in page


def test_no_script_of_an_offline_page_asks_a_server() -> None:
    assert not any("server/api" in name for name in modules())
    assert "views/offline.js" in modules()


def test_the_studio_gives_a_run_and_a_solve_as_pages(visitor: Visitor) -> None:
    visitor.go("play/classic/2")
    with visitor.page.expect_download() as run:
        visitor.press("Save as page")
    assert run.value.suggested_filename == "bridge-in-two-parts-run.html"
    visitor.go("solve/classic/1")
    visitor.press("Solve")
    expect(visitor.status).to_contain_text("Solved in", timeout=120_000)
    with visitor.page.expect_download() as story:
        visitor.press("Save as page")
    assert '"moments"' in story.value.path().read_text(encoding="utf-8")
