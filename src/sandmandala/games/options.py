"""Table options: validated here, then written to the state that set-up starts from."""

from __future__ import annotations

from collections.abc import Mapping

from .compiling import States, new_states
from .errors import UnreadableError
from .rules import Rules

Options = dict[str, str | int]

LOT = "lot"


def checked_options(rules: Rules, seats: int, given: Mapping[str, object]) -> Options:
    """All options of the game, with defaults for missing ones."""
    if seats not in rules.seat_counts:
        allowed = " or ".join(map(str, rules.seat_counts))
        raise UnreadableError(f"{rules.title} has {allowed} seats, not {seats!r}.")
    for name in given:
        if name != "beginner" and name not in rules.options:
            known = ", ".join(["beginner", *rules.options])
            raise UnreadableError(f"{rules.title} has no option {name[:40]!r}. Its options are {known}.")
    options: Options = {"beginner": _checked_beginner(seats, given.get("beginner", LOT))}
    for name, values in rules.options.items():
        value = given.get(name, values[0])
        if not isinstance(value, str) or value not in values:
            raise UnreadableError(f"The option {name!r} is {' or '.join(values)}, not {value!r}.")
        options[name] = value
    return options


def _checked_beginner(seats: int, value: object) -> str | int:
    if value == LOT:
        return LOT
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise UnreadableError(
            f"The option 'beginner' is 'lot' or a seat from 0 to {seats - 1}, not {value!r}."
        )
    return value


def template(rules: Rules, seats: int, options: Options, count: int = 1) -> States:
    """States before set-up, with seats and options."""
    states = new_states(rules.state_dtype, count)
    states["beginner"] = options["beginner"] if options["beginner"] != LOT else -1
    if len(rules.seat_counts) > 1:
        states["seats"] = seats
    for name, values in rules.options.items():
        states[name] = values.index(str(options[name]))
    return states
