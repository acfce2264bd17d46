"""Previews at a table: what a move would do, for the player whose turn it is."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from server.running_server import A_DAY, RunningServer
from server.test_tables import alone_at, move, my_turn, two_at


@pytest.mark.parametrize("game", ["mandala", "patterns", "flowers"])
def test_a_preview_agrees_with_what_then_happens(server: RunningServer, game: str) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game=game)
        chosen = state["legal"][0]
        tab.send("preview", table=table, after=state["number"], move=chosen)
        answer = tab.next("previewed", "refused")
        assert (answer["table"], answer["number"], answer["move"]) == (table, state["number"], chosen)
        tab.send("move", table=table, after=state["number"], move=chosen)
        happened = tab.next("state")["changes"][0]["events"]
        for promised, event in zip(answer["events"], happened, strict=True):
            assert promised.items() <= event.items()
            assert "cards" not in promised


def test_a_preview_goes_only_to_the_person_who_asks_and_changes_nothing(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala", rated=True, clock=A_DAY)
        first.send("preview", table=table, after=0, move=state["legal"][0])
        assert first.next("previewed", "refused")["type"] == "previewed", "in rated games, too"
        assert move(first, state)["number"] == 1
        second.next("state")
        assert not any('"type":"previewed"' in text for text in second.traffic)


def test_no_preview(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala")
        stranger = tabs.enter_context(server.client("Carl").socket())
        chosen = state["legal"][0]
        for tab, code in ((second, "not_your_turn"), (stranger, "not_a_player")):
            tab.send("preview", table=table, after=0, move=chosen)
            refused = tab.next("previewed", "refused")
            assert refused["code"] == code
            assert (refused["table"], refused["preview"]) == (table, chosen)
        first.send("preview", table=table, after=1, move=chosen)
        assert first.next("previewed", "refused")["code"] == "gone_on"
        first.send("resign", table=table, after=0)
        first.next("state")
        first.send("preview", table=table, after=1, move=chosen)
        assert first.next("previewed", "refused")["why"] == "No game is in progress at this table."


def test_an_illegal_preview_is_refused_like_the_move(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala")
        state = my_turn(tab, state)
        mountain = next(iter(state["view"]["mandalas"][0]["mountain"]))
        for wrong, code in ((f"F1{mountain}1", "illegal_move"), ("Z9", "unreadable")):
            refusals = []
            for kind in ("preview", "move"):
                tab.send(kind, table=table, after=state["number"], move=wrong)
                refused = tab.next("refused", "previewed", "state")
                assert refused.pop("preview", None) == (wrong if kind == "preview" else None)
                refusals.append(refused)
            assert refusals[0] == refusals[1]
            assert refusals[0]["code"] == code
