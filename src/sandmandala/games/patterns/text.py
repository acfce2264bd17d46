"""Patterns as text: moves, positions, and sentences for a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..compiling import new_states
from ..errors import IllegalMoveError, ImpossiblePositionError, UnreadableError
from ..notation import read_choice, read_number, read_parts, read_words
from ..rules import Event
from ..sand_colours import COLOUR_LETTERS, COLOUR_NAMES, colours_text, read_colours
from ..state_reader import StateReader, reader_of
from . import rules as r
from .bitboard import MIDDLE, SQUARES, neighbours, popcount
from .events import FIELD_NAMES, ROWS, front_at, names_of, river
from .illegal_moves import REASONS
from .view import PHASES

_FIELDS = {name: field for field, name in enumerate(FIELD_NAMES)}
_MOVE = re.compile(r"A([ROYGPK])|([OSFP])([A-H][1-8])|X")


def move_text(state: Any, action: int) -> str:
    if action == r.STOP:
        return "X"
    if action >= r.FLIP:
        return f"F{FIELD_NAMES[action - r.FLIP]}"
    if action >= r.PLACE:
        return f"{'S' if _has_opened(state) else 'O'}{FIELD_NAMES[action - r.PLACE]}"
    return f"A{_tiles_text([int(state['left_over'][action])])}"


def read_move(state: Any, text: str) -> int:
    match = _MOVE.fullmatch(text.strip().upper())
    if not match:
        raise UnreadableError(
            f"Cannot read the move {text[:40]!r}. Patterns' moves look like AR (the beginner's swap tile is "
            "red), Od4 (open at d4), Sd4 (swap at d4), Fd4 (flip d4) and X (stop the last flips)."
        )
    state = reader_of(state)
    given, kind, field = match.groups()
    if given:
        return _read_allotting(state, COLOUR_LETTERS.index(given))
    if not kind:
        return r.STOP
    place = _read_field(field.lower())
    if kind == "F":
        return r.FLIP + place
    return _read_placing(state, kind, place)


def _has_opened(state: Any) -> bool:
    """Whether the player to move has a group of the swap tile's colour."""
    seat = state["turn"]
    return bool(state["marker"][seat][state["swap_tile"][seat]])


def _read_field(name: str) -> int:
    if name not in _FIELDS:
        raise UnreadableError(f"There is no field {name[:40]!r} on the board.")
    return _FIELDS[name]


def _read_allotting(state: StateReader, colour: int) -> int:
    tiles = state["left_over"]
    if colour in tiles:
        return int(r.ALLOT + tiles.index(colour))
    if state["phase"] != r.ALLOTTING:
        return r.ALLOT  # too late for any colour
    first, second = map(int, tiles)
    why = REASONS("P3", "not_left_over", first_colour=first, second_colour=second, colour=colour)
    raise IllegalMoveError(*why)


def _read_placing(state: StateReader, kind: str, field: int) -> int:
    """Open and swap are one action. Naming the wrong one is an error; `P` means either, so that the app need
    not know which one it is."""
    if state["phase"] != r.PLAYING:
        return r.PLACE + field
    colour = state["swap_tile"][state["turn"]]
    if kind == "O" and _has_opened(state):
        raise IllegalMoveError(*REASONS("P5", "opened", colour=colour))
    if kind == "S" and not _has_opened(state):
        raise IllegalMoveError(*REASONS("P8", "not_opened", colour=colour))
    if _has_opened(state) and front_at(state, field) == colour:
        return r.FLIP + field  # P8
    return r.PLACE + field


# A position. The marker of a group identifies its owner.
_WORDS: dict[str, str | None] = {
    "board": None,  # rank 8 / … / rank 1, file a first: a small letter shows its front, a capital its back
    "markers": "-/-",  # the fields of markers 1, 2, … of seat 0 / of seat 1
    "bowls": "-/-",  # the swap tiles
    "left_over": "-",  # P3: the two tiles to be allotted
    "turn": None,
    "beginner": "0",
    "phase": "playing",
}


def position_text(state: Any) -> str:
    state = reader_of(state)
    words = {
        "board": _board_text(state),
        "markers": "/".join(_markers_text(state, seat) for seat in range(2)),
        "bowls": "/".join(_tiles_text([tile]) for tile in state["swap_tile"]),
        "left_over": _tiles_text(state["left_over"]),
        "turn": str(state["turn"]),
        "beginner": str(state["beginner"]),
        "phase": PHASES[state["phase"]],
    }
    return " ".join(f"{key}={words[key]}" for key in _WORDS if words[key] != _WORDS[key])


