"""Plays batches of tries for the vector environment: here, or in processes of its own."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from bubbleball.env.codec import Action, Codec
from bubbleball.errors import PlacementError, WorkerError
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.rules import breaches
from bubbleball.game.workers import WORKER_DIED
from bubbleball.game.world import simulate


@dataclass(frozen=True, slots=True)
class Try:
    """One try to play.

    level: its number.
    physics: of the game.
    action: what the agent does; None plays the empty run.
    """

    level: int
    physics: Physics
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class TryResult:
    """What a try led to.

    view: the part of an observation that shows the trial; None if the placements are illegal.
    outcome: of the trial; `not-played` if illegal.
    distance: the least gap between ball and flag, px; 0 when solved, NaN if illegal.
    """

    view: dict[str, Any] | None
    outcome: str
    distance: float


class LocalPlayer:
    """Plays in this process.

    illegal: as in the environment.
    """

    def __init__(self, levels: Sequence[Level], codec: Codec, illegal: str) -> None:
        self._levels, self._codec, self._illegal = levels, codec, illegal
        self._placers: dict[int, Placer] = {}

    def play(self, tries: Sequence[Try]) -> list[TryResult]:
        """The results in the order of the tries."""
        return [self._play(one) for one in tries]

    def close(self) -> None:
        """There is nothing to end."""

    def _play(self, one: Try) -> TryResult:
        level = self._levels[one.level]
        if one.level not in self._placers:
            self._placers[one.level] = Placer(level)
        placer = self._placers[one.level]
        placements = () if one.action is None else self._codec.placements(level, one.action)
        if not placer.legal(placements):
            if self._illegal == "raise":
                raise PlacementError("; ".join(b.detail for b in breaches(level, placements)))
            if self._illegal == "penalise":
                return TryResult(None, "not-played", np.nan)
            placements = nearest_legal(placer, placements)
        trial = simulate(level, placements, one.physics, record_moves=False, record_contacts=False)
        distance = 0.0 if trial.solved else trial.closest_approach
        return TryResult(self._codec.trial_view(level, trial, 1.0), trial.outcome.value, distance)


class ProcessPlayer:
    """Plays in processes, each with a share of every batch."""

    def __init__(self, levels: Sequence[Level], codec: Codec, illegal: str, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection[Any, Any]] = []
        self._processes = []
        for _ in range(workers):
            here, there = context.Pipe()
            process = context.Process(
                target=_serve, args=(there, tuple(levels), codec, illegal), daemon=True
            )
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def play(self, tries: Sequence[Try]) -> list[TryResult]:
        """The results in the order of the tries."""
        count = len(self._pipes)
        busy = [(pipe, tries[k::count]) for k, pipe in enumerate(self._pipes) if tries[k::count]]
        results: list[Any] = [None] * len(tries)
        try:
            for pipe, share in busy:
                pipe.send(share)
            answers = [pipe.recv() for pipe, _ in busy]
        except (EOFError, OSError):
            raise WorkerError(WORKER_DIED) from None
        for k, answer in enumerate(answers):
            if isinstance(answer, Exception):
                raise answer
            results[k::count] = answer
        return results

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(timeout=5)
            process.kill()
        self._pipes, self._processes = [], []


def _serve(pipe: Connection[Any, Any], levels: Sequence[Level], codec: Codec, illegal: str) -> None:
    """Play what comes through the pipe until the other side closes it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    player = LocalPlayer(levels, codec, illegal)
    while True:
        try:
            tries = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: object = player.play(tries)
        except Exception as error:  # raised again by the environment
            answer = error
        pipe.send(answer)
