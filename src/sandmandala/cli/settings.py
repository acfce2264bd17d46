"""The server's settings as options, made from the settings themselves, so that help and truth are one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec import inspect, structs

from ..server.settings import PREFIX, Settings

Command = TypeVar("Command", bound=Callable[..., Any])


def settings_options(*names: str) -> Callable[[Command], Command]:
    """Options for the settings of these names, or for all."""

    def decorate(command: Command) -> Command:
        for field in reversed(structs.fields(Settings)):
            if not names or field.name in names:
                command = _option(field)(command)
        return command

    return decorate


def chosen_settings(chosen: dict[str, Any]) -> Settings:
    """What was chosen, on the command line or in the environment, and defaults for the rest."""
    return Settings(**{name: value for name, value in chosen.items() if value is not None})


def _option(field: structs.FieldInfo) -> Callable[[Command], Command]:
    about = inspect.type_info(field.type)
    assert isinstance(about, inspect.Metadata)
    flag = "--" + field.name.replace("_", "-")
    return click.option(
        f"{flag}/--no-{flag[2:]}" if isinstance(about.type, inspect.BoolType) else flag,
        type=_click_type(about.type),
        default=None if field.default == "" else field.default,
        envvar=PREFIX + field.name.upper(),
        show_envvar=True,
        show_default=True,
        help=(about.extra_json_schema or {})["description"],
    )


def _click_type(kind: inspect.Type) -> Any:
    match kind:
        case inspect.IntType():
            return click.IntRange(kind.ge, kind.le)
        case inspect.FloatType():
            return click.FloatRange(kind.ge, kind.le)
        case inspect.LiteralType():
            return click.Choice([str(value) for value in kind.values])
        case inspect.BoolType():
            return click.BOOL
    return click.STRING
