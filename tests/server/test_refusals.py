"""Moves that are refused: a client may ask by trying, and is told which rule stands in the way."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from server.running_server import RunningServer
from server.test_tables import move, my_turn, two_at

from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game


def all_moves(game: str) -> list[str]:
    """Every move that can be written in the first position, legal or not."""
    some, actions = Game.new(game), range(rules_of(game).action_count)
    return [some.rules.text.move_text(some.state()[0], action) for action in actions]


@pytest.mark.parametrize("game", all_games())
def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing(
    server: RunningServer, game: str
) -> None:
    last = rules_of(game).last_rule
    ids = {f"{last[0]}{number}" for number in range(1, int(last[1:]) + 1)}
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game=game)
        for _ in range(4):
            illegal = [text for text in all_moves(game) if text not in state["legal"]]
            for text in illegal[:: max(1, len(illegal) // 20)]:
                first.send("move", table=table, after=state["number"], move=text)
                refused = first.next("refused", "state")
                assert (refused["code"], refused["table"]) == ("illegal_move", table), refused
                assert refused["rule"] in ids
                assert refused["why"].startswith(f"{refused['rule']}: ")
                assert set(refused) == {"type", "code", "why", "rule", "table"}
                second.send("move", table=table, after=state["number"], move=text)
                assert second.next("refused", "state")["why"] == "It is not your turn."
            first.send("move", table=table, after=state["number"], move="Q9")
            assert first.next("refused", "state")["code"] == "unreadable"
            again = first.watch(table, seen=state["number"])
            assert (again["view"], again["legal"], again["changes"]) == (state["view"], state["legal"], [])
            moved = move(first, state)
            assert [change["move"] for change in moved["changes"]] == [state["legal"][0]]
            seen = second.next("state")
            if "legal" in seen:
                first, second, state = second, first, seen
            else:
                state = my_turn(first, moved)
