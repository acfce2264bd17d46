"""Commands that need an extra. Without it they say which one to install; other commands are not affected."""

from __future__ import annotations

from typing import Any

import click

_EXTRA_OF = {
    "serve": "server",
    "admin": "server",
    "train": "train",
    "review": "review",
    "arena": "review",  # for --luck-adjusted
    "play": "review",  # for --tutor
    "position": "review",
    "tutorials": "learn",
    "puzzles": "learn",
}
_EXTRA_OF_PACKAGE = {"ray": "ray"}  # for an option that several commands have


class MissingExtraError(click.ClickException):
    """A package that the command needs is missing."""

    exit_code = 3


class CommandGroup(click.Group):
    """The commands of `sandmandala`."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            command, module = ctx.invoked_subcommand or "", error.name or ""
            package = module.partition(".")[0]
            extra = _EXTRA_OF_PACKAGE.get(package, _EXTRA_OF.get(command))
            if extra is None or package == "sandmandala":
                raise
            raise MissingExtraError(
                f"sandmandala {command} needs more packages ({module} is missing): "
                f"pip install 'sandmandala[{extra}]'"
            ) from None


class SettingsCommand(click.Command):
    """A command with an option for each of these server settings, or for all of them.

    The options are created when the command is used, since they need the extra `server`.
    """

    settings: tuple[str, ...] = ()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        from .settings import settings_options

        return [*settings_options(*self.settings), *super().get_params(ctx)]


class DatabaseCommand(SettingsCommand):
    """A command with the settings that say where the database is."""

    settings = ("database", "data")
