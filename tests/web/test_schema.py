"""Requests made up from the API's own description: every answer is one that it describes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from bubbleball.web.limits import Limits
from web.conftest import hosted

# Long work is cut short, so that made-up solves and certifications end.
QUICK = Limits(solve_seconds=0.2, certify_seconds=0.2, film_seconds=5, trials=2, play_seconds=5)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = settings(
    max_examples=5, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.slow
def test_every_answer_to_a_made_up_request_is_as_described() -> None:
    with hosted(QUICK) as address:
        described = schemathesis.openapi.from_url(f"{address}/openapi.json")
        tried = []
        for found in described.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            tried.append(operation.path)

            for mode in GenerationMode:  # as described, and otherwise

                @EXAMPLES
                @given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: Case[Any]) -> None:
                    case.call_and_validate(checks=CHECKS, timeout=60)

                with suppress(Unsatisfiable):  # nothing about a plain GET can be wrong
                    ask()
    assert {"/api/check", "/api/play", "/api/solve", "/api/save", "/api/open"} <= set(tried)
