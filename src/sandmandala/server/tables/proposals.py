"""What needs the others' consent: taking a move back, a rematch, a bot in place of one who has left."""

from __future__ import annotations

import msgspec

from ...records import reveals
from ..messages import Asked, What
from ..refusal import RefusalError
from ..spec import Replaced, TableSpec, TookBack
from .service import Hall
from .session import STAND_IN_LEVEL, Course
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
            if table.is_overdue and what == "replace":
                raise RefusalError("conflict", "You have been asked about that already: answer yes or no.")
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
            table.asked_at.pop(what, None)
        self._hall.tell(table, asked)
        await self._settle(table, asked)

    async def ask_about_time(self, table: Table, seat: int, number: int, seconds: int) -> bool:
        """The clock asks the others about one who is out of time; False if there is nobody to ask."""
        async with table.lock:
            course, sitter = table.course, table.sitting[seat]
            if course is None or course.number != number or course.to_move != seat or sitter is None:
                return False
            waiting = self._people(table, without={sitter.id}, about=seat)
            if not waiting:
                return False
            asked = Asked(table.id, "replace", None, seat, waiting, seconds=seconds, number=number)
            table.asked["replace"] = asked
            table.asked_at.pop("replace", None)
        self._hall.tell(table, asked)
        return True

    def drop_about_time(self, table: Table) -> None:
        """The clock's question is off the table if the game has gone on in another way."""
        asked = table.asked.get("replace")
        # If it was asked at another worker, that one tells.
        if asked and asked.by is None and "replace" not in table.asked_at and not table.is_overdue:
            del table.asked["replace"]
            self._hall.tell(table, msgspec.structs.replace(asked, waiting=[], settled=False))

    async def answer(self, table: Table, person: str, what: What, yes: bool) -> None:
        """One of those who were asked says yes or no."""
        mine = set(table.seats_of(person))
        asked = table.asked.get(what)
        if asked is None or not mine & set(asked.waiting):
            raise RefusalError("conflict", "You have not been asked, or it is settled already.")
        if what in table.asked_at and self._hall.relay:
            self._hall.relay.answered(table, what, mine, yes)
        else:
            await self.take_answer(table, what, mine, yes)

    async def take_answer(self, table: Table, what: What, seats: set[int], yes: bool) -> None:
        """These seats have answered, here or at another worker, a question that was asked here."""
        async with table.lock:
            asked = table.asked.get(what)
            if asked is None or not seats & set(asked.waiting):
                return  # settled meanwhile
            if yes:
                waiting = [seat for seat in asked.waiting if seat not in seats]
                asked = msgspec.structs.replace(asked, waiting=waiting)
                table.asked[what] = asked
            else:
                del table.asked[what]
                asked = msgspec.structs.replace(asked, waiting=[], settled=False)
        self._hall.tell(table, asked)
        if yes:
            await self._settle(table, asked)
        elif asked.by is None and asked.seat is not None and asked.number is not None:
            await self._hall.run_out(table, asked.seat, asked.number)

    async def _settle(self, table: Table, asked: Asked) -> None:
        """Do it once everybody has agreed."""
        if asked.waiting:
            return
        try:
            async with table.lock:
                if table.asked.get(asked.what) is not asked:
                    return
                del table.asked[asked.what]
                if asked.what == "rematch":
                    await self._rematch(table)
                else:
                    await self._change_course(table, asked)
        except RefusalError:  # all agree, but it can no longer be done
            self._hall.tell(table, msgspec.structs.replace(asked, settled=False))
            raise
        if asked.what == "rematch":
            self._hall.tell_changed(table, view=False)
        else:
            await self._hall.after_entry(table)
        self._hall.tell(table, msgspec.structs.replace(asked, settled=True))

    # --- questions that were asked at other workers: all know them, one settles them

    def mirror(self, table: Table, asked: Asked, worker: str) -> None:
        """Another worker tells how a question stands."""
        if asked.waiting:
            table.asked[asked.what], table.asked_at[asked.what] = asked, worker
        else:
            table.asked.pop(asked.what, None)
            table.asked_at.pop(asked.what, None)

    def forget_worker(self, table: Table, worker: str) -> None:
        """A worker is gone, and with it what was asked there; it may be asked again."""
        for what in [what for what, at in table.asked_at.items() if at == worker]:
            del table.asked_at[what]
            asked = table.asked.pop(what)
            table.tell(msgspec.structs.replace(asked, waiting=[], settled=False))

    async def _change_course(self, table: Table, asked: Asked) -> None:
        course = _playing(table)
        assert asked.seat is not None
        if asked.what == "replace":
            if asked.by is None and asked.number != course.number:
                raise RefusalError("conflict", "The game has gone on meanwhile.")
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
        await self._hall.create_again(table, again, sitting, secret)


def _playing(table: Table) -> Course:
    if table.course is None or table.status != "playing":
        raise RefusalError("conflict", "No game is being played at this table.")
    return table.course
