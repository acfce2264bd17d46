"""A plausible review of a real record, made in no time. Its figures are invented, but fit one another."""

from __future__ import annotations

from random import Random

from sandmandala.records import Game, Record
from sandmandala.review.types import (
    Candidate,
    Decision,
    Difference,
    Draw,
    Engine,
    Evaluation,
    Headline,
    Identity,
    Lesson,
    Mark,
    OpenCards,
    Reason,
    Review,
    SeatReview,
    Share,
)
from sandmandala.review.vocabulary import Phase

_THRESHOLDS: dict[Mark, float] = {"inaccuracy": 0.04, "mistake": 0.08, "blunder": 0.16}
# Of a seat's decisions, again and again.
_LOSSES = (0.0, 0.01, 0.05, 0.0, 0.0, 0.11, 0.0, 0.0, 0.01, 0.0, 0.22, 0.0, 0.0, 0.02)
_KINDS = {
    "mandala": {"M": "mountain", "F": "field", "D": "discard", "T": "take"},
    "patterns": {"O": "open", "S": "swap", "F": "flip", "A": "allot", "X": "stop"},
    "flowers": {"P": "face up", "T": "choice of tile", "-": "pass"},
}
_REASONS = {
    "mandala": Reason("they_complete", "share", 0.71, 0.34, 0.8),
    "patterns": Reason("your_points", "amount", 3.2, 6.4, 0.7),
    "flowers": Reason("others_choose", "share", 0.62, 0.4, 0.6),
}
_MOST_CANDIDATES = 6


