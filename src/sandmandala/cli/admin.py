"""`sandmandala admin`: maintaining a server's database."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import click

from .admin_people import close_report, messages, report, reports
from .extras import DatabaseCommand

_DAY = 86_400_000


@click.group()
def admin() -> None:
    """Maintain a server's database. The server may keep running."""


@admin.command(cls=DatabaseCommand)
def migrate(**chosen: Any) -> None:
    """Upgrade the database to this version. `serve` does this automatically."""
    from ..server.storage import migrate_now
    from .settings import chosen_settings, setting_errors

    with setting_errors():
        before, after = migrate_now(chosen_settings(chosen).database_url())
    if before == after:
        click.echo(f"The database is up to date: version {after}.")
    else:
        click.echo(f"The database was upgraded from {before} to version {after}.")


@admin.command(cls=DatabaseCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path, **chosen: Any) -> None:
    """Write a complete, verified copy of the database to FILE."""
    from sqlalchemy import URL, make_url

    from ..server.storage.backup import backup
    from .settings import chosen_settings, setting_errors

    with setting_errors():
        url = make_url(chosen_settings(chosen).database_url())
        if url.get_backend_name() != "sqlite":
            address = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
            raise click.UsageError(
                "PostgreSQL has its own tool, which works while the server runs (it asks for the password):\n"
                f"  pg_dump --format=custom --file={file} '{address}'\n"
                f"and brings them back into an empty database:\n"
                f"  pg_restore --no-owner --dbname='{address}' {file}"
            )
        with click.progressbar(length=1, label=f"Copying to {file}") as bar:

            def progress(remaining: int, total: int) -> None:
                bar.length = total
                bar.update(total - remaining - bar.pos)

            backup(Path(url.database or ""), file, progress)
    click.echo(f"{file} is complete and checked, {file.stat().st_size / 1e6:.1f} MB.")


@admin.command(cls=DatabaseCommand)
@click.option(
    "--older-than",
    "days",
    type=click.IntRange(min=1),
    default=90,
    show_default=True,
    metavar="DAYS",
    help="Keep everyone seen and everything used in the last DAYS days.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be deleted.")
def prune(days: int, dry_run: bool, **chosen: Any) -> None:
    """Delete guests who never came back, tables that never started, and games that all players left.

    Accounts with a password or a recovery code stay. Finished games stay, too; deleted guests in them lose
    their names, ratings and tokens, as if they had deleted their data. Closed reports and what players
    wrote at tables are deleted after DAYS days, too.
    """
    from ..server.storage import migrate as bring_up_to_date
    from ..server.storage import opened
    from ..server.storage.accounts import NOBODY
    from ..server.storage.prune import Pruned
    from ..server.storage.prune import prune as delete_all
    from .settings import chosen_settings, setting_errors

    before = time.time_ns() // 1_000_000 - days * _DAY

    async def work() -> Pruned:
        async with opened(chosen_settings(chosen).database_url()) as engine:
            await bring_up_to_date(engine)
            return await delete_all(engine, before, dry_run)

    with setting_errors():
        pruned = asyncio.run(work())
    click.echo(f"{'Would be deleted' if dry_run else 'Deleted'}, as nobody came in the last {days} days:")
    for count, what in (
        (pruned.guests, "guests without a game"),
        (pruned.names, f"names of guests; their finished games stay, played by {NOBODY}"),
        (pruned.waiting, "tables that never started"),
        (pruned.left, "games that all their players have left"),
        (pruned.reports, "reports that were closed before"),
        (pruned.messages, "messages that players had written"),
    ):
        click.echo(f"{count:8}  {what}")


@admin.command(cls=DatabaseCommand)
def stats(**chosen: Any) -> None:
    """Count people, tables and moves."""
    from ..server.storage import migrate as bring_up_to_date
    from ..server.storage import opened
    from ..server.storage.stats import count_all
    from .settings import chosen_settings, setting_errors

    async def work() -> dict[str, int]:
        async with opened(chosen_settings(chosen).database_url()) as engine:
            await bring_up_to_date(engine)
            return await count_all(engine)

    with setting_errors():
        for what, count in asyncio.run(work()).items():
            click.echo(f"{count:10}  {what}")


admin.add_command(reports)
admin.add_command(report)
admin.add_command(close_report)
admin.add_command(messages)
