"""The bots of a game in the terminal, as they are chosen with `--bot`."""

from __future__ import annotations

from collections.abc import Sequence

from ..bots import Bot, Budget, check_game, read_bot
from ..games.errors import UnreadableError
from ..games.rules import checked_seat
from ..records import Game

_DEFAULT_BOT = "sprout"


def read_bots(game: Game, texts: Sequence[str]) -> list[tuple[Bot, Budget]]:
    """A bot for each seat: `NAME` is for all of them, `SEAT=NAME` for one."""
    chosen = [read_bot(_DEFAULT_BOT, game.rules.name)] * game.seats
    for text in sorted(texts, key=lambda text: "=" in text):
        seat, equals, bot = text.rpartition("=")
        if not equals:
            chosen = [read_bot(bot, game.rules.name)] * game.seats
        elif seat.isascii() and seat.isdigit() and len(seat) < 3:
            chosen[checked_seat(int(seat), game.seats)] = read_bot(bot, game.rules.name)
        else:
            raise UnreadableError(f"Write {text[:40]!r} as NAME or SEAT=NAME, for example 1=greedy.")
    for player, _ in chosen:
        check_game(player, game.rules)
    return chosen
