"""Writes positions of real games for the web app's gallery and unit tests, and the pictures of its rules,
which `pictures.toml` in a game's folder lists: `make web-positions`."""

from __future__ import annotations

import json
import tomllib
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game, preview

_GAMES_SEARCHED = 60  # for the fullest positions
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
    """Every position with a new kind of event or phase, and a few in between, as the mover sees them."""
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


def _fullest(name: str, seats: int) -> list[dict[str, Any]]:
    """For each phase, the position with the longest view: boards must have room for it."""
    longest: dict[str, int] = {}
    found: dict[str, dict[str, Any]] = {}
    for number in range(_GAMES_SEARCHED):
        game = Game.new(name, seats, secret=sha256(bytes([number])).digest())
        random = Random(number)
        while not game.is_over:
            view, legal = game.view(game.to_move), game.legal_moves()
            phase, length = str(view["phase"]), len(json.dumps(view))
            if length > longest.get(phase, 0):
                longest[phase] = length
                found[phase] = _position(game, game.ply, game.to_move, legal) | {"fullest": True}
            game.play(random.choice(legal))
    return list(found.values())


def pictures(name: str) -> dict[str, Any]:
    """The positions that illustrate the rules of a game in the web app."""
    found = {}
    for key, picture in tomllib.loads((_GAMES / name / "pictures.toml").read_text()).items():
        game = Game.from_position(name, picture["position"], secret=bytes(32))
        for move in picture["moves"].split():
            game.play(move)
        found[key] = {
            "rule": picture["rule"],
            "seat": picture["seat"],
            "view": game.view(picture["seat"]),
            "last_events": game.events(game.ply, picture["seat"]) if game.ply else [],
        }
    return found


def main() -> None:
    for name in all_games():
        drawn = ",\n".join(f'"{key}": {json.dumps(picture)}' for key, picture in pictures(name).items())
        (_GAMES / name / "pictures.json").write_text(f"{{\n{drawn}\n}}\n")
        counts = rules_of(name).seat_counts
        positions = [position for seats in counts for position in _positions(name, seats)]
        positions += [position for seats in counts for position in _fullest(name, seats)]
        text = "[\n" + ",\n".join(json.dumps(position) for position in positions) + "\n]\n"
        (_GAMES / name / "positions.json").write_text(text)


if __name__ == "__main__":
    main()