def _board_text(state: StateReader) -> str:
    letters: dict[str, str] = {}
    backs = [first | second for first, second in zip(*state["group"], strict=True)]
    for letter, front, back in zip(COLOUR_LETTERS, state["front"], backs, strict=True):
        letters |= dict.fromkeys(names_of(front), letter.lower()) | dict.fromkeys(names_of(back), letter)
    return "/".join("".join(letters[name] for name in names) for names in ROWS)


def _markers_text(state: StateReader, seat: int) -> str:
    fields = (state["marker_field"][seat][colour] for colour in river(state, seat))
    return ",".join(FIELD_NAMES[field] for field in fields) or "-"


def _tiles_text(tiles: Iterable[int]) -> str:
    return colours_text(tile for tile in tiles if tile >= 0)


def read_position(text: str, state: Any) -> None:
    """Fill the record with the position, or raise an error and leave it as it was."""
    words = read_words(text, _WORDS)
    found = new_states(r.STATE, 1)[0]
    found["phase"] = read_choice("phase", words["phase"], PHASES)
    found["turn"] = read_number("turn", words["turn"], 0, 1)
    found["beginner"] = read_number("beginner", words["beginner"], 0, 1)
    allotting = bool(found["phase"] == r.ALLOTTING)
    bowls = [_read_tiles("bowls", part, 1) for part in read_parts("bowls", words["bowls"], 2)]
    left_over = sorted(_read_tiles("left_over", words["left_over"], 2))
    _check_bowls(bowls, left_over, allotting)
    found["swap_tile"] = [bowl[0] if bowl else -1 for bowl in bowls]
    found["left_over"] = left_over or [-1, -1]

    front, back = _read_board(words["board"])
    markers = [_read_markers(part) for part in read_parts("markers", words["markers"], 2)]
    aside = left_over if allotting else [tile for bowl in bowls for tile in bowl]
    _check_tiles(front, back, aside)
    found["front"] = front
    found["marker_field"] = -1
    _claim_groups(found, back, markers)
    _find_moves(found)
    for field in r.STATE.names or ():
        state[field] = found[field]


def _read_tiles(key: str, text: str, most: int) -> list[int]:
    tiles = read_colours(text)
    if len(tiles) not in (0, most):
        raise UnreadableError(f"{key!r} needs {most} of {COLOUR_LETTERS}, or - for none, not {text[:40]!r}.")
    return tiles


def _read_board(text: str) -> tuple[list[int], list[int]]:
    """The fields with a tile of each colour, front up and back up."""
    front, back = [0] * r.COLOURS, [0] * r.COLOURS
    for names, row in zip(ROWS, read_parts("board", text, 8), strict=True):
        if len(row) != len(names):
            raise UnreadableError(f"Rank {names[0][1]} of the board has {len(names)} fields, not {len(row)}.")
        for name, letter in zip(names, row, strict=True):
            if letter not in COLOUR_LETTERS + COLOUR_LETTERS.lower():
                raise UnreadableError(f"Cannot read {letter!r} on {name}; a tile is one of roygpk or ROYGPK.")
            side = back if letter in COLOUR_LETTERS else front
            side[COLOUR_LETTERS.index(letter.upper())] |= _bit(_read_field(name))
    return front, back


def _bit(field: int) -> int:
    return 1 << SQUARES[field]


def _read_markers(text: str) -> list[int]:
    return [] if text == "-" else [_read_field(name) for name in text.split(",")]


def _check_bowls(bowls: list[list[int]], left_over: list[int], allotting: bool) -> None:
    if allotting and (any(bowls) or not left_over):
        raise ImpossiblePositionError("P3: while two tiles are left over, the bowls are empty.")
    if not allotting and (left_over or not all(bowls)):
        raise ImpossiblePositionError("Each bowl has a swap tile, and no tile is left over.")
    if len(set(left_over)) < len(left_over):
        raise ImpossiblePositionError("P3: the two tiles left over have different colours.")


def _check_tiles(front: list[int], back: list[int], aside: list[int]) -> None:
    """P1, and P3 until somebody has moved."""
    for colour, name in enumerate(COLOUR_NAMES):
        count = popcount(front[colour]) + popcount(back[colour]) + aside.count(colour)
        if count != r.TILES_OF_A_COLOUR:
            raise ImpossiblePositionError(f"P1: there are {count} {name} tiles, but the game has 9.")
    if not any(back):
        middle = [popcount(fields & MIDDLE) + aside.count(colour) for colour, fields in enumerate(front)]
        if middle != [1] * r.COLOURS:
            raise ImpossiblePositionError("P3: the middle and the two other tiles start with six colours.")


