"""The commands `phyre` and `interphyre`: what they print, write and refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbleball.games.interphyre import bundles
from bubbleball.games.phyre import tasks
from command_line import Cli, command_line
from other_games import interphyre_levels, phyre_task


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return command_line(monkeypatch, capsys)


@pytest.fixture
def keyholes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder with a few scenes of one level."""
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    bundles.keep("keyhole", interphyre_levels()["keyhole"][:3])


@pytest.mark.parametrize("game", ["phyre", "interphyre"])
def test_without_data_one_line_says_what_to_do(
    cli: Cli, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    tasks._index.cache_clear()
    code, _, err = cli(game, "levels")
    assert code == 2
    assert err.count("\n") == 1
    assert f"bubbleball {game} fetch" in err


@pytest.mark.usefixtures("keyholes")
def test_a_stored_solution_plays_and_is_drawn(cli: Cli, tmp_path: Path) -> None:
    code, out, _ = cli("interphyre", "levels", "keyhole")
    name = out.split()[0]
    code, out, _ = cli("interphyre", "play", name, "--solution", "1", "-o", str(tmp_path / "a.svg"))
    assert code == 0
    assert out.startswith("solved after")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").count("<circle") >= 2


@pytest.mark.usefixtures("keyholes")
def test_a_solve_writes_a_page_with_every_attempt(cli: Cli, tmp_path: Path) -> None:
    code, out, _ = cli("interphyre", "solve", "keyhole", "-o", str(tmp_path / "solve.html"))
    assert code == 0
    assert "attempt 1:" in out
    page = (tmp_path / "solve.html").read_text(encoding="utf-8")
    assert "<h2>Attempt 1</h2>" in page
    assert page.count("<svg") == 2


@pytest.mark.usefixtures("keyholes")
def test_a_benchmark_reports_and_goes_on(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    words = ("interphyre", "bench", "--per-level", "2", "-o", str(path))
    code, out, _ = cli(*words)
    assert code == 0
    assert "copy" in out
    before = path.read_bytes()
    assert cli(*words)[1] == out
    assert path.read_bytes() == before


@pytest.mark.usefixtures("keyholes")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "keyhole", "--ball", "1,2"), "'1,2' is not x,y,radius"),
        (("play", "keyhole", "--ball", "0,0,9"), "a ball's radius is 0.1 to 1.5, not 9"),
        (("play", "keyhole", "--ball", "nan,0,1"), "at (nan, 0) is not inside"),
        (("play", "keyhole", "--solution", "5"), "no solution 5"),
        (("solve", "keyhole", "-o", "a.bmp"), "a.bmp: the name ends in '.bmp'"),
        (("play", "keyhoel"), "no level named 'keyhoel'; did you mean 'keyhole'?"),
    ],
)
def test_mistakes_are_one_line(cli: Cli, words: tuple[str, ...], message: str) -> None:
    code, _, err = cli("interphyre", *words)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_task_of_phyre_is_described(cli: Cli) -> None:
    tasks._index.cache_clear()
    phyre_task("00000:000")
    code, out, _ = cli("phyre", "show", "00000:000")
    assert code == 0
    assert "Make sure the green ball is touching the blue ball." in out
    assert "1 ball to place" in out
