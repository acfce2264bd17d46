"""Refusals: an illegal move names its rule, and strangers learn nothing."""

from __future__ import annotations

import inspect
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import pytest
from server.running_server import RunningServer
from server.test_tables import alone_at, move, my_turn, two_at

from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game
from sandmandala.server import refusal

SERVER = Path(refusal.__file__).parent


def all_moves(game: str) -> list[str]:
    """Every move text in the first position, legal or not."""
    some, actions = Game.new(game), range(rules_of(game).action_count)
    return [some.rules.text.move_text(some.state()[0], action) for action in actions]


@pytest.mark.parametrize("game", all_games())
def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing(
    server: RunningServer, game: str
) -> None:
    last, reasons = rules_of(game).last_rule, rules_of(game).reasons
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
                assert set(refused) == {"type", "code", "why", "rule", "table", "reason"}
                facts = reasons.fact_kinds(refused["reason"].pop("code"))
                assert refused["reason"].keys() == facts.keys()
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


def test_every_code_is_in_use() -> None:
    files = [path for path in SERVER.rglob("*.py") if path.name != "refusal.py"]
    texts = [path.read_text() for path in files] + [inspect.getsource(refusal.RefusalError)]
    assert {
        code for code in get_args(refusal.Code) if not any(f'"{code}"' in text for text in texts)
    } == set()


ASKED: list[tuple[str, dict[str, Any]]] = [
    *(("move", {"after": after, "move": "M1R"}) for after in (0, 1)),
    *(("preview", {"after": after, "move": "M1R"}) for after in (0, 1)),
    *(("may_take_back", {"after": after}) for after in (0, 1)),
    *(("resign", {"after": after}) for after in (0, 1)),
    *(("ask", {"what": what}) for what in ("take_back", "rematch", "replace")),
    *(("hint", {}), ("return", {})),
    ("answer", {"what": "rematch", "yes": True}),
    ("contribute", {"value": "00" * 16}),
]


def test_refusals_reveal_nothing_about_a_private_table(server: RunningServer) -> None:
    with ExitStack() as tabs:
        private = {"game": "mandala", "public": False}
        waiting = server.client("Anna").open_table(**private)["table"]["id"]
        played, _, _ = alone_at(server, tabs, **private)
        rated, _, _ = alone_at(server, tabs, **private, rated=True)
        stranger = tabs.enter_context(server.client("Carl").socket())
        for table in (waiting, played, rated):
            for kind, fields in ASKED:
                stranger.send(kind, table=table, **fields)
                answer = stranger.next("may_take_back", "hint", "previewed", "refused")
                assert (answer["code"], answer["table"]) == ("not_a_player", table), kind
