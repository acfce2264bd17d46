"""Retries after transient failures."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from sqlalchemy import exc
from structlog.testing import capture_logs

from sandmandala.server.retrying import Backoff, is_transient, keep_trying


def test_pauses_grow_up_to_the_longest_and_differ() -> None:
    backoff = Backoff(first=1.0, longest=8.0)
    for whole in (1.0, 2.0, 4.0, 8.0, 8.0):
        assert whole / 2 <= backoff.pause() <= whole
    backoff.reset()
    assert backoff.pause() <= 1.0
    assert len({Backoff().pause() for _ in range(10)}) > 1


@pytest.mark.parametrize(
    ("error", "transient"),
    [
        (OSError("no route"), True),
        (TimeoutError(), True),
        (sqlite3.OperationalError("disk full"), True),
        (exc.OperationalError("", None, Exception()), True),
        (exc.DBAPIError("", None, Exception("shutting down")), True),
        (exc.TimeoutError(), True),
        (exc.IntegrityError("", None, Exception()), False),
        (exc.ProgrammingError("", None, Exception()), False),
        (KeyError("a bug"), False),
    ],
)
def test_which_errors_are_transient(error: Exception, transient: bool) -> None:
    assert is_transient(error) is transient


class Flaky:
    """Fails with these errors in order, and then succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self._errors = list(errors)

    async def __call__(self) -> str:
        if self._errors:
            raise self._errors.pop(0)
        return "done"


def test_work_is_repeated_until_it_succeeds() -> None:
    work = Flaky(OSError("first"), exc.OperationalError("", None, Exception("second\nwith details")))
    with capture_logs() as logs:
        assert asyncio.run(keep_trying(work, "a bot's move", backoff=Backoff(0.0))) == "done"
    assert {log["event"] for log in logs} == {"a bot's move failed; trying again"}
    assert [log["error"] for log in logs] == ["OSError: first", "OperationalError: second"]


def test_other_errors_are_raised() -> None:
    with pytest.raises(KeyError):
        asyncio.run(keep_trying(Flaky(KeyError()), "a bot's move"))
    work = Flaky(KeyError())
    trying = keep_trying(
        work, "a move", transient=lambda error: isinstance(error, KeyError), backoff=Backoff(0.0)
    )
    assert asyncio.run(trying) == "done"


def test_trying_ends_when_it_is_cancelled() -> None:
    async def never() -> None:
        raise OSError

    async def work() -> None:
        trying = asyncio.create_task(keep_trying(never, "a bot's move"))
        await asyncio.sleep(0)
        trying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await trying

    with capture_logs():
        asyncio.run(work())
