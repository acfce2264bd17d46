"""`sandmandala admin`: reports to the host, and what players have written at tables."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from .extras import DatabaseCommand

_DAY = 86_400_000
Found = TypeVar("Found")


@click.command(cls=DatabaseCommand)
@click.option("--all", "with_closed", is_flag=True, help="Show closed reports, too.")
def reports(with_closed: bool, **chosen: Any) -> None:
    """List the reports that wait for you, oldest first."""
    from ..server.social.reports import list_reports

    found = _in_database(chosen, lambda engine: list_reports(engine, with_closed))
    for row in found:
        state = " (closed)" if row.closed else ""
        click.echo(
            f"{row.id}  {_time(row.created)}  {row.reason:9} {_person(row.person_name, row.person)}{state}"
        )
    if not found:
        click.echo("No reports." if with_closed else "No reports wait for you.")


@click.command(cls=DatabaseCommand)
@click.argument("id")
@click.option("--record", is_flag=True, help="Print only what is attached, as JSON.")
def report(id: str, record: bool, **chosen: Any) -> None:
    """Show the report ID with the game and the messages that are attached to it."""
    from ..server.social.reports import find_report

    row = _in_database(chosen, lambda engine: find_report(engine, id))
    if row is None:
        raise click.ClickException(f"There is no report {id}.")
    attached = json.loads(row.attached) if row.attached else None
    if record:
        click.echo(json.dumps(attached, ensure_ascii=False))
        return
    click.echo(f"Report {row.id} of {_time(row.created)}")
    click.echo(f"  about   {_person(row.person_name, row.person)}")
    click.echo(f"  by      {_person(row.reporter_name, row.reporter)}")
    click.echo(f"  reason  {row.reason}")
    for name, value in (("table", row.table), ("text", row.text), ("note", row.note)):
        if value:
            click.echo(f"  {name:7} {value}")
    if row.closed:
        click.echo(f"  closed  {_time(row.closed)}")
    if attached:
        _show_attached(attached)


def _show_attached(attached: dict[str, Any]) -> None:
    if game := attached["game"]:
        players = ", ".join(game["players"] or [])
        click.echo(f"The game: {game['game']}, {players}; {len(game['moves'])} moves")
        click.echo("  " + " ".join(game["moves"]))
    for one in attached["messages"]:
        click.echo(f"  {_time(one['at'])}  seat {one['seat']} ({one['person']}): {one['text']}")


@click.command("close-report", cls=DatabaseCommand)
@click.argument("id")
@click.option("--note", default="", help="What you found or did, for later.")
def close_report(id: str, note: str, **chosen: Any) -> None:
    """Close the report ID. `prune` deletes closed reports after a while."""
    from ..server.social.reports import close_report as close

    if not _in_database(chosen, lambda engine: close(engine, id, note, _now())):
        raise click.ClickException(f"There is no open report {id}.")
    click.echo(f"Report {id} is closed.")


@click.command(cls=DatabaseCommand)
@click.option("--table", help="Only at this table.")
@click.option("--person", help="Only by the person with this id.")
@click.option("--days", type=click.IntRange(min=1), default=7, show_default=True, help="How far back.")
def messages(table: str | None, person: str | None, days: int, **chosen: Any) -> None:
    """Show what players have written at tables. Set phrases are not stored."""
    from ..server.social.talk import messages_since

    since = _now() - days * _DAY
    found = _in_database(chosen, lambda engine: messages_since(engine, since, table, person))
    for row in found:
        click.echo(f"{_time(row.created)}  {row.table}  {_person(row.name, row.person)}: {row.text}")
    if not found:
        click.echo(f"Nothing was written in the last {days} days.")


def _in_database(chosen: dict[str, Any], work: Callable[[Any], Awaitable[Found]]) -> Found:
    from ..server.storage import migrate, opened
    from .settings import chosen_settings, setting_errors

    async def run() -> Found:
        async with opened(chosen_settings(chosen).database_url()) as engine:
            await migrate(engine)
            return await work(engine)

    with setting_errors():
        return asyncio.run(run())


def _now() -> int:
    return time.time_ns() // 1_000_000


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _person(name: str | None, id: str | None) -> str:
    return f"{name} ({id})" if id else "somebody who is gone"
