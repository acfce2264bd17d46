"""Proofs about endgames of Patterns: can the player to move come out at least so many points ahead?

Alpha-beta search with a null window, to the end of the game. All values are relative to the position (points
still to be made, mine less theirs), so that a table entry is valid however the position was reached. The
stack is explicit: a proof can be interrupted after a number of nodes and resumed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import compiled, layout
from ...games.patterns.bitboard import FIELDS, lowest_square, popcount
from ...games.patterns.rules import LAST_FLIPS
from .patterns_endgame import FLIP, last_flips, move, survey
from .patterns_move_order import promise_of

FRAME = layout(
    [
        ("key", "i8"),  # of the position
        ("place", "i8"),  # its index in the table
        ("goal", "i4"),  # prove this value or more
        ("best", "i4"),  # the best proven value; below the goal: an upper bound of the moves searched so far
        ("best_move", "i4"),
        ("first_move", "i4"),  # to be searched first: it was best before
        ("count", "i4"),  # the moves that need a search
        ("index", "i4"),  # how many of them have been made
        ("points", "i4"),  # the immediate score of the move being searched
        ("unused", "i4"),
        ("keys", "i8", (2 * FIELDS,)),  # the positions after these moves
        ("places", "i8", (2 * FIELDS,)),
        ("moves", "i4", (2 * FIELDS,)),  # a priority, times 256, and the move
        ("replies", "i4", (2 * FIELDS,)),  # the first moves there
    ]
)
ENTRY = layout([("key", "i8"), ("lower", "i2"), ("upper", "i2"), ("move", "i2"), ("tiles", "i2")])
PROGRESS = layout([("ply", "i8"), ("nodes", "i8")])

# Every move uses up a tile, so no game is longer.
DEEPEST = FIELDS + 2
INFINITE = 10_000
_BY_MOVE = 256
FIRST = 1 << 16  # more than any priority
# The weights of a move's priority when few tiles are left, chosen by measurement: they need the fewest nodes
# for a proof.
_SCORED, _FREEDOM, _MOST_FREEDOM = 2, 6, 10


@compiled
def prove(
    boards: Any, positions: Any, frames: Any, table: Any, progress: Any, estimated_from: int, nodes: int
) -> bool:
    """Continue a proof for this number of nodes. If it returns True, `frames[0].best` is the answer.

    It starts with ply 0, a position before the last flips, and its key, place and goal. Moves that leave at
    least `estimated_from` tiles are ordered by an estimate.
    """
    board, state = boards[0], progress[0]
    ply = int(state.ply)
    limit = int(state.nodes) + nodes
    while state.nodes < limit:
        _expand(board, positions, frames[ply], table, ply, state, estimated_from)
        while frames[ply].best >= frames[ply].goal or frames[ply].index == frames[ply].count:
            _remember(frames[ply], table, popcount(int(positions[ply].front)))
            if ply == 0:
                return True
            ply -= 1
            frame = frames[ply]
            value = int(frame.points) - int(frames[ply + 1].best)
            if value > frame.best:
                frame.best = value
                frame.best_move = frame.moves[np.uint64(frame.index - 1)] % _BY_MOVE
        frame, after = frames[ply], frames[ply + 1]
        chosen = _choose(frame, after)
        positions[ply + 1] = positions[ply]
        frame.points = move(positions[ply + 1], board, chosen)
        after.goal = int(frame.points) - int(frame.goal) + 1
        ply += 1
        state.ply = ply
    return False


@compiled
def _expand(
    board: Any, positions: Any, frame: Any, table: Any, ply: int, state: Any, estimated_from: int
) -> None:
    """Examine all moves: some prove the goal at once, some cannot reach it, the others are listed."""
    position, after = positions[ply], positions[ply + 1]
    goal, seat = int(frame.goal), int(position.turn)
    estimates = popcount(int(position.front)) > estimated_from
    best, best_move, count = -INFINITE, -1, 0
    places, flips = int(position.may_place), int(position.may_flip)
    while places | flips:
        if places:
            chosen = lowest_square(places)
            places &= places - 1
        else:
            chosen = lowest_square(flips) + FLIP
            flips &= flips - 1
        state.nodes += 1
        positions[ply + 1] = positions[ply]
        points = move(after, board, chosen)
        key, place, reply, gap = 0, 0, -1, 0
        if after.phase == LAST_FLIPS:
            lower = upper = points + last_flips(after, board)
        else:
            key, place, first, second = survey(after, board)
            mine, theirs = (second, first) if seat else (first, second)
            lower, upper = points - theirs, points + mine
            if lower < goal <= upper:
                entry = _entry(table, key, place)
                if entry.key == key:
                    lower = max(lower, points - int(entry.upper))
                    upper = min(upper, points - int(entry.lower))
                    reply = int(entry.move)
            gap = mine - theirs
        if lower >= goal:
            best, best_move = lower, chosen
            break
        if upper < goal:
            if upper > best:
                best, best_move = upper, chosen
            continue
        if chosen == frame.first_move:
            promise = FIRST
        elif estimates:
            promise = promise_of(after, board, seat, points)
        else:
            freedom = min(popcount(int(after.may_place)) + popcount(int(after.may_flip)), _MOST_FREEDOM)
            promise = _SCORED * points + gap - _FREEDOM * freedom
        row = np.uint64(count)
        frame.moves[row] = promise * _BY_MOVE + chosen
        frame.keys[row], frame.places[row], frame.replies[row] = key, place, reply
        count += 1
    frame.best, frame.best_move = best, best_move
    frame.count, frame.index = count, 0


@compiled
def _choose(frame: Any, after: Any) -> int:
    """Move the most promising untried move to the head of the untried ones, and return it."""
    due = np.uint64(frame.index)
    best = due
    for number in range(int(frame.index) + 1, int(frame.count)):
        row = np.uint64(number)
        if frame.moves[row] > frame.moves[best]:
            best = row
    after.key, after.place, after.first_move = frame.keys[best], frame.places[best], frame.replies[best]
    chosen = int(frame.moves[best])
    frame.keys[best], frame.places[best] = frame.keys[due], frame.places[due]
    frame.moves[best], frame.replies[best] = frame.moves[due], frame.replies[due]
    frame.moves[due] = chosen
    frame.index += 1
    return chosen % _BY_MOVE


@compiled
def _entry(table: Any, key: int, place: int) -> Any:
    """The entry of a position, or the one to replace: of two, the one with fewer tiles left."""
    row = place & (table.shape[0] - 2)
    entry, other = table[np.uint64(row)], table[np.uint64(row + 1)]
    if entry.key == key or (other.key != key and entry.tiles <= other.tiles):
        return entry
    return other


@compiled
def _remember(frame: Any, table: Any, tiles: int) -> None:
    entry = _entry(table, int(frame.key), int(frame.place))
    if entry.key != frame.key:
        entry.key = frame.key
        entry.lower, entry.upper = -INFINITE, INFINITE
        entry.tiles = tiles
    if frame.best >= frame.goal:
        entry.lower = frame.best
    else:
        entry.upper = frame.best
    entry.move = frame.best_move
