"""One try of a puzzle: how far it is, and what became of the first one, which alone is rated."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

State = Literal["open", "solved", "shown"]
First = Literal["solved", "hinted", "failed"]


class Run(Struct, frozen=True):
    """`turn` is the number of right moves so far; `first` is null while the first try goes on."""

    turn: int = 0
    state: State = "open"
    hints: int = 0
    """The number of the most telling hint so far."""
    failed: bool = False
    first: First | None = None


def after_right(run: Run, is_last: bool) -> Run:
    """A right move was made."""
    run = replace(run, turn=run.turn + 1)
    if not is_last:
        return run
    first = run.first or ("hinted" if run.hints else "solved")
    return replace(run, state="solved", first=first)


def after_wrong(run: Run) -> Run:
    """A wrong move was made. The solver may go on trying."""
    return replace(run, failed=True, first=run.first or "failed")


def after_hint(run: Run, number: int) -> Run:
    """A hint was given; the first is 1."""
    return replace(run, hints=max(run.hints, number))


def after_giving_up(run: Run) -> Run:
    """The solution is shown."""
    return replace(run, state="shown", failed=True, first=run.first or "failed")


def again(run: Run) -> Run:
    """From the start. It is not rated."""
    return Run(first=run.first)
