"""Mandala as text: moves, positions, and sentences for a log."""

from __future__ import annotations

from collections.abc import Sequence
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
    colours_text,
    read_cards,
    read_colours,
)
from ..state_reader import reader_of
from . import rules as r
from .actions import ACTIONS, DISCARD, FIELD, MOUNTAIN, Action
from .view import PHASES


def _written(action: Action) -> str:
    letter, mandala = COLOUR_LETTERS[action.colour], action.mandala + 1
    if action.kind == MOUNTAIN:
        return f"M{mandala}{letter}"
    if action.kind == FIELD:
        return f"F{mandala}{letter}{action.cards}"
    return f"D{letter}{action.cards}" if action.kind == DISCARD else f"T{letter}"


_MOVES = [_written(action) for action in ACTIONS]
_ACTIONS = {move: action for action, move in enumerate(_MOVES)}


def move_text(state: Any, action: int) -> str:
    """
    >>> [move_text(None, action) for action in (0, 14, 97, 149)]
    ['M1R', 'F1R3', 'DR2', 'TK']
    """
    return _MOVES[action]


def read_move(state: Any, text: str) -> int:
    """
    >>> read_move(None, "F1R3")
    14
    """
    action = _ACTIONS.get(text.strip().upper())
    if action is None:
        raise UnreadableError(
            f"Cannot read the move {text[:40]!r}. Mandala's moves look like M1R (a red card to mountain 1), "
            "F2R3 (three red to my field 2), DR2 (discard two red) and TR (take red)."
        )
    return action


# A position: the cards of each place. All others are in the draw pile.
_WORDS: dict[str, str | None] = {
    "mandala1": None,  # mountain / field of seat 0 / field of seat 1
    "mandala2": None,
    "hand": None,  # of seat 0 / of seat 1, as in all that follow
    "river": "-/-",
    "dealt": None,  # the two cards dealt to each cup
    "claimed": "-/-",  # the cards that came to the cup later
    "discard": "-",
    "turn": None,
    "beginner": "0",
    "phase": "playing",
    "resolving": "-",  # the mandala being shared out / who completed it
    "ending": "no",
    "idle": "0",
    "drawn": "-/-",  # what each has drawn since the draw pile was last renewed
    "memory_aid": "off",
}


def position_text(state: Any) -> str:
    state = reader_of(state)

    def pair(field: str) -> str:
        return "/".join(cards_text(counts) for counts in state[field])

    areas = [(state["mountain"][i], *state["field"][i]) for i in range(2)]
    places = state["river"]
    taking = state["phase"] == r.TAKING
    words = {
        "mandala1": "/".join(map(cards_text, areas[0])),
        "mandala2": "/".join(map(cards_text, areas[1])),
        "hand": pair("hand"),
        "river": "/".join(
            colours_text(row.index(place) for place in range(1, max(row) + 1)) for row in places
        ),
        "dealt": pair("cup_dealt"),
        "claimed": pair("cup_claimed"),
        "discard": cards_text(state["discard"]),
        "turn": str(state["turn"]),
        "beginner": str(state["beginner"]),
        "phase": PHASES[state["phase"]],
        "resolving": f"{state['resolving'] + 1}/{state['completer']}" if taking else "-",
        "ending": "yes" if state["ending"] else "no",
        "idle": str(state["idle"]),
        "drawn": pair("drawn"),
        "memory_aid": "on" if state["memory_aid"] else "off",
    }
    return " ".join(f"{key}={words[key]}" for key in _WORDS if words[key] != _WORDS[key])


def read_position(text: str, state: Any) -> None:
    """Fill the record with the position, or raise an error and leave it as it was."""
    words = read_words(text, _WORDS)
    areas = [
        [read_cards(part) for part in read_parts(key, words[key], 3)] for key in ("mandala1", "mandala2")
    ]
    pairs = {
        key: [read_cards(part) for part in read_parts(key, words[key], 2)]
        for key in ("hand", "dealt", "claimed", "drawn")
    }
    rivers = [read_colours(part) for part in read_parts("river", words["river"], 2)]
    discard = read_cards(words["discard"])
    phase = read_choice("phase", words["phase"], PHASES)
    ending = read_choice("ending", words["ending"], ("no", "yes"))
    resolving, completer = -1, -1
    if phase == r.TAKING:
        number, seat = read_parts("resolving", words["resolving"], 2)
        resolving = read_number("resolving", number, 1, 2) - 1
        completer = read_number("resolving", seat, 0, 1)
    elif words["resolving"] != "-":
        raise ImpossiblePositionError("A mandala is shared out only in the phase 'taking'.")

    placed = [*(part for area in areas for part in area), *pairs["hand"], *pairs["dealt"], *pairs["claimed"]]
    used = [sum(column) for column in zip(*placed, discard, strict=True)]
    for river in rivers:
        for colour in river:
            used[colour] += 1
    draw = [r.CARDS_OF_A_COLOUR - count for count in used]
    _check(areas, pairs, rivers, draw, phase, resolving)
    if any(map(any, pairs["drawn"])) and not ending:
        raise ImpossiblePositionError("'drawn' counts only since the draw pile was renewed ('ending').")
    if not ending and not any(draw):
        raise ImpossiblePositionError("M14: the draw pile has run out, so 'ending' must be yes.")
    most_idle = 0 if not ending else r.IDLE_LIMIT - 1 if phase != r.OVER else r.IDLE_LIMIT
    found = {
        "turn": read_number("turn", words["turn"], 0, 1),
        "beginner": read_number("beginner", words["beginner"], 0, 1),
        "idle": read_number("idle", words["idle"], 0, most_idle),
        "memory_aid": read_choice("memory_aid", words["memory_aid"], ("off", "on")),
        "phase": phase,
        "resolving": resolving,
        "completer": completer,
        "ending": ending,
        "hand": pairs["hand"],
        "mountain": [area[0] for area in areas],
        "field": [area[1:] for area in areas],
        "river": [
            [river.index(colour) + 1 if colour in river else 0 for colour in range(r.COLOURS)]
            for river in rivers
        ],
        "cup_dealt": pairs["dealt"],
        "cup_claimed": pairs["claimed"],
        "draw": draw,
        "discard": discard,
        "drawn": pairs["drawn"],
    }
    for field, value in found.items():
        state[field] = value


