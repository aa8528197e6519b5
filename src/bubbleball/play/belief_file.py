"""Belief files: what a solver has learnt about physics, kept between runs of `solve --carry`."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files.disk import read_bytes
from bubbleball.files.json_text import load_json
from bubbleball.files.schema import StrictModel, validated
from bubbleball.game.physics import residual_of
from bubbleball.game.residual import RESIDUAL_KEYS
from bubbleball.model.belief import PRIORS, Belief, Scatter

VERSION = 1
_MOST_EVIDENCE = 10**9
_MOST_DOUBT = 1e6  # m/s²
_MOST_SCATTER = 360.0  # px or degrees


class _ConstantModel(StrictModel):
    mean: float
    sd: Annotated[float, Field(ge=0)]
    evidence: Annotated[int, Field(ge=0, le=_MOST_EVIDENCE)]


class _ScatterModel(StrictModel):
    shift: Annotated[float, Field(ge=0, le=_MOST_SCATTER)]
    turn: Annotated[float, Field(ge=0, le=_MOST_SCATTER)]


class _BeliefModel(StrictModel):
    version: Literal[1]
    belief: dict[str, _ConstantModel]
    residual: dict[str, _ConstantModel] = Field(default={})
    doubt: Annotated[float, Field(ge=0, le=_MOST_DOUBT)] = 0.0
    scatter: _ScatterModel | None = None


def dump_belief(belief: Belief) -> str:
    """A belief as readable JSON."""
    evidence = dict(belief.evidence)
    data = {
        name: {"mean": getattr(belief.mean, name), "sd": sd, "evidence": evidence[name]}
        for name, sd in belief.sd
    }
    found: dict[str, object] = {"version": VERSION, "belief": data}
    if belief.terms:
        residual = residual_of(belief.mean)
        found["residual"] = {
            name: {"mean": float(getattr(residual, name)), "sd": sd, "evidence": count}
            for name, sd, count in belief.terms
        }
    if belief.doubt:
        found["doubt"] = belief.doubt
    if any(belief.scatter):
        found["scatter"] = belief.scatter._asdict()
    return json.dumps(found, indent=2) + "\n"


def read_belief(path: str | Path) -> Belief:
    """Read a belief file."""
    return parse_belief(read_bytes(path, FileFormatError), str(path))


def parse_belief(text: str | bytes, source: str = "") -> Belief:
    """Read what `dump_belief` wrote; anything else is a FileFormatError that says what is wrong."""
    data = load_json(text, source, FileFormatError)
    model = validated(_BeliefModel, data, source)
    known = ", ".join(PRIORS)
    problems = [Problem(f"belief.{name}", "is missing") for name in PRIORS.keys() - model.belief]
    problems += [
        Problem("belief", f"unknown constant {name!r:.60}; known: {known}")
        for name in model.belief.keys() - PRIORS
    ]
    problems += [
        Problem(f"residual.{name}", f"{row.mean:g} is out of range, or unknown; known: {terms}")
        for terms in [", ".join(RESIDUAL_KEYS)]
        for name, row in model.residual.items()
        if name not in RESIDUAL_KEYS
        or not RESIDUAL_KEYS[name].low <= row.mean <= RESIDUAL_KEYS[name].high
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
    residual = {name: (row.mean, row.sd, row.evidence) for name, row in model.residual.items()}
    scatter = Scatter() if model.scatter is None else Scatter(**model.scatter.model_dump())
    return dataclasses.replace(belief.with_terms(residual), doubt=model.doubt, scatter=scatter)
