"""One server for all tests of a file; those that harm it start their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from server.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.stop()
