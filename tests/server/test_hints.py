"""Hints: what a strong bot would play."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from server.running_server import A_DAY, RunningServer
from server.test_tables import alone_at, move, my_turn, two_at
from thorough_cases import rest_thorough

from sandmandala.review.facts import facts_of


@pytest.mark.parametrize("game", rest_thorough(["mandala", "patterns", "flowers"], keep=["flowers"]))
def test_a_hint_is_a_legal_move_with_reasons(server: RunningServer, game: str) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game=game)
        state = my_turn(tab, move(tab, state))
        tab.send("hint", table=table)
        hint = tab.next("hint", "refused")
        assert (hint["table"], hint["number"]) == (table, state["number"])
        assert hint["move"] in state["legal"]
        assert hint["move"] in hint["why"]
        best = hint["candidates"][0]
        assert best["move"] == hint["move"] == hint["line"][0]
        assert len(hint["candidates"]) <= 5
        assert {one["move"] for one in hint["candidates"]} <= set(state["legal"])
        assert hint["because"] is None or hint["because"]["fact"] in {fact.name for fact in facts_of(game)}
        assert all(0 <= one["chance"] <= 1 and one["visits"] > 0 for one in hint["candidates"])


def test_a_hint_goes_only_to_the_person_who_asks_and_delays_nothing(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala")
        first.send("hint", table=table)
        first.send("hint", table=table)
        assert first.next("refused", "hint")["code"] == "hint_running", "one at a time"
        assert move(first, state)["type"] == "state", "the move came before the hint"
        assert first.next("hint")["number"] == 0
        state = my_turn(second, second.next("state"))
        move(second, state)
        assert not any('"type":"hint"' in text for text in second.traffic)


def test_no_hint(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), _ = two_at(server, tabs, game="mandala")
        stranger = tabs.enter_context(server.client("Carl").socket())
        for tab, code in ((second, "not_your_turn"), (stranger, "not_a_player")):
            tab.send("hint", table=table)
            assert tab.next("refused", "hint")["code"] == code
        first.send("resign", table=table, after=0)
        first.next("state")
        first.send("hint", table=table)
        assert first.next("refused", "hint")["code"] == "not_playing"
        rated, (first, _), _ = two_at(server, tabs, game="mandala", rated=True, clock=A_DAY)
        first.send("hint", table=rated)
        assert first.next("refused", "hint")["code"] == "rated_hint"