def _claim_groups(state: Any, back: list[int], markers: list[list[int]]) -> None:
    """P6: each marker claims the back-up tiles connected with its own."""
    unclaimed = list(back)
    for seat, fields in enumerate(markers):
        for number, field in enumerate(fields, start=1):
            bit = _bit(field)
            colour = next((colour for colour in range(r.COLOURS) if back[colour] & bit), None)
            if colour is None:
                raise ImpossiblePositionError(f"A marker lies on {FIELD_NAMES[field]}, which is not back up.")
            if state["marker"][seat, colour]:
                raise ImpossiblePositionError(f"P6: seat {seat} has two {COLOUR_NAMES[colour]} markers.")
            if not unclaimed[colour] & bit:
                raise ImpossiblePositionError(f"P9: the {COLOUR_NAMES[colour]} groups touch.")
            group = _connected(bit, unclaimed[colour])
            unclaimed[colour] ^= group
            state["group"][seat, colour] = group
            state["marker"][seat, colour] = number
            state["marker_field"][seat, colour] = field
    for name in names_of(sum(unclaimed)):
        raise ImpossiblePositionError(f"P6: the tile on {name} is back up, but in no group with a marker.")


def _connected(fields: int, within: int) -> int:
    """The fields of `within` that can be reached from these."""
    more = (fields | neighbours(fields)) & within
    return fields if more == fields else _connected(more, within)


def _find_moves(state: Any) -> None:
    """P10, P11: the legal moves determine the phase, so a position must agree with them."""
    seat, phase = int(state["turn"]), int(state["phase"])
    first = int(seat == state["beginner"])
    own, others = state["group"][seat].tolist(), state["group"][1 - seat].tolist()
    lead = sum(map(popcount, own)) - sum(map(popcount, others))
    if phase == r.ALLOTTING:
        if first or state["group"].any():
            raise ImpossiblePositionError("P3: the beginner's opponent allots, before anyone moves.")
    elif phase == r.PLAYING:
        if lead != first - 1:
            raise ImpossiblePositionError(
                "P4: each turn makes one tile back up, so both seats have as many when it is the beginner's "
                "turn, and the beginner one more when it is the other's."
            )
        state["may_place"], state["may_flip"] = _moves_for(state, seat)
        if not (state["may_place"] or state["may_flip"]):
            raise ImpossiblePositionError("P10: the player to move cannot act, so the game is not going on.")
    else:
        if lead < first or not state["group"].any():
            raise ImpossiblePositionError("P11: the player who moved last has the turn, but too few tiles.")
        if any(_moves_for(state, 1 - seat)):
            raise ImpossiblePositionError("P10: the opponent can still act, so the game goes on.")
        if phase == r.LAST_FLIPS:
            state["may_flip"] = _moves_for(state, seat)[1]
            if not state["may_flip"]:
                raise ImpossiblePositionError("P11: nothing is left to flip, so the game is over.")


def _moves_for(state: Any, seat: int) -> tuple[int, int]:
    """Where the seat may open or swap, and where it may flip."""
    return int(r.places_for(state, seat)), int(r.flips_for(state, seat))


def sentence(event: Event, names: Sequence[str]) -> str:
    """One event as a sentence for the log."""
    return _SENTENCES[event["event"]](event, names)


def _tile(letter: str) -> str:
    colour = COLOUR_NAMES[COLOUR_LETTERS.index(letter)]
    return f"{'an' if colour == 'orange' else 'a'} {colour} tile"


def _allotted(event: Event, names: Sequence[str]) -> str:
    beginner, other = names[event["beginner"]], names[event["seat"]]
    given, kept = _tile(event["beginner_colour"]), _tile(event["other_colour"])
    return f"{other} gives {beginner} {given} and keeps {kept}; {beginner} begins"


def _opened(event: Event, names: Sequence[str]) -> str:
    colour = COLOUR_NAMES[COLOUR_LETTERS.index(event["colour"])]
    opens = f"{names[event['seat']]} opens {colour} on {event['field']} with marker {event['marker']}"
    return f"{opens} and takes {_tile(event['taken'])}"


def _swapped(event: Event, names: Sequence[str]) -> str:
    lays = f"{names[event['seat']]} swaps {_tile(event['colour'])} to {event['field']}"
    return f"{lays} and takes {_tile(event['taken'])}"


def _stuck(event: Event, names: Sequence[str]) -> str:
    said = f"{names[event['seat']]} cannot act"
    return f"{said}; {names[1 - event['seat']]} may flip on" if event["last_flips"] else said


def _ended(event: Event, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    won = event["winners"]
    return f"The game is over. {points}. {names[won[0]] + ' wins' if len(won) == 1 else 'A draw'}"


_SENTENCES = {
    "allot": _allotted,
    "open": _opened,
    "swap": _swapped,
    "flip": lambda e, names: f"{names[e['seat']]} flips {_tile(e['colour'])} on {e['field']}",
    "no_moves": _stuck,
    "stop": lambda e, names: f"{names[e['seat']]} stops flipping",
    "end": _ended,
}
