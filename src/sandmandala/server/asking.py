"""What needs the others' consent: taking a move back, a rematch, a bot in place of one who has left."""

from __future__ import annotations

import msgspec

from ..records import reveals
from .course import STAND_IN_LEVEL, Course
from .hall import Hall, now
from .messages import Asked, What
from .refusal import RefusalError
from .spec import Replaced, TableSpec, TookBack
from .table import Table


class Asking:
    """Questions live in memory: after a restart they may be asked again."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def ask(self, table: Table, person: str, what: What, about: int | None) -> None:
        """Ask on behalf of a person. With nobody to ask, it is done at once."""
        mine = table.seats_of(person)
        if not mine:
            raise RefusalError("forbidden", "Only those who play here can ask.")
        async with table.lock:
            match what:
                case "take_back":
                    self._check_take_back(table, mine[0])
                    about = mine[0]
                case "rematch":
                    if table.status != "over":
                        raise RefusalError("conflict", "The game is not over yet.")
                    if table.next:
                        raise RefusalError("conflict", "The rematch has begun.")
                case "replace":
                    self._check_replacement(table, mine, about)
            asked = Asked(table.id, what, mine[0], about, self._people(table, without={person}, about=about))
            table.asked[what] = asked
        table.tell(asked)
        await self._settle(table, asked)

    async def answer(self, table: Table, person: str, what: What, yes: bool) -> None:
        """One of those who were asked says yes or no."""
        async with table.lock:
            asked = table.asked.get(what)
            mine = set(table.seats_of(person))
            if asked is None or not mine & set(asked.waiting):
                raise RefusalError("conflict", "You have not been asked, or it is settled already.")
            if yes:
                waiting = [seat for seat in asked.waiting if seat not in mine]
                asked = msgspec.structs.replace(asked, waiting=waiting)
                table.asked[what] = asked
            else:
                del table.asked[what]
                asked = msgspec.structs.replace(asked, waiting=[], settled=False)
        table.tell(asked)
        if yes:
            await self._settle(table, asked)

    async def _settle(self, table: Table, asked: Asked) -> None:
        """Do it once everybody has agreed."""
        if asked.waiting or table.asked.get(asked.what) is not asked:
            return
        async with table.lock:
            del table.asked[asked.what]
            if asked.what == "rematch":
                await self._rematch(table)
            else:
                await self._change_course(table, asked)
        if asked.what == "rematch":
            table.tell_state(now(), full=True)
        else:
            await self._hall.after_entry(table)
        table.tell(msgspec.structs.replace(asked, settled=True))

    async def _change_course(self, table: Table, asked: Asked) -> None:
        course = _playing(table)
        assert asked.seat is not None
        if asked.what == "replace":
            await self._hall.add(table, Replaced(asked.seat, STAND_IN_LEVEL))
            return
        self._check_take_back(table, asked.seat)  # the game may have gone on since
        if table.thinking:
            table.thinking.cancel()
        await self._hall.add(table, TookBack(course.plies_to_take_back(asked.seat)))

    def _check_take_back(self, table: Table, seat: int) -> None:
        """At once against bots; never past something that cannot be unlearned, except in practice."""
        course = _playing(table)
        plies = course.plies_to_take_back(seat)
        if plies == 0:
            raise RefusalError("conflict", "You have not moved yet.")
        practice = table.opponents_are_bots(seat) and not table.spec.rated
        if not practice and reveals(course.game, plies):
            raise RefusalError(
                "forbidden", "Since your last move something hidden has been seen: it cannot be taken back."
            )

    def _check_replacement(self, table: Table, mine: tuple[int, ...], about: int | None) -> None:
        course = _playing(table)
        if about is None or about >= table.spec.seats or about in mine or about in course.bots:
            raise RefusalError("unreadable", "Say which other player a bot should play for.")
        if table.presence().here[about]:
            raise RefusalError("forbidden", "That player is here.")

    @staticmethod
    def _people(table: Table, without: set[str], about: int | None) -> list[int]:
        """The seats of people who are to be asked, one for each."""
        seats: dict[str, int] = {}
        bots = table.course.bots if table.course else {}
        for seat, sitter in enumerate(table.sitting):
            if sitter and seat not in bots and sitter.id not in without and seat != about:
                seats.setdefault(sitter.id, seat)
        return list(seats.values())

    async def _rematch(self, table: Table) -> None:
        """The same again with the seats rotated; in duplicate mode with the same deal."""
        spec, sitting = table.spec, table.sitting[-1:] + table.sitting[:-1]
        bots = tuple(sitter.level if sitter else None for sitter in sitting)
        secret = table.secret if spec.duplicate else None
        again: TableSpec = msgspec.structs.replace(spec, bots=bots)
        if spec.duplicate and table.course:  # who began, by lot perhaps, is part of the deal
            beginner = int(table.course.game.state(0)[0]["beginner"])
            again = msgspec.structs.replace(again, options={**spec.options, "beginner": beginner})
        following = await self._hall.create_again(again, sitting, table.host, secret)
        table.next = following.id
        await self._hall.store.change_table(table.id, next=following.id)


def _playing(table: Table) -> Course:
    if table.course is None or table.status != "playing":
        raise RefusalError("conflict", "No game is being played at this table.")
    return table.course
