"""Belief files: what a solver has learnt of the physics, kept between runs of `solve --carry`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files.disk import read_bytes
from bubbleball.files.json_text import load_json
from bubbleball.files.schema import StrictModel, faults
from bubbleball.model.belief import PRIORS, Belief

VERSION = 1
_MOST_EVIDENCE = 10**9


class _ConstantModel(StrictModel):
    mean: float
    sd: Annotated[float, Field(ge=0)]
    evidence: Annotated[int, Field(ge=0, le=_MOST_EVIDENCE)]


class _BeliefModel(StrictModel):
    version: Literal[1]
    belief: dict[str, _ConstantModel]


def dump_belief(belief: Belief) -> str:
    """A belief as readable JSON."""
    evidence = dict(belief.evidence)
    data = {
        name: {"mean": getattr(belief.mean, name), "sd": sd, "evidence": evidence[name]}
        for name, sd in belief.sd
    }
    return json.dumps({"version": VERSION, "belief": data}, indent=2) + "\n"


def read_belief(path: str | Path) -> Belief:
    """Read a belief file."""
    return parse_belief(read_bytes(path, FileFormatError), str(path))


def parse_belief(text: str | bytes, source: str = "") -> Belief:
    """Read what `dump_belief` wrote; anything else is a FileFormatError that says what is wrong."""
    data = load_json(text, source, FileFormatError)
    try:
        model = _BeliefModel.model_validate(data)
    except ValidationError as error:
        raise FileFormatError(faults(error, _BeliefModel)[1], source) from None
    known = ", ".join(PRIORS)
    problems = [Problem(f"belief.{name}", "is missing") for name in PRIORS.keys() - model.belief]
    problems += [
        Problem("belief", f"unknown constant {name!r:.60}; known: {known}")
        for name in model.belief.keys() - PRIORS
    ]
    belief = Belief.prior()
    for name, row in model.belief.items():
        prior = PRIORS.get(name)
        if prior is None:
            continue
        if not (prior.low <= row.mean <= prior.high and row.sd <= prior.high):
            what = (
                f"mean {row.mean:g}, sd {row.sd:g} are out of range; "
                f"mean {prior.low:g} to {prior.high:g}, sd at most {prior.high:g}"
            )
            problems.append(Problem(f"belief.{name}", what))
        belief = belief.updated(name, row.mean, row.sd, row.evidence)
    if problems:
        raise FileFormatError(sorted(problems, key=lambda problem: problem.where), source)
    return belief
