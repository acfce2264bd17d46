"""Flowers as text: moves, positions, and sentences for a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import ImpossiblePositionError, UnreadableError
from ..notation import read_choice, read_number, read_parts, read_words
from ..rules import Event
from ..sand_colours import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    card_count_phrase,
    cards_phrase,
    cards_text,
    read_cards,
)
from ..state_reader import StateReader, reader_of
from . import rules as r
from .actions import ACTIONS, PASS, TAKE, Action
from .events import flowers_of, sides_of, tiles_at
from .view import FINAL_MANDALAS, PHASES


def _written(action: Action) -> str:
    if action.kind == PASS:
        return "-"
    if action.kind == TAKE:
        return "TD" if action.back == r.DARK else "TL"
    return f"P{action.mandala + 1}{COLOUR_LETTERS[action.colour]}{action.cards}"


_MOVES = [_written(action) for action in ACTIONS]
_ACTIONS = {move: action for action, move in enumerate(_MOVES)}


def move_text(state: Any, action: int) -> str:
    """
    >>> [move_text(None, action) for action in (0, 167, 270, 271, 272)]
    ['P1R1', 'P2K3', 'TD', 'TL', '-']
    """
    return _MOVES[action]


def read_move(state: Any, text: str) -> int:
    """
    >>> read_move(None, "P2K3")
    167
    """
    action = _ACTIONS.get(text.strip().upper())
    if action is None:
        raise UnreadableError(
            f"Cannot read the move {text[:40]!r}. Flowers' moves look like P2K3 (three black to mandala 2), "
            "TD and TL (take the dark or the light tile) and - (pass)."
        )
    return action


# A position: cards and tiles of each place. All other cards are in the draw pile, all other tiles in the
# stacks.
_WORDS: dict[str, str | None] = {
    "seats": None,
    "mandala1": None,  # dark tile / light tile / marker / face-up:face-down cards of seat 0 / of seat 1 …
    "mandala2": None,
    "mandala3": None,
    "hand": None,  # of seat 0 / of seat 1 …, as in the next three; a single - if all are empty
    "known": "-",  # cards in hand that everyone saw going back
    "singles": "-",
    "flowers": "-",
    "unclaimed": "-",  # tiles of the last mandalas that nobody got
    "discard": "-",
    "turn": None,
    "beginner": "0",
    "phase": "playing",
    "resolving": "-",  # the mandala / who completed it, or - for one of the last mandalas
    "passes": "0",
    "drawn": "-",  # by each seat since the draw pile was last renewed; a single - if it never was
    "final_mandalas": "all",
    "memory_aid": "off",
}
_VALUES = "23457x"


def position_text(state: Any) -> str:
    state = reader_of(state)
    seats = range(state["seats"])

    def by_seat(parts: list[str]) -> str:
        return "/".join(parts) if any(part != "-" for part in parts) else "-"

    words = {
        "seats": str(len(seats)),
        "mandala1": _mandala_text(state, 0),
        "mandala2": _mandala_text(state, 1),
        "mandala3": _mandala_text(state, 2),
        "hand": by_seat([cards_text(state["hand"][seat]) for seat in seats]),
        "known": by_seat([cards_text(state["known"][seat]) for seat in seats]),
        "singles": by_seat([_tiles_text(tiles_at(state, r.SINGLE + seat)) for seat in seats]),
        "flowers": by_seat([_flowers_text(flowers_of(state, seat)) for seat in seats]),
        "unclaimed": _tiles_text(tiles_at(state, r.UNCLAIMED)),
        "discard": cards_text(state["discard"]),
        "turn": str(state["turn"]),
        "beginner": str(state["beginner"]),
        "phase": PHASES[state["phase"]],
        "resolving": "-",
        "passes": str(state["passes"]),
        "drawn": "/".join(cards_text(state["drawn"][seat]) for seat in seats) if state["shuffled"] else "-",
        "final_mandalas": FINAL_MANDALAS[state["final_mandalas"]],
        "memory_aid": "on" if state["memory_aid"] else "off",
    }
    if state["phase"] == r.TAKING:
        words["resolving"] = f"{state['resolving'] + 1}/{_seat_text(state['completer'])}"
    return " ".join(f"{key}={words[key]}" for key in _WORDS if words[key] != _WORDS[key])


def _mandala_text(state: StateReader, mandala: int) -> str:
    dark, light = state["tile"][mandala]
    if dark == r.NOBODY:
        return "-"
    parts = [_tiles_text([dark]), _tiles_text([light]), _seat_text(state["marker"][mandala])]
    parts += [f"{cards_text(up)}:{cards_text(down)}" for up, down in sides_of(state, mandala)]
    return "/".join(parts)


def _seat_text(seat: int) -> str:
    return "-" if seat == r.NOBODY else str(seat)


def _tiles_text(tiles: Iterable[int]) -> str:
    return "".join(f"{COLOUR_LETTERS[tile // 6]}{_VALUES[tile % 6]}" for tile in tiles) or "-"


def _flowers_text(flowers: Iterable[tuple[int, int]]) -> str:
    return "".join(_tiles_text([lower]) + _VALUES[higher % 6] for lower, higher in flowers) or "-"


@dataclass
class _Mandala:
    """A parsed mandala."""

    tiles: list[int]
    marker: int
    up: list[list[int]]  # by seat, as `down`
    down: list[list[int]]

    def lying(self, seat: int) -> int:
        return sum(self.up[seat]) + sum(self.down[seat])

    def cards(self) -> list[list[int]]:
        return self.up + self.down

    def owner(self, colour: int) -> int:
        """The owner of the face-up cards of this colour."""
        return next((seat for seat, up in enumerate(self.up) if up[colour]), r.NOBODY)

    def shown(self) -> set[int]:
        laid = {colour for colour in range(r.COLOURS) if self.owner(colour) != r.NOBODY}
        return laid | {tile // 6 for tile in self.tiles if tile != r.NOBODY}


def read_position(text: str, state: Any) -> None:
    """Fill the record with the position, or raise an error and leave it as it was."""
    words = read_words(text, _WORDS)
    seats = read_number("seats", words["seats"], 2, r.MOST_SEATS)
    phase = read_choice("phase", words["phase"], PHASES)
    resolving, completer = _read_resolving(words["resolving"], phase, seats)
    mandalas = [_read_mandala(f"mandala{i}", words[f"mandala{i}"], seats) for i in range(1, r.MANDALAS + 1)]
    hand = [read_cards(part) for part in read_parts("hand", words["hand"], seats)]
    discard = read_cards(words["discard"])
    placed = [*hand, discard, *(part for mandala in mandalas for part in mandala.cards())]
    place, flowers = _read_tiles(words, seats, mandalas)
    found = {
        "seats": seats,
        "beginner": read_number("beginner", words["beginner"], 0, seats - 1),
        "memory_aid": read_choice("memory_aid", words["memory_aid"], ("off", "on")),
        "final_mandalas": read_choice("final_mandalas", words["final_mandalas"], FINAL_MANDALAS),
        "phase": phase,
        "turn": read_number("turn", words["turn"], 0, seats - 1),
        "resolving": resolving,
        "completer": completer,
        "passes": read_number("passes", words["passes"], 0, seats),
        "last_round": int(max(flowers) >= r.FLOWERS_TO_END),
        "finishing": int(phase == r.OVER or (phase == r.TAKING and completer == r.NOBODY)),
        "marker": [mandala.marker for mandala in mandalas],
        "shown": [sum(1 << colour for colour in mandala.shown()) for mandala in mandalas],
        "tile": [mandala.tiles for mandala in mandalas],
        "place": place,
        "hand": _for_all_seats(hand),
        "known": _for_all_seats([read_cards(part) for part in _parts_or_none("known", words, seats)]),
        "up": [[sum(column) for column in zip(*mandala.up, strict=True)] for mandala in mandalas],
        "up_owner": [[mandala.owner(colour) for colour in range(r.COLOURS)] for mandala in mandalas],
        "down": [_for_all_seats(mandala.down) for mandala in mandalas],
        "draw": [r.CARDS_OF_A_COLOUR - sum(column) for column in zip(*placed, strict=True)],
        "discard": discard,
        "shuffled": int(words["drawn"] != "-"),
        "drawn": _for_all_seats([read_cards(part) for part in _parts_or_none("drawn", words, seats)]),
    }
    _check_cards(found)
    for number, mandala in enumerate(mandalas, 1):
        _check_mandala(number, mandala, number - 1 == resolving and not found["finishing"])
    _check_course(found, mandalas)
    for field, value in found.items():
        state[field] = value


def _for_all_seats(rows: list[list[int]]) -> list[list[int]]:
    return rows + [[0] * r.COLOURS] * (r.MOST_SEATS - len(rows))


def _parts_or_none(key: str, words: dict[str, str], seats: int) -> list[str]:
    return ["-"] * seats if words[key] == "-" else read_parts(key, words[key], seats)


def _read_resolving(text: str, phase: int, seats: int) -> tuple[int, int]:
    """The mandala being resolved and who completed it."""
    if (text == "-") == (phase == r.TAKING):
        raise ImpossiblePositionError("'resolving' belongs to the phase 'taking'.")
    if text == "-":
        return r.NOBODY, r.NOBODY
    number, completer = read_parts("resolving", text, 2)
    return read_number("resolving", number, 1, r.MANDALAS) - 1, _read_seat("resolving", completer, seats)


def _read_seat(key: str, text: str, seats: int) -> int:
    return r.NOBODY if text == "-" else read_number(key, text, 0, seats - 1)


def _read_mandala(key: str, text: str, seats: int) -> _Mandala:
    if text == "-":
        nothing = [[0] * r.COLOURS] * seats
        return _Mandala([r.NOBODY, r.NOBODY], r.NOBODY, nothing, nothing)
    dark, light, marker, *sides = read_parts(key, text, 3 + seats)
    tiles = _read_tile_row(dark) + _read_tile_row(light)
    if [int(r.BACK_OF[tile // 6]) for tile in tiles] != [r.DARK, r.LIGHT]:
        raise ImpossiblePositionError(f"F2: {key!r} needs one dark tile and then one light one.")
    halves = [side.split(":") for side in sides]
    if any(len(half) != 2 for half in halves):
        raise UnreadableError(f"{key!r} needs face-up and face-down cards like R2:K1 for each seat.")
    up, down = ([read_cards(half[i]) for half in halves] for i in range(2))
    return _Mandala(tiles, _read_seat(key, marker, seats), up, down)


def _read_tile_row(text: str) -> list[int]:
    """
    >>> _read_tile_row("R2Kx")
    [0, 35]
    """
    if text == "-":
        return []
    if not re.fullmatch(r"([ROYGPK][23457x])+", text):
        raise UnreadableError(f"Cannot read {text[:40]!r} as tiles; write them like R2Kx, or - for none.")
    return [COLOUR_LETTERS.index(text[i]) * 6 + _VALUES.index(text[i + 1]) for i in range(0, len(text), 2)]


def _read_flower_row(text: str) -> list[tuple[int, int]]:
    """
    >>> _read_flower_row("R25Kx7")
    [(0, 3), (34, 35)]
    """
    if text == "-":
        return []
    if not re.fullmatch(r"([ROYGPK][23457x]{2})+", text):
        raise UnreadableError(f"Cannot read {text[:40]!r} as flowers; write them like R25K7x, or - for none.")
    found = []
    for i in range(0, len(text), 3):
        first, second = _read_tile_row(text[i] + text[i + 1] + text[i] + text[i + 2])
        found.append((min(first, second), max(first, second)))
    return found


def _read_tiles(words: dict[str, str], seats: int, mandalas: list[_Mandala]) -> tuple[list[int], list[int]]:
    """Where each tile is, and how many flowers each seat has."""
    place = [r.STACK] * r.TILES

    def put(tile: int, where: int) -> None:
        if place[tile] != r.STACK:
            raise ImpossiblePositionError(f"F1: the tile {_tiles_text([tile])} is in two places.")
        place[tile] = where

    for mandala in mandalas:
        for tile in mandala.tiles:
            if tile != r.NOBODY:
                put(tile, r.ON_TABLE)
    for tile in _read_tile_row(words["unclaimed"]):
        put(tile, r.UNCLAIMED)
    flowers = []
    for seat, text in enumerate(_parts_or_none("flowers", words, seats)):
        flowers.append(len(_read_flower_row(text)))
        for lower, higher in _read_flower_row(text):
            put(lower, r.IN_FLOWER + seat * 6 + higher % 6)
            put(higher, r.IN_FLOWER + seat * 6 + lower % 6)
    for seat, text in enumerate(_parts_or_none("singles", words, seats)):
        singles = _read_tile_row(text)
        if len({tile // 6 for tile in singles}) < len(singles):
            raise ImpossiblePositionError("F12: two single tiles of one colour would have formed a flower.")
        for tile in singles:
            put(tile, r.SINGLE + seat)
    return place, flowers


def _check_cards(found: dict[str, Any]) -> None:
    for colour, name in enumerate(COLOUR_NAMES):
        left = found["draw"][colour]
        if left < 0:
            raise ImpossiblePositionError(
                f"F1: there are {r.CARDS_OF_A_COLOUR - left} {name} cards, but the game has only 15."
            )
        if left + sum(drawn[colour] for drawn in found["drawn"]) > r.CARDS_OF_A_COLOUR:
            raise ImpossiblePositionError(f"F1: more {name} cards were drawn than the game has.")
    for hand, known in zip(found["hand"][: found["seats"]], found["known"], strict=False):
        if not any(hand):
            raise ImpossiblePositionError("F6: a hand is never empty.")
        if any(sure > held for sure, held in zip(known, hand, strict=True)):
            raise ImpossiblePositionError("'known' has cards that are not in that hand.")


def _check_mandala(number: int, mandala: _Mandala, complete: bool) -> None:
    """F4, F7 and F8 in the mandala with this number."""
    for colour, name in enumerate(COLOUR_NAMES):
        laid_by = sum(up[colour] > 0 for up in mandala.up)
        if laid_by + any(tile // 6 == colour for tile in mandala.tiles) > 1:
            raise ImpossiblePositionError(
                f"F4: {name} was not new when it was laid face up in mandala {number}."
            )
        if colour not in mandala.shown() and any(down[colour] for down in mandala.down):
            raise ImpossiblePositionError(f"F4: {name} is new in mandala {number}, so it lies face up.")
    counting = {seat: mandala.lying(seat) for seat, up in enumerate(mandala.up) if any(up)}
    if counting and mandala.marker not in counting:
        raise ImpossiblePositionError(f"F7: someone with a face-up card has the marker of mandala {number}.")
    if not counting and mandala.marker != r.NOBODY:
        raise ImpossiblePositionError(f"F7: nobody can have the marker of mandala {number}.")
    if counting and counting[mandala.marker] < max(counting.values()):
        raise ImpossiblePositionError(
            f"F7: the marker of mandala {number} belongs to the player with most cards."
        )
    if (len(mandala.shown()) == r.COLOURS) != complete:
        should = (
            "lacks a colour, so it cannot be resolved yet" if complete else "is complete and must be resolved"
        )
        raise ImpossiblePositionError(f"F8: mandala {number} {should}.")


def _check_course(found: dict[str, Any], mandalas: list[_Mandala]) -> None:
    """Check that tiles, turn and passes agree with the phase."""
    stacks = [
        sum(
            where == r.STACK and int(r.BACK_OF[tile // 6]) == back
            for tile, where in enumerate(found["place"])
        )
        for back in (r.DARK, r.LIGHT)
    ]
    if stacks[r.DARK] != stacks[r.LIGHT]:
        raise ImpossiblePositionError("F14: dark and light tiles leave their stacks in pairs.")
    if found["phase"] == r.TAKING:
        _check_taking(found, mandalas[found["resolving"]])
    if found["finishing"]:
        _check_finishing(found, mandalas, stacks[r.DARK])
        return
    if any(r.NOBODY in mandala.tiles for mandala in mandalas) or r.UNCLAIMED in found["place"]:
        raise ImpossiblePositionError("F14: each mandala has its tiles until the end of the game.")
    playing = found["turn"] if found["phase"] == r.PLAYING else found["completer"]
    if found["last_round"] and playing == found["beginner"]:
        raise ImpossiblePositionError("F15: the last round was over before the beginner's turn.")
    if found["passes"] and not _may_have_passed(found):
        raise ImpossiblePositionError("F6: this many players in a row cannot have passed.")


def _check_taking(found: dict[str, Any], mandala: _Mandala) -> None:
    if found["turn"] != mandala.marker:
        raise ImpossiblePositionError("F9: the player with the marker chooses the tile.")
    if found["completer"] != r.NOBODY and not any(mandala.up[found["completer"]]):
        raise ImpossiblePositionError("F8: the player who completed the mandala has a face-up card there.")


def _check_finishing(found: dict[str, Any], mandalas: list[_Mandala], stack: int) -> None:
    """F15."""
    all_passed = found["passes"] == found["seats"]
    if stack and not all_passed and not found["last_round"]:
        raise ImpossiblePositionError("F15: nothing has ended this game.")
    on_table = sum(r.NOBODY not in mandala.tiles for mandala in mandalas)
    if found["phase"] == r.TAKING:
        if found["final_mandalas"] and stack:
            raise ImpossiblePositionError(
                "F15: this table resolves last mandalas only when the tiles are out."
            )
    elif on_table not in ((0, r.MANDALAS) if found["final_mandalas"] else (0,)):
        raise ImpossiblePositionError("F15: the game is not over before the last mandalas are resolved.")


def _may_have_passed(found: dict[str, Any]) -> bool:
    """F6: players who passed had one card, and there was none to draw."""
    seats, passes = found["seats"], found["passes"]
    passed = [(found["turn"] - back) % seats for back in range(1, passes + 1)]
    no_cards = not any(found["draw"]) and not any(found["discard"])
    return (
        found["phase"] == r.PLAYING
        and passes < seats
        and no_cards
        and all(sum(found["hand"][seat]) == 1 for seat in passed)
    )


def sentence(event: Event, names: Sequence[str]) -> str:
    """One event as a sentence for the log."""
    return _SENTENCES[event["event"]](event, names)


def _played(event: Event, names: Sequence[str]) -> str:
    cards = card_count_phrase(event["count"], COLOUR_LETTERS.index(event["colour"]))
    side = "up" if event["face_up"] else "down"
    return f"{names[event['seat']]} plays {cards} face {side} to mandala {event['mandala']}"


def _drawn(event: Event, names: Sequence[str]) -> str:
    shown = f" ({cards_phrase(event['cards'])})" if event.get("cards") else ""
    return f"{names[event['seat']]} draws {event['count']}{shown}"


def _majority(event: Event, names: Sequence[str]) -> str:
    giver = f" from {names[event['from']]}" if "from" in event else ""
    return f"{names[event['seat']]} takes the majority marker of mandala {event['mandala']}{giver}"


def _value(value: str) -> str:
    return value.replace("x", "×")


def _tile(tile: str) -> str:
    return f"{COLOUR_NAMES[COLOUR_LETTERS.index(tile[0])]} {_value(tile[1:])}"


def _taken(event: Event, names: Sequence[str]) -> str:
    taker, tile, other = names[event["seat"]], _tile(event["tile"]), _tile(event["second_tile"])
    if event["second_seat"] == event["seat"]:
        return f"{taker} takes both tiles: {tile} and {other}"
    return f"{taker} takes the {tile}; the {other} goes to {names[event['second_seat']]}"


def _formed(event: Event, names: Sequence[str]) -> str:
    owner, colour = names[event["seat"]], COLOUR_NAMES[COLOUR_LETTERS.index(event["colour"])]
    article = "an" if colour[0] in "aeiou" else "a"
    numbers = f" of {' and '.join(map(_value, event['values']))}" if "values" in event else ""
    return f"{owner} forms {article} {colour} flower{numbers}"


def _third_flower(event: Event, names: Sequence[str]) -> str:
    owners = [names[seat] for seat in event["seats"]]
    verb = "has" if len(owners) == 1 else "have"
    return f"{' and '.join(owners)} {verb} a third flower: this is the last round"


_REASONS = {
    "third_flower": "someone has a third flower, and the round is over",
    "tiles_out": "there are no flower tiles left",
    "passes": "nobody can play a card",
    "last_mandalas": "the last mandalas are resolved",
}


def _ended(event: Event, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    won = [names[seat] for seat in event["winners"]]
    return (
        f"The game is over: {_REASONS[event['reason']]}. {points}. "
        f"{' and '.join(won)} {'wins' if len(won) == 1 else 'share the win'}"
    )


_SENTENCES = {
    "play": _played,
    "draw": _drawn,
    "reshuffle": lambda e, names: f"The draw pile ran out; {e['count']} cards are shuffled into a new one",
    "majority": _majority,
    "complete": lambda e, names: f"Mandala {e['mandala']} is complete; {names[e['chooser']]} chooses a tile",
    "take": _taken,
    "flower": _formed,
    "discarded": lambda e, names: f"{names[e['seat']]} discards {cards_phrase(e['cards'])}",
    "returned": lambda e, names: f"{names[e['seat']]} takes back {cards_phrase(e['cards'])}",
    "new_tiles": lambda e, names: (
        f"New tiles in mandala {e['mandala']}: {_tile(e['tiles']['dark'])} and {_tile(e['tiles']['light'])}"
    ),
    "last_round": _third_flower,
    "pass": lambda e, names: f"{names[e['seat']]} cannot play and passes",
    "final": lambda e, names: f"The last mandalas are resolved: {_REASONS[e['reason']]}",
    "unclaimed": lambda e, names: (
        f"Nobody has the marker of mandala {e['mandala']}, so nobody gets its tiles"
    ),
    "resolve": lambda e, names: f"Mandala {e['mandala']} is resolved; {names[e['chooser']]} chooses a tile",
    "end": _ended,
}
