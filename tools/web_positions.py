"""Writes positions of real games for the web app's gallery and unit tests: `make web-positions`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game, preview

_GAMES = Path(__file__).parent.parent / "web" / "src" / "games"


def _previews(game: Game, legal: list[str]) -> dict[str, Any]:
    """One preview of each kind."""
    found: dict[tuple[str, ...], tuple[str, dict[str, Any]]] = {}
    for move in legal:
        events, gain = preview(game, move)
        kind = tuple(event["event"] for event in events)
        found.setdefault(kind, (move, {"events": events, "gain": gain}))
    return dict(found.values())


def _position(game: Game, ply: int, seat: int | None, legal: list[str]) -> dict[str, Any]:
    return {
        "seats": game.seats,
        "ply": ply,
        "seat": seat,
        "view": game.view(seat, ply),
        "legal": legal,
        "previews": _previews(game, legal),
        "last_events": game.events(ply, seat) if ply else [],
        "before": game.view(seat, ply - 1) if ply else None,
    }


def _positions(name: str, seats: int) -> list[dict[str, Any]]:
    """Every moment at which something new is to be seen, and a few between, with the mover's eyes."""
    game, random, found = Game.new(name, seats, secret=bytes(range(32))), Random(seats), []
    seen: set[str] = set()
    while not game.is_over:
        view, legal = game.view(game.to_move), game.legal_moves()
        kinds = (
            {str(view["phase"])} | {str(e["event"]) for e in game.events(game.ply, None)}
            if game.ply
            else {"start"}
        )
        if not kinds <= seen or game.ply % 12 == 6:
            seen |= kinds
            found.append(_position(game, game.ply, game.to_move, legal))
        game.play(random.choice(legal))
    found.append(_position(game, game.ply, 0, []))
    spectator = game.ply // 2
    found.append(_position(game, spectator, None, []))
    return found


def main() -> None:
    for name in all_games():
        positions = [position for seats in rules_of(name).seat_counts for position in _positions(name, seats)]
        text = "[\n" + ",\n".join(json.dumps(position) for position in positions) + "\n]\n"
        (_GAMES / name / "positions.json").write_text(text)


if __name__ == "__main__":
    main()
