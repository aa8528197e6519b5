"""What the server tells the page about a certification, in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bubbleball.certify.certificate import Certificate, Share, Verdict
from bubbleball.certify.findings import Findings, Tried
from bubbleball.web.responses import certificate_event, progress_event


def test_one_solution_is_counted_in_the_singular() -> None:
    tried = Tried((), solved=True, distance=0.0, route=(), path=np.empty((0, 2)))
    texts = [progress_event(Findings(1200, solutions=[tried] * n), 0.5).text for n in (1, 2)]
    assert texts == ["1,200 trials; 1 solution so far", "1,200 trials; 2 solutions so far"]


def test_the_number_of_trials_is_said_once() -> None:
    said = Certificate("x", Verdict.SOLVABLE, "Solvable: one solution found in 1,200 trials.")
    other = Certificate("x", Verdict.IMPOSSIBLE, "Impossible: nothing can be placed.")
    luck = Share(3, 1100)
    for certificate, names in (
        (said, ["Wins by chance"]),
        (other, ["Trials run", "Wins by chance"]),
    ):
        facts = certificate_event(replace(certificate, trials=1200, luck=luck)).facts
        assert [name for name, _ in facts] == names
        assert facts[-1][1].startswith("3 of 1,100 ")