def _check(
    areas: list[list[list[int]]],
    pairs: dict[str, list[list[int]]],
    rivers: list[list[int]],
    draw: list[int],
    phase: int,
    resolving: int,
) -> None:
    for colour, name in enumerate(COLOUR_NAMES):
        if draw[colour] < 0:
            raise ImpossiblePositionError(
                f"There are {r.CARDS_OF_A_COLOUR - draw[colour]} {name} cards, but the game has only 18."
            )
        if draw[colour] + sum(drawn[colour] for drawn in pairs["drawn"]) > r.CARDS_OF_A_COLOUR:
            raise ImpossiblePositionError(f"More {name} cards were drawn than the game has.")
    for river in rivers:
        if len(set(river)) < len(river):
            raise ImpossiblePositionError("A colour lies twice in a river.")
    for hand in pairs["hand"]:
        if not 1 <= sum(hand) <= r.HAND_LIMIT:
            raise ImpossiblePositionError("A hand has one to eight cards.")
    for dealt in pairs["dealt"]:
        if sum(dealt) != r.FIRST_CUP:
            raise ImpossiblePositionError("Each cup was dealt two cards.")
    for mandala, area in enumerate(areas):
        there = [sum(count > 0 for count in column) for column in zip(*area, strict=True)]
        if max(there) > 1:
            raise ImpossiblePositionError(f"M5: a colour lies in two areas of mandala {mandala + 1}.")
        if phase != r.OVER and not any(area[0]):
            raise ImpossiblePositionError(f"Mountain {mandala + 1} is empty.")
        if min(there) == 1 and mandala != resolving:
            raise ImpossiblePositionError(f"Mandala {mandala + 1} is complete and must be shared out.")


def sentence(event: Event, names: Sequence[str]) -> str:
    """One event as a sentence for the log."""
    return _SENTENCES[event["event"]](event, names)


def _colour(event: Event) -> int:
    return COLOUR_LETTERS.index(event["colour"])


def _drawn(event: Event, names: Sequence[str]) -> str:
    shown = f" ({cards_phrase(event['cards'])})" if event.get("cards") else ""
    return f"{names[event['seat']]} draws {event['count']}{shown}"


def _taken(event: Event, names: Sequence[str]) -> str:
    said = f"{names[event['seat']]} takes {card_count_phrase(event['count'], _colour(event))}"
    if "to_cup" not in event:
        return f"{said}, all to the discard pile, having no card in the field"
    place = event.get("river_place")
    return f"{said}; {event['colour']} comes to river place {place}" if place else said


_REASONS = {
    "sixth_colour": "a river has all six colours",
    "draw_pile": "the draw pile had run out, and this was the last mandala",
    "idle": f"there were {r.IDLE_LIMIT} discards in a row",
}


def _ended(event: Event, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    won = [names[seat] for seat in event["winners"]]
    result = f"{won[0]} wins" if len(won) == 1 else f"{' and '.join(won)} share the win"
    return f"The game is over: {_REASONS[event['reason']]}. {points}. {result}"


_SENTENCES = {
    "mountain": lambda e, names: (
        f"{names[e['seat']]} plays {card_count_phrase(1, _colour(e))} to mountain {e['mandala']}"
    ),
    "field": lambda e, names: (
        f"{names[e['seat']]} plays {card_count_phrase(e['count'], _colour(e))} to field {e['mandala']}"
    ),
    "discard": lambda e, names: f"{names[e['seat']]} discards {card_count_phrase(e['count'], _colour(e))}",
    "draw": _drawn,
    "reshuffle": lambda e, names: (
        f"The draw pile ran out; the discards are shuffled into a new one, now of {e['draw_size']} cards"
    ),
    "complete": lambda e, names: f"Mandala {e['mandala']} is complete; {names[e['first']]} takes first",
    "take": _taken,
    "clear": lambda e, names: f"The fields of mandala {e['mandala']} are discarded",
    "refill": lambda e, names: f"New cards in mountain {e['mandala']}: {cards_phrase(e['cards'])}",
    "end": _ended,
}
