"""Reads parameters that several commands have: secrets, table options, contributions."""

from __future__ import annotations

from typing import Any

import click


def read_secret(context: Any, parameter: Any, value: str | None) -> bytes | None:
    if value is None:
        return None
    try:
        secret = bytes.fromhex(value)
    except ValueError:
        raise click.BadParameter("a secret is written in hexadecimal digits") from None
    if len(secret) != 32:
        raise click.BadParameter("a secret has 64 hexadecimal digits")
    return secret


def read_options(context: Any, parameter: Any, values: tuple[str, ...]) -> dict[str, object]:
    options: dict[str, object] = {}
    for value in values:
        name, equals, choice = value.partition("=")
        if not equals:
            raise click.BadParameter(f"write {value!r} as NAME=VALUE, for example memory_aid=on")
        from ..records import option_value

        options[name] = option_value(choice)
    return options


def read_contributions(context: Any, parameter: Any, values: tuple[str, ...]) -> dict[int, str]:
    found: dict[int, str] = {}
    for value in values:
        seat, colon, number = value.partition(":")
        if not (colon and seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise click.BadParameter(f"write {value!r} as SEAT:HEX, for example 0:{'5e' * 16}")
        if int(seat) in found:
            raise click.BadParameter(f"there are two for seat {int(seat)}")
        found[int(seat)] = number.lower()
    return found
