"""Reviews a finished game: judges every decision and every draw, then says where the result came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import numpy as np
from msgspec import structs

from ..bots import Knowledge
from ..games.compiling import States
from ..games.errors import UnreadableError
from ..games.rules import RULES_VERSION
from ..games.state_reader import reader_of
from ..records import Game, Record, Result, verify
from .budget import QUICK, ReviewBudget
from .facts import facts_of
from .judging import Judgement, judge
from .lessons import reason_for
from .luck import luck_of_draw
from .marks import mark_of, was_punished
from .policy import checksum_of
from .reviewed_game import reviewed_game
from .sampling import Sampler
from .seat_summary import seat_review
from .types import Decision, Difference, Engine, OpenCards, Reason, Review
from .vocabulary import Phase

ENGINE_NAME = "net"
# Raise this when the same game gets other values: calibrations and stored reviews belong to one version.
ENGINE_VERSION = 6

Progress = Callable[[int, int], None]  # how many decisions are judged, of how many
_Judged = tuple[Decision, Reason | None]


def engine_of(game: str, budget: ReviewBudget, seed: int = 0) -> Engine:
    found = reviewed_game(game)
    return Engine(
        name=ENGINE_NAME,
        version=ENGINE_VERSION,
        weights=checksum_of(game),
        search=budget.search,
        last_word=budget.last_word,
        simulations=budget.simulations,
        horizon=found.horizon,
        solver_nodes=budget.solver_nodes if found.solve else 0,
        rules=RULES_VERSION,
        seed=seed,
    )


def review(
    record: Record,
    budget: ReviewBudget = QUICK,
    seed: int = 0,
    threads: int = 1,
    progress: Progress = lambda done, total: None,
) -> Review:
    """Review a finished game. The number of threads does not change the result.

    `progress` is called after each decision; an error that it raises ends the review.
    An unfinished, illegal or manipulated record raises UnreadableError.
    """
    game = finished_game(record)
    ending = record.result or Result(tuple(game.scores()), tuple(game.winners()))
    sampler, players = Sampler(game.rules, seed), record.players or (None,) * game.seats
    judged = list(_judge_all(sampler, budget, game, threads, progress))
    decisions = _with_marks([decision for decision, _ in judged], game.name)
    reasons = {decision.ply: reason for decision, reason in judged}
    engine = engine_of(game.name, budget, seed)
    return Review(
        game=game.name,
        options=dict(game.options),
        commitment=record.commitment,
        engine=engine,
        thresholds=asdict(reviewed_game(game.name).thresholds),
        scores=ending.scores,
        winners=ending.winners,
        ended=ending.reason,
        decisions=tuple(decisions),
        seats=tuple(
            seat_review(
                sampler,
                budget,
                engine,
                game,
                ending,
                record.start is None,
                decisions,
                reasons,
                seat,
                players[seat],
            )
            for seat in range(game.seats)
        ),
    )


def finished_game(record: Record) -> Game:
    """The game of a record that is complete, or ended early, and fits together."""
    failed = next((check for check in verify(record) if check.ok is False), None)
    if failed:
        raise UnreadableError(f"The record cannot be reviewed. {failed.detail}")
    game = Game.from_record(record)
    if not game.is_over and not (record.result and record.result.is_early):
        raise UnreadableError(f"The game is not over: {game.ply} moves have been made.")
    if not game.ply:
        raise UnreadableError("There is nothing to review: no move was made.")
    return game


def _judge_all(
    sampler: Sampler, budget: ReviewBudget, game: Game, threads: int, progress: Progress
) -> Iterable[_Judged]:
    """In order. Decisions are independent of one another, and compiled code runs in parallel."""

    def one(ply: int) -> _Judged:
        before, after = game.state(ply - 1), game.state(ply)
        return _judged(sampler, budget, before, after, ply, game)

    pool = ThreadPoolExecutor(threads)
    try:
        for done, result in enumerate(pool.map(one, range(1, game.ply + 1)), 1):
            progress(done, game.ply)
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def _judged(
    sampler: Sampler, budget: ReviewBudget, before: States, after: States, ply: int, game: Game
) -> _Judged:
    knowledge, action = Knowledge.of_state(game.rules, before), game.actions[ply - 1]
    judgement = judge(sampler, budget, knowledge, action)
    evaluation, column = judgement.evaluation, judgement.actions.index(action)
    played, best = evaluation.candidates[column], evaluation.candidates[0]
    found, seat = reviewed_game(game.name), knowledge.seat
    legal = len(knowledge.legal_actions())
    best_margins, margins = judgement.pair.margins.mean(axis=0)
    decision = Decision(
        ply=ply,
        seat=seat,
        move=game.moves[ply - 1],
        kind=played.kind,
        phase=found.phase(reader_of(knowledge.world[0])) if found.phase else _third(game, ply),
        legal_moves=legal,
        not_counted="forced" if legal == 1 else None if judgement.differs else "no_difference",
        evaluation=evaluation,
        best=best.move,
        rank=column + 1,
        loss=played.loss,
        changes=_changes(played.chances, best.chances, played.loss),
        margins=_exact_changes(played.loss.points, seat)
        if evaluation.exact
        else _changes(margins, best_margins, played.loss),
        draw=luck_of_draw(sampler, budget.draws, seat, before, action, after),
        open_cards=_open_cards(sampler, budget, before, judgement, column, knowledge),
    )
    return decision, reason_for(judgement.pair, seat, facts_of(game.name))


def _changes(played: Iterable[float], best: Iterable[float], loss: Difference) -> tuple[float, ...]:
    """By seat; nothing if the move is as good as the best one."""
    return tuple(float(one - other) * (loss.win > 0) for one, other in zip(played, best, strict=True))


def _exact_changes(loss: float, seat: int) -> tuple[float, ...]:
    """Of the margins of two seats."""
    return (-loss, loss) if seat == 0 else (loss, -loss)


def _third(game: Game, ply: int) -> Phase:
    names: tuple[Phase, ...] = ("opening", "middle", "end")
    return names[(ply - 1) * 3 // game.ply]


def _open_cards(
    sampler: Sampler,
    budget: ReviewBudget,
    state: States,
    judgement: Judgement,
    played: int,
    knowledge: Knowledge,
) -> OpenCards | None:
    """How the candidates do in the true world."""
    if not knowledge.rules.has_hidden_information:
        return None
    seeds = sampler.seeds("open", knowledge.world, knowledge.seat, budget.open_cards)
    sample = sampler.sample(state, knowledge.seat, judgement.actions, seeds, is_open=True)
    scale = reviewed_game(knowledge.rules.name).scale(sample.wins.shape[2])
    wins = np.array([scale.chances(list(one), knowledge.seat) for one in sample.wins.mean(axis=0)])
    best = int(wins[:, knowledge.seat].argmax())
    return OpenCards(
        chances=tuple(map(float, wins[best])),
        best=judgement.evaluation.candidates[best].move,
        loss=float(wins[best, knowledge.seat] - wins[played, knowledge.seat]),
    )


def _with_marks(decisions: Sequence[Decision], game: str) -> list[Decision]:
    thresholds, found = reviewed_game(game).thresholds, []
    for number, one in enumerate(decisions):
        mark = None
        if one.not_counted is None:
            mark = mark_of(one.loss, one.evaluation, one.rank, thresholds)
        punished = None if mark in (None, "only_move") else was_punished(decisions, number)
        found.append(structs.replace(one, mark=mark, punished=punished))
    return found
