"""The tables of the database about learning. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table

from .schema import metadata


def _person() -> Column[str]:
    return Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)


# How far a person has come in each tutorial.
tutorial_progress = Table(
    "tutorial_progress",
    metadata,
    _person(),
    Column("tutorial", String(40), primary_key=True),
    Column("step", Integer, nullable=False),  # to go on with, from 0
    Column("done", Integer, nullable=False),  # it was finished once
    Column("changed", BigInteger, nullable=False),
)

# What a person has done with each puzzle. A run is one try of its whole line.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    _person(),
    Column("puzzle", String(64), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("first", String(8)),  # solved, hinted, failed: the first run, which was rated; NULL: it goes on
    Column("before", Integer),  # the rating before and after it
    Column("after", Integer),
    Column("state", String(8), nullable=False),  # of the current run: open, solved, shown
    Column("turn", Integer, nullable=False),  # how many moves of the solution were found in it
    Column("hints", Integer, nullable=False),
    Column("failed", Integer, nullable=False),  # whether a wrong move was tried
    Column("vote", Integer, nullable=False, server_default="0"),  # 1: liked, -1: disliked
    Column("begun", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("puzzle_attempts_by_change", "person", "changed"),
)

# How hard a puzzle is, and how well it is liked. Puzzles that nobody has tried are missing.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("up", Integer, nullable=False, server_default="0"),
    Column("down", Integer, nullable=False, server_default="0"),
)

# How well a person solves the puzzles of a game.
solver_ratings = Table(
    "solver_ratings",
    metadata,
    _person(),
    Column("game", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# Days in a row with a solved puzzle, and puzzles solved in a row.
streaks = Table(
    "streaks",
    metadata,
    _person(),
    Column("day", Integer, nullable=False),  # the last one with a solved puzzle: days since 1970 in UTC
    Column("days", Integer, nullable=False),
    Column("best_days", Integer, nullable=False),
    Column("row", Integer, nullable=False),
    Column("best_row", Integer, nullable=False),
)

# What comes back to be repeated: failed puzzles and one's own mistakes.
repetitions = Table(
    "repetitions",
    metadata,
    _person(),
    Column("item", String(80), primary_key=True),  # puzzle:ID, or mistake:TABLE:PLY
    Column("game", String(20), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("due", BigInteger),  # NULL: learnt, or removed; it does not come back
    Column("added", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("repetitions_by_due", "person", "due"),
)

OF_LEARNERS = (tutorial_progress, puzzle_attempts, solver_ratings, streaks, repetitions)
