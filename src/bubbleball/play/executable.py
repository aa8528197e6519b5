"""The real game, or any program that behaves like it, as an opponent of our solvers.

Each trial writes `automate.json` into the game's folder, starts the executable there, waits for the
end of its log and reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bubbleball.errors import FileFormatError, GameError, Problem
from bubbleball.files.disk import read_bytes, write_bytes
from bubbleball.files.original.automation import (
    AUTOMATE_FILE,
    EXECUTABLE,
    LOG_FILE,
    Automation,
    dump_automation,
    game_level,
    log_path,
)
from bubbleball.files.original.log import MAX_LOG_BYTES, Setup, parse_log
from bubbleball.files.original.log_trial import LoggedRun, trial_from_log
from bubbleball.game.physics import TIME_LIMIT
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from bubbleball.game.whole_poses import WholePoses
from bubbleball.play.game_process import EndedGame, run_to_the_end

PATIENCE = 30.0  # s of wall-clock for one run: ten of play, and the start of a slow program
ATTEMPTS = 2  # runs of one placement before a failure counts


class ExecutableGame:
    """A level of the game in a folder, played by its executable; counts the trials.

    Placements are rounded to the nearest legal whole px and degrees, as the game needs. A run
    that goes wrong is repeated once. If it goes wrong again, what was logged counts as a trial that
    did not reach the flag; without any frame it is a GameError.
    """

    def __init__(
        self,
        folder: str | Path,
        number: int,
        *,
        command: Sequence[str] = (f"./{EXECUTABLE}",),
        patience: float = PATIENCE,
        note: Callable[[str], object] = lambda text: None,
    ) -> None:
        """
        folder: of the game, with `levels/` and `movableObjects.json`.
        number: of the level.
        command: what starts the game, run in the folder.
        patience: s to wait for the end of one run.
        note: called with a sentence on anything that went wrong or was not understood.
        """
        self.folder = Path(folder)
        self.number = number
        self.command = tuple(command)
        self.patience = patience
        self.trials = 0
        self._note = note
        self.level, notes = game_level(self.folder, number)
        self._poses = WholePoses(self.level)
        for text in notes:
            note(text)

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        """Run one trial; a placement that breaks the rules when rounded is a PlacementError."""
        pieces = {piece.id: piece for piece in self.level.pieces}
        placements = tuple(placements)
        check_placements(self.level, [p for p in placements if p.piece not in pieces])
        whole = self._poses.nearest(placements) or placements  # rounded anyway where none is legal
        setups = tuple(Setup.of(p, pieces[p.piece]) for p in whole)
        check_placements(self.level, [setup.placement(pieces[setup.unique]) for setup in setups])
        self.trials += 1
        logged: list[Trial] = []
        fault = ""
        for _ in range(ATTEMPTS):
            trial, fault = self._attempt(setups)
            if trial is not None:
                if not fault:
                    return trial
                logged.append(trial)
            self._note(fault)
        if not logged:
            raise GameError(f"{self.folder}: {fault}")
        self._note("what was logged counts as a trial that did not reach the flag")
        return max(logged, key=lambda trial: trial.steps)

    def _attempt(self, setups: tuple[Setup, ...]) -> tuple[Trial | None, str]:
        """One run: what its log holds, if anything, and what went wrong, if anything."""
        try:
            log = log_path(self.folder, LOG_FILE)
        except FileFormatError as error:
            return None, str(error)
        log.unlink(missing_ok=True)
        automation = Automation(self.number, LOG_FILE, TIME_LIMIT, setups=setups)
        write_bytes(self.folder / AUTOMATE_FILE, dump_automation(automation))
        finished = run_to_the_end(self.command, self.folder, log, self.patience)
        try:
            run, cut = self._read(log, finished)
        except FileFormatError as error:
            return None, f"{_words(finished)}: {error}"
        for text in run.notes:
            self._note(text)
        if run.ended or (finished.exit_code == 0 and not (cut or run.torn)):
            return run.trial, ""
        half = "; its log breaks off" if cut or run.torn else ""
        return run.trial, f"{_words(finished)}, after {run.trial.steps} frames{half}"

    def _read(self, log: Path, finished: EndedGame) -> tuple[LoggedRun, bool]:
        """Read the log, and say whether an incomplete last line was left out."""
        if not log.is_file():
            raise FileFormatError([Problem("", "was not written")], LOG_FILE)
        text = read_bytes(log, FileFormatError, MAX_LOG_BYTES)
        try:
            return self._trial(text), False
        except FileFormatError:
            if finished.ended or b"\n" not in text:
                raise
        return self._trial(text[: text.rindex(b"\n")]), True

    def _trial(self, text: bytes) -> LoggedRun:
        return trial_from_log(parse_log(text, LOG_FILE), self.level, LOG_FILE, self.number)


def _words(finished: EndedGame) -> str:
    """How a run ended, for a message."""
    if finished.exit_code is None:
        how = "was stopped when its log had ended" if finished.ended else "did not end"
        text = f"the game {how} within {finished.seconds:.0f} s"
    elif finished.exit_code < 0:
        text = f"the game was killed by signal {-finished.exit_code}"
    else:
        text = f"the game ended with exit code {finished.exit_code}"
    return f"{text} ({finished.words})" if finished.words else text
