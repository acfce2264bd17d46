"""Calls everything in a server's OpenAPI description, and checks the answers against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

EXAMPLES = 12  # for each operation, valid and invalid ones
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
Headers = Callable[[], dict[str, str]]


class DescribedApi:
    """The API as described by its OpenAPI document."""

    def __init__(self, address: str) -> None:
        self._document: Any = schemathesis.openapi.from_url(address)

    def operations(self) -> Iterator[Any]:
        for found in self._document.get_all_operations():
            operation = found.ok()
            if not operation.path.endswith("/me/events"):  # it never ends; test_event_stream.py checks it
                yield operation

    def hold_to_it(
        self, operation: Any, sensible: bool, headers: Headers, examples: int = EXAMPLES, **fixed: Any
    ) -> set[int]:
        """Send requests, and check the answers against the description. Returns the statuses."""
        came: set[int] = set()
        mode = GenerationMode.POSITIVE if sensible else GenerationMode.NEGATIVE

        @settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode, **fixed))
        def ask(case: Any) -> None:
            came.add(case.call_and_validate(headers=headers(), checks=CHECKS).status_code)

        try:
            ask()
        except Unsatisfiable:
            assert not sensible
            assert not [*operation.iter_parameters(), *operation.body], "it can be asked for wrongly"
        return came
