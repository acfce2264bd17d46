"""Command-line options for the server's settings, generated so that the help is always right."""

from __future__ import annotations

from functools import cache
from typing import Any

import click
from msgspec import inspect, structs

from ..server.settings import PREFIX, Settings, UnusableSettingError
from .errors import one_line_errors


@cache
def settings_options(*names: str) -> list[click.Option]:
    """Options for the settings of these names, or for all."""
    return [_option(field) for field in structs.fields(Settings) if not names or field.name in names]


def chosen_settings(chosen: dict[str, Any]) -> Settings:
    """Settings from the command line and the environment, with defaults for the rest."""
    return Settings(**{name: value for name, value in chosen.items() if value is not None})


def setting_errors() -> one_line_errors:
    """Show invalid settings as one-line errors, too."""
    return one_line_errors(UnusableSettingError)


def _option(field: structs.FieldInfo) -> click.Option:
    about = inspect.type_info(field.type)
    assert isinstance(about, inspect.Metadata)
    flag = "--" + field.name.replace("_", "-")
    return click.Option(
        [f"{flag}/--no-{flag[2:]}" if isinstance(about.type, inspect.BoolType) else flag],
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