def sample_review(record: Record) -> Review:
    game = Game.from_record(record)
    seats, winners = len(game.scores()), game.winners()
    results = [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    decisions = _decisions(game, results)
    return Review(
        game=game.name,
        options={},
        commitment=game.commitment,
        engine=Engine(
            name="net",
            version=1,
            weights="0" * 64,
            search=400,
            last_word=4000,
            simulations=400,
            horizon=10,
            solver_nodes=0,
            rules=1,
            seed=0,
        ),
        thresholds={str(mark): loss for mark, loss in _THRESHOLDS.items()},
        scores=tuple(game.scores()),
        winners=tuple(winners),
        decisions=tuple(decisions),
        seats=tuple(_seat(game, seat, results[seat], decisions) for seat in range(seats)),
    )


def _decisions(game: Game, results: list[float]) -> list[Decision]:
    random, made = Random(game.commitment), [0] * len(results)
    found = []
    for ply in range(1, game.ply + 1):
        seat, move = game.mover(ply), game.move(ply)
        legal = Game.from_position(game.name, game.position(ply - 1), bytes(32)).legal_moves()
        made[seat] += 1
        loss = _LOSSES[made[seat] % len(_LOSSES)] if len(legal) > 1 else 0.0
        drift = ply / game.ply
        noise = random.uniform(-0.18, 0.18) * (1 - drift)
        chances = [(1 - drift) / len(results) + drift * result for result in results]
        chances[seat] = min(0.98, max(0.02 + loss, chances[seat] + noise))
        total = sum(chances)
        found.append(_decision(game, ply, move, legal, [chance / total for chance in chances], loss))
    return found


def _decision(
    game: Game, ply: int, move: str, legal: list[str], chances: list[float], loss: float
) -> Decision:
    seat, others = game.mover(ply), [one for one in legal if one != move]
    # The move that was made comes after one, three or four better ones.
    rank = min(len(legal), 1 + (0 if not loss else 1 if loss < 0.1 else 3))
    order = [*others[: rank - 1], move, *others[rank - 1 :]][:_MOST_CANDIDATES]
    exact = game.name == "patterns" and ply > game.ply * 0.7
    candidates = []
    for at, one in enumerate(order):
        lost = loss if one == move else (at * loss / rank if at < rank else loss + 0.03 * at)
        lost = 0.0 if at == 0 else lost
        mine = max(0.0, chances[seat] - lost)
        rest = [(1 - mine) / (len(chances) - 1)] * len(chances)
        rest[seat] = mine
        error = 0.0 if exact else 0.009
        candidates.append(
            Candidate(
                move=one,
                kind=_kind(game.name, one),
                chances=tuple(rest),
                win_error=error,
                margin=30 * (mine - 0.5),
                margin_error=10 * error,
                loss=Difference(lost, error if at else 0.0, 30 * lost, 10 * error),
                simulations=400,
                exact_margin=round(30 * (mine - 0.5)) if exact else None,
            )
        )
    played = candidates[order.index(move)]
    counted = len(legal) > 1
    mark = next((mark for mark, least in reversed(_THRESHOLDS.items()) if loss >= least), None)
    draw = [0.0] * len(chances)
    draw[seat] = 0.03 * (-1) ** ply
    phase: Phase = "opening" if ply < game.ply / 3 else "middle" if ply < game.ply * 2 / 3 else "end"
    return Decision(
        ply=ply,
        seat=seat,
        move=move,
        kind=played.kind,
        phase=phase,
        legal_moves=len(legal),
        not_counted=None if counted else "forced",
        evaluation=Evaluation(
            chances=tuple(chances),
            places=(tuple(tuple([1 / len(chances)] * len(chances)) for _ in chances))
            if len(chances) > 2
            else None,
            margin=30 * (chances[seat] - 0.5),
            candidates=tuple(candidates),
            exact=exact,
        ),
        best=order[0],
        rank=rank,
        loss=played.loss,
        changes=tuple(-loss if one == seat else loss / (len(chances) - 1) for one in range(len(chances))),
        margins=tuple([0.0] * len(chances)),
        mark=mark,
        punished=bool(ply % 2) if mark else None,
        draw=Draw(tuple(draw), tuple(30 * change for change in draw), 0.01)
        if game.name != "patterns"
        else None,
        open_cards=OpenCards(tuple(chances), order[-1], 0.07) if game.name != "patterns" else None,
    )


def _kind(game: str, move: str) -> str:
    return _KINDS[game][move[0]]


def _seat(game: Game, seat: int, result: float, decisions: list[Decision]) -> SeatReview:
    own = [one for one in decisions if one.seat == seat]
    counted = [one for one in own if one.not_counted is None]
    lost = sum(one.loss.win for one in own)
    others_lost = sum(one.changes[seat] for one in decisions if one.seat != seat)
    luck = sum(one.draw.changes[seat] for one in own if one.draw)
    start = decisions[0].evaluation.chances[seat]
    hidden = result - start - luck + lost - others_lost + 0.05
    scores = game.scores()
    margin = scores[seat] - max(score for at, score in enumerate(scores) if at != seat)
    costly = sorted((one for one in own if one.mark), key=lambda one: -one.loss.win)[:3]
    draws = [one for one in own if one.draw]
    return SeatReview(
        seat=seat,
        player=None,
        result=result,
        margin=margin,
        headline=Headline(lost / max(1, len(counted)), 0.004, 0.6, above=3, below=4),
        decisions=len(own),
        counted=len(counted),
        forced=len(own) - len(counted),
        no_difference=0,
        marks={mark: sum(one.mark == mark for one in own) for mark in _THRESHOLDS},
        by_kind=_shares(counted, "kind"),
        by_phase=_shares(counted, "phase"),
        deal=0.012,
        identity=Identity(result, start, luck, 0.05, lost, others_lost, hidden),
        identity_points=Identity(margin, 1.0, 4.0, 2.0, 7.5, 6.0, margin - 1.5),
        luck_adjusted=result - luck,
        luckiest=max(draws, key=lambda one: one.draw.changes[seat]).ply if draws else None,
        unluckiest=min(draws, key=lambda one: one.draw.changes[seat]).ply if draws else None,
        lessons=tuple(
            Lesson(one.ply, one.move, one.best, one.loss, (), _REASONS[game.name] if at != 1 else None)
            for at, one in enumerate(costly)
        ),
    )


def _shares(counted: list[Decision], by: str) -> tuple[Share, ...]:
    names = dict.fromkeys(str(getattr(one, by)) for one in counted)
    return tuple(
        Share(
            name,
            sum(getattr(one, by) == name for one in counted),
            sum(one.loss.win for one in counted if getattr(one, by) == name),
        )
        for name in names
    )
