"""search1, the frozen yardstick: whole games that it once played against itself, move by move.

If this fails, results against search1 no longer mean what they did: undo the change, and give what is new a
name of its own. Run as a script, this prints the games.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandmandala import Game
from sandmandala.bots import Knowledge, read_bot
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import all_games, rules_of

FILE = Path(__file__).parents[1] / "data" / "search1.txt"
CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]


def played(name: str, seats: int) -> str:
    """A game of search1:60. Each move has its visits, or = if it was solved, or nothing if it was forced."""
    bot, budget = read_bot("search1:60", name)
    game = Game.new(name, seats, secret=bytes([seats]) * 32)
    words = [f"{name} {seats}:"]
    while not game.is_over:
        decision = bot.decide(Knowledge.of(game), budget, stream_from_seed(len(game.moves)))
        game.play(decision.move)
        how = "=" if decision.solved else f"*{decision.candidates[0].visits}" if decision.candidates else ""
        words.append(decision.move + how)
    return " ".join(words)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_search1_is_frozen(name: str, seats: int) -> None:
    assert played(name, seats) in FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", all_games())
def test_search_keeps_its_meaning(name: str) -> None:
    """`search:60` and `search1:60` differ only in the solver today, and `search1` is no level."""
    knowledge = Knowledge.of(Game.new(name, secret=bytes(32)))
    (first, budget), (second, _) = (read_bot(f"{kind}:60", name) for kind in ("search1", "search"))
    assert first.name == "search1"
    assert first.decide(knowledge, budget, stream_from_seed(1)) == second.decide(
        knowledge, budget, stream_from_seed(1)
    )


if __name__ == "__main__":
    for case in CASES:
        print(played(*case))
