"""Validation of positions from outside, since compiled code trusts its arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.compiling import States, new_states
from ..games.errors import ImpossiblePositionError, SandmandalaError, UnreadableError
from ..games.options import LOT, checked_options, template
from ..games.rules import Rules

Position = Any  # as text, as a record of the state, or as an array of one record


def checked_position(rules: Rules, position: Position, seats: int | None = None) -> States:
    """The position as an array of one state, if it is possible and has this number of players."""
    found = _read(rules, position) if isinstance(position, str) else _checked_record(rules, position)
    if seats is not None and rules.seats_of(found[0]) != seats:
        raise ImpossiblePositionError(
            f"The position is one for {rules.seats_of(found[0])} players, not for {seats}."
        )
    return found


def checked_template(rules: Rules, record: Any, seats: int) -> States:
    """The record, if it is a state before set-up, which has only options."""
    given = np.atleast_1d(np.asarray(record))
    try:
        beginner = int(given["beginner"][0])
        options = {"beginner": LOT if beginner < 0 else beginner, **rules.options_of(given[0])}
        found = template(rules, seats, checked_options(rules, seats, options))
    except IndexError:
        found = new_states(rules.state_dtype, 1)
    if found.tobytes() != given.tobytes():
        raise ImpossiblePositionError(f"The record is not one from which {rules.title} can be set up.")
    return found


def _read(rules: Rules, text: str) -> States:
    found = new_states(rules.state_dtype, 1)
    rules.text.read_position(text, found[0])
    return found


def _checked_record(rules: Rules, record: Any) -> States:
    """A record is valid if reading its text gives the same record."""
    given = np.atleast_1d(np.asarray(record))
    if given.dtype != rules.state_dtype or given.shape != (1,):
        raise UnreadableError(f"A position of {rules.title} is a text or one record of its state.")
    try:
        found = _read(rules, rules.text.position_text(given[0]))
    except (SandmandalaError, IndexError, ValueError) as error:
        raise ImpossiblePositionError(
            f"The record is not a position of {rules.title}: {str(error) or 'a number is out of range'}"
        ) from None
    if found.tobytes() != given.tobytes():
        raise ImpossiblePositionError(f"The record is not a position of {rules.title}.")
    return found
