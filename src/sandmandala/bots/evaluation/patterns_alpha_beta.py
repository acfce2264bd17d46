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
from .patterns_reach import most_points, sure_points
from .patterns_table import INFINITE, look_up, lower_of, move_of, remember, upper_of

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
PROGRESS = layout(
    [
        ("ply", "i8"),
        ("nodes", "i8"),
        ("estimated_from", "i8"),  # moves that leave at least so many tiles are ordered by an estimate
        ("reach_within", "i8"),  # bounds by reach are tried if the simple ones miss the goal by less
    ]
)

# Every move uses up a tile, so no game is longer.
DEEPEST = FIELDS + 2
_BY_MOVE = 256
FIRST = 1 << 16  # more than any priority
_TAKEN = 1 << 26  # more than any priority, times 256, differs from another
# The weights of a move's priority when few tiles are left, chosen by measurement: they need the fewest nodes
# for a proof.
_SCORED, _FREEDOM, _MOST_FREEDOM = 2, 6, 10


@compiled
def prove(
    boards: Any,
    positions: Any,
    frames: Any,
    reaches: Any,
    table: Any,
    searched: Any,
    progress: Any,
    nodes: int,
) -> bool:
    """Continue a proof for this number of nodes. If it returns True, `frames[0].best` is the answer.

    It starts with ply 0, a position before the last flips, and its key, place and goal. `searched` has the
    positions that threads are searching; it is empty if there is one thread only.
    """
    board, state = boards[0], progress[0]
    ply = int(state.ply)
    limit = int(state.nodes) + nodes
    while state.nodes < limit:
        if ply == 0 or not _is_known(frames[ply], table, searched):
            _expand(board, positions, frames[ply], reaches[0], table, ply, state)
        while frames[ply].best >= frames[ply].goal or frames[ply].index == frames[ply].count:
            _finish(frames[ply], table, searched, popcount(int(positions[ply].front)))
            if ply == 0:
                return True
            ply -= 1
            frame = frames[ply]
            value = int(frame.points) - int(frames[ply + 1].best)
            if value > frame.best:
                frame.best = value
                frame.best_move = frame.moves[np.uint64(frame.index - 1)] % _BY_MOVE
        frame, after = frames[ply], frames[ply + 1]
        chosen = _choose(frame, after, searched)
        positions[ply + 1] = positions[ply]
        frame.points = move(positions[ply + 1], board, chosen)
        after.goal = int(frame.points) - int(frame.goal) + 1
        ply += 1
        state.ply = ply
    return False


@compiled
def _is_known(frame: Any, table: Any, searched: Any) -> bool:
    """Whether another thread has found the answer since the move to this position was listed."""
    if searched.shape[0] == 0:
        return False
    bounds = look_up(table, int(frame.key), int(frame.place))
    lower, upper = lower_of(bounds), upper_of(bounds)
    if lower < frame.goal <= upper:
        return False
    frame.best = lower if lower >= frame.goal else upper
    frame.best_move = move_of(bounds)
    frame.count = frame.index = 0
    return True


@compiled
def _expand(board: Any, positions: Any, frame: Any, reach: Any, table: Any, ply: int, state: Any) -> None:
    """Examine all moves: some prove the goal at once, some cannot reach it, the others are listed."""
    position, after = positions[ply], positions[ply + 1]
    goal, seat = int(frame.goal), int(position.turn)
    estimates = popcount(int(position.front)) > state.estimated_from
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
                bounds = look_up(table, key, place)
                lower = max(lower, points - upper_of(bounds))
                upper = min(upper, points - lower_of(bounds))
                reply = move_of(bounds)
            gap = mine - theirs
            if lower < goal <= upper:
                within = int(state.reach_within)
                lower, upper = _narrow(after, board, reach, seat, points, lower, upper, goal, within)
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
def _narrow(
    after: Any,
    board: Any,
    reach: Any,
    seat: int,
    points: int,
    lower: int,
    upper: int,
    goal: int,
    within: int,
) -> Any:
    """Closer bounds of a move, where they may tell whether it reaches the goal."""
    if upper - goal < within:
        mine = most_points(after, board, seat, reach) - sure_points(after, board, 1 - seat, reach)
        upper = min(upper, points + mine)
    if goal - lower <= within and goal <= upper:
        theirs = most_points(after, board, 1 - seat, reach) - sure_points(after, board, seat, reach)
        lower = max(lower, points - theirs)
    return lower, upper


@compiled
def _choose(frame: Any, after: Any, searched: Any) -> int:
    """Move the most promising untried move to the head of the untried ones, and return it.

    Moves that other threads are searching come last: by then, the table may have the answer.
    """
    due = np.uint64(frame.index)
    best, best_promise = due, -INFINITE * _BY_MOVE * _BY_MOVE
    for number in range(int(frame.index), int(frame.count)):
        row = np.uint64(number)
        promise = int(frame.moves[row])
        if searched.shape[0] and searched[_slot(searched, int(frame.places[row]))] == frame.keys[row]:
            promise -= _TAKEN
        if promise > best_promise:
            best, best_promise = row, promise
    after.key, after.place, after.first_move = frame.keys[best], frame.places[best], frame.replies[best]
    if searched.shape[0]:
        searched[_slot(searched, int(after.place))] = after.key
    chosen = int(frame.moves[best])
    frame.keys[best], frame.places[best] = frame.keys[due], frame.places[due]
    frame.moves[best], frame.replies[best] = frame.moves[due], frame.replies[due]
    frame.moves[due] = chosen
    frame.index += 1
    return chosen % _BY_MOVE


@compiled
def _finish(frame: Any, table: Any, searched: Any, tiles: int) -> None:
    """Remember what was proven."""
    key, place = int(frame.key), int(frame.place)
    is_lower = bool(frame.best >= frame.goal)
    remember(table, key, place, int(frame.best), is_lower, int(frame.best_move), tiles)
    if searched.shape[0]:
        searched[_slot(searched, place)] = 0


@compiled
def _slot(searched: Any, place: int) -> Any:
    return np.uint64(place & (searched.shape[0] - 1))
