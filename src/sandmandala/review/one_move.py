"""Judges one move, as a review would: for somebody who tries a decision again, and for hints."""

from __future__ import annotations

from ..bots import Knowledge
from ..games.errors import UnreadableError
from ..records import Game
from ..records.validation import checked_action
from .budget import ReviewBudget
from .facts import facts_of
from .judging import judge
from .lessons import reason_for
from .sampling import Sampler
from .types import JudgedMove, Reason


def reason_between(knowledge: Knowledge, better: str, other: str, worlds: int) -> Reason | None:
    """Why one move is better than another, from what the player knows: `played` is the other one's figure.

    None if it is not better in these worlds, or if no single fact explains most of the difference.
    """
    rules, world, seat = knowledge.rules, knowledge.world, knowledge.seat
    actions = [checked_action(rules, world[0], knowledge.legal_actions(), move) for move in (better, other)]
    sampler = Sampler(rules, 0)
    pair = sampler.sample(world, seat, actions, sampler.seeds("worlds", world, seat, worlds))
    return reason_for(pair, seat, facts_of(rules.name))


def judge_move(game: Game, ply: int, move: str, budget: ReviewBudget, seed: int = 0) -> JudgedMove:
    """Judge another move than the one that was made, from what the player knew.

    It is played in the worlds of the review with this budget and seed, so it gets the value that it would
    have there. An illegal move raises the same errors as `Game.play`.
    """
    if not 1 <= ply <= game.ply:
        raise UnreadableError(f"There is no move {ply}; the moves go from 1 to {game.ply}.")
    before = game.state(ply - 1)
    knowledge = Knowledge.of_state(game.rules, before)
    action = checked_action(game.rules, before[0], knowledge.legal_actions(), move)
    judgement = judge(Sampler(game.rules, seed), budget, knowledge, action)
    column, candidates = judgement.actions.index(action), judgement.evaluation.candidates
    reason = reason_for(judgement.pair, knowledge.seat, facts_of(game.name))
    return JudgedMove(ply, candidates[column], candidates[0].move, reason)
