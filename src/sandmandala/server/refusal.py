"""Refusals: a code for programs, a sentence for people, and nothing has changed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from ..games.errors import IllegalMoveError, SandmandalaError

Code = Literal[
    # requests
    "unreadable",
    "illegal_move",
    "sign_in",
    "forbidden",
    "not_found",
    "wrong_password",
    "unknown_code",
    "login_taken",
    "name_refused",
    "too_many_tokens",
    "too_fast",
    "wrong_method",
    "conflict",
    "too_large",
    "too_many",
    "failed",
    "not_stored",
    # tables
    "no_such_table",
    "private_table",
    "too_many_tables",
    "too_many_games",
    "already_seated",
    "seat_taken",
    "table_full",
    "game_begun",
    "only_resign",
    "not_seated",
    "contributed",
    "old_rules",
    # games
    "not_playing",
    "gone_on",
    "not_your_turn",
    "time_up",
    "not_a_player",
    "no_stand_in",
    # proposals
    "not_asked",
    "not_over",
    "rematch_begun",
    "nothing_to_take_back",
    "rated_take_back",
    "too_many_take_backs",
    "seen_since",
    "replace_whom",
    "player_here",
    "clock_replaces",
    "away_too_short",
    "answer_first",
    # hints and looking back
    "rated_hint",
    "hint_running",
    "not_begun",
    "no_such_seat",
    "pair_not_over",
    "own_seat_only",
    "players_only",
]


class Reason(NamedTuple):
    """The HTTP status of a refusal, and what it usually says."""

    status: int
    why: str


REASONS: dict[Code, Reason] = {
    "unreadable": Reason(400, "This cannot be read."),
    "illegal_move": Reason(409, "The rules forbid this move."),
    "sign_in": Reason(401, "Choose a name first."),
    "forbidden": Reason(403, "You may not do this."),
    "not_found": Reason(404, "There is nothing here."),
    "wrong_method": Reason(405, "This cannot be done here."),
    "conflict": Reason(409, "Something else happened first. Look again."),
    "too_large": Reason(413, "This is too long."),
    "too_many": Reason(429, "That is too many. Wait a moment and try again."),
    "too_fast": Reason(429, "That was a little quick. Wait a moment and try again."),
    "wrong_password": Reason(403, "Login and password do not belong together."),
    "unknown_code": Reason(403, "That code is not known, or has been used."),
    "login_taken": Reason(409, "Somebody else signs in with that; choose another."),
    "name_refused": Reason(400, "Choose another name."),
    "too_many_tokens": Reason(409, "You have as many tokens as you may have; delete one first."),
    "failed": Reason(500, "Something went wrong here, and has been logged."),
    "not_stored": Reason(503, "This could not be saved, so it has not happened. Try again in a moment."),
    "no_such_table": Reason(404, "There is no such table. It may have been closed."),
    "private_table": Reason(403, "This table is private: you need its whole link."),
    "too_many_tables": Reason(429, "Too many open tables. Close one, or wait until somebody joins."),
    "too_many_games": Reason(429, "You have too many games going on. Finish one first."),
    "already_seated": Reason(409, "You sit at this table already."),
    "seat_taken": Reason(409, "Somebody else has taken that seat."),
    "table_full": Reason(409, "All seats are taken."),
    "game_begun": Reason(409, "The game has begun without you; you can watch it."),
    "only_resign": Reason(409, "The game has begun; you can only resign."),
    "not_seated": Reason(409, "You do not sit at this table."),
    "contributed": Reason(409, "Your seats have contributed to the deal already."),
    "old_rules": Reason(409, "This game was begun under earlier rules and cannot go on."),
    "not_playing": Reason(409, "No game is being played at this table."),
    "gone_on": Reason(409, "The game has gone on meanwhile. Look again."),
    "not_your_turn": Reason(409, "It is not your turn."),
    "time_up": Reason(409, "Your time is up; the others decide how the game goes on."),
    "not_a_player": Reason(403, "You do not play at this table."),
    "no_stand_in": Reason(409, "No bot is keeping a seat for you."),
    "not_asked": Reason(409, "You have not been asked, or it is settled already."),
    "not_over": Reason(409, "The game is not over yet."),
    "rematch_begun": Reason(409, "The rematch has begun."),
    "nothing_to_take_back": Reason(409, "You have not moved yet."),
    "rated_take_back": Reason(403, "In a rated game, moves stand."),
    "too_many_take_backs": Reason(409, "So many moves have been taken back that from now on moves stand."),
    "seen_since": Reason(
        403, "Since your last move something hidden has been seen: it cannot be taken back."
    ),
    "replace_whom": Reason(400, "Say which other player a bot should play for."),
    "player_here": Reason(403, "That player is here."),
    "clock_replaces": Reason(403, "In a rated game, or with a clock, only the clock calls for a bot."),
    "away_too_short": Reason(403, "That player has not been away for long. Wait a little."),
    "answer_first": Reason(409, "You have been asked about that already: answer yes or no."),
    "rated_hint": Reason(403, "In a rated game there are no hints."),
    "hint_running": Reason(429, "One hint at a time: the last one is not ready yet."),
    "not_begun": Reason(409, "The game has not begun yet."),
    "pair_not_over": Reason(
        409, "The same deal is being played again. The record follows when that game is over."
    ),
    "no_such_seat": Reason(404, "There is no such seat."),
    "own_seat_only": Reason(403, "Until the game is over, you can look back only from your own seat."),
    "players_only": Reason(403, "Until the game is over, only its players can see it."),
}


class Problem(Struct, frozen=True):
    """Why something was not done. `code` is for programs, `why` for people, `rule` the id of a rule."""

    code: Code
    why: str
    rule: str | None = None


class RefusalError(Exception):
    """What a client asked for is not done."""

    def __init__(self, code: Code, why: str = "", rule: str | None = None) -> None:
        self.code, self.why, self.rule = code, why or REASONS[code].why, rule
        self.status = REASONS[code].status
        super().__init__(self.why)

    @classmethod
    def of(cls, error: SandmandalaError) -> RefusalError:
        """What the rules said."""
        if isinstance(error, IllegalMoveError):
            return cls("illegal_move", str(error), error.rule)
        return cls("unreadable", str(error))
