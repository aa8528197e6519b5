"""What the server streams while it solves or certifies: one event after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bubbleball.certify.certificate import Verdict
from bubbleball.game.geometry import Point
from bubbleball.game.placement import Placement
from bubbleball.method.explanation import MethodStage
from bubbleball.method.local_region import Region
from bubbleball.model.estimate import Estimate
from bubbleball.model.prediction import PredictedEvent
from bubbleball.play.record import SolveRecord
from bubbleball.web.contract.replies import TrialData


@dataclass(frozen=True, slots=True)
class QueuedEvent:
    """The job waits.

    ahead: jobs before it.
    """

    ahead: int
    type: Literal["queued"] = "queued"


@dataclass(frozen=True, slots=True)
class BeganEvent:
    """The job runs.

    id: of a solve, for stopping it and for its report; otherwise empty.
    """

    id: str
    type: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class ErrorEvent:
    """The job has failed; the last event.

    message: for a person.
    """

    message: str
    type: Literal["error"] = "error"


@dataclass(frozen=True, slots=True)
class ThoughtEvent:
    """One stage of a solver's thinking; what it has nothing to say about is empty.

    stage: of the method.
    text: in words.
    seconds: that the stage took.
    guides: Guide Paths, the one followed first.
    region: the Local Region worked on.
    candidates: x, y, cost; a sample where there are many.
    candidate_count: how many there are in all.
    placed: every piece of the configuration that the stage is about, in the order of placing.
    main: the Main Block.
    supports: the Supporting Blocks.
    predicted: path of the ball.
    events: predicted contacts and effects.
    belief_before, belief: about the physics, before and after this stage.
    rival: the second-best configuration, where one was chosen.
    rival_path: path of the ball in it.
    why_not: why it was not chosen.
    """

    stage: MethodStage
    text: str
    seconds: float
    guides: tuple[list[Point], ...]
    region: Region | None
    candidates: list[tuple[float, float, float]]
    candidate_count: int
    placed: tuple[Placement, ...]
    main: Placement | None
    supports: tuple[Placement, ...]
    predicted: list[Point]
    events: tuple[PredictedEvent, ...]
    belief_before: tuple[Estimate, ...]
    belief: tuple[Estimate, ...]
    rival: tuple[Placement, ...]
    rival_path: list[Point]
    why_not: str
    type: Literal["thought"] = "thought"


@dataclass(frozen=True, slots=True)
class StepEvent:
    """One trial of a solve.

    number: 0 for the run with nothing placed.
    placements: what was placed.
    trial: what happened.
    seconds: since the solve began.
    """

    number: int
    placements: tuple[Placement, ...]
    trial: TrialData
    seconds: float
    type: Literal["step"] = "step"


@dataclass(frozen=True, slots=True)
class EndEvent:
    """The solve has ended; the last event.

    id: of the solve.
    record: its summary.
    """

    id: str
    record: SolveRecord
    type: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """How far a certification or a film is.

    share: of the work, 0 to 1.
    text: what is known so far.
    """

    share: float
    text: str
    type: Literal["progress"] = "progress"


@dataclass(frozen=True, slots=True)
class CertificateEvent:
    """What a certification found; the last event.

    solvable: whether a solution is known.
    verdict: the result.
    text: the same in a sentence.
    facts: name and value, for people.
    solutions: best first.
    """

    solvable: bool
    verdict: Verdict
    text: str
    facts: tuple[tuple[str, str], ...]
    solutions: tuple[tuple[Placement, ...], ...]
    type: Literal["certificate"] = "certificate"


@dataclass(frozen=True, slots=True)
class FilmEvent:
    """The film is ready; the last event.

    id: for downloading it.
    """

    id: str
    type: Literal["film"] = "film"


@dataclass(frozen=True, slots=True)
class RepairStep:
    """What to change about one piece.

    piece: its id.
    before, after: its placement; null while it lies in the tray.
    text: the change in words, without its exact pose.
    """

    piece: str
    before: Placement | None
    after: Placement | None
    text: str


@dataclass(frozen=True, slots=True)
class RepairedEvent:
    """What a repair found; the last event.

    placements: all pieces of the repaired attempt.
    steps: what differs from the attempt; empty if nothing need be changed or none was found.
    reason: what to change and why, in words.
    look: where the ball first goes another way, px; null without a repair.
    """

    placements: tuple[Placement, ...]
    steps: tuple[RepairStep, ...]
    reason: str
    look: Point | None
    type: Literal["repaired"] = "repaired"


SolveEvent = QueuedEvent | BeganEvent | ThoughtEvent | StepEvent | EndEvent | ErrorEvent
CertifyEvent = QueuedEvent | BeganEvent | ProgressEvent | CertificateEvent | ErrorEvent
RepairEvent = QueuedEvent | BeganEvent | RepairedEvent | ErrorEvent
FilmingEvent = QueuedEvent | BeganEvent | ProgressEvent | FilmEvent | ErrorEvent
