"""Learning: progress in tutorials, puzzles, and what comes back to be repeated."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def _of_person(name: str, key: str | None, *columns: sa.Column[Any]) -> None:
    """A table with rows of people, deleted with them."""
    op.create_table(
        name,
        sa.Column("person", sa.String(length=16), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", *([key] if key else [])),
    )


def upgrade() -> None:
    _of_person(
        "tutorial_progress",
        "tutorial",
        sa.Column("tutorial", sa.String(length=40), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    _of_person(
        "puzzle_attempts",
        "puzzle",
        sa.Column("puzzle", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("first", sa.String(length=8), nullable=True),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.Column("after", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("vote", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_index("puzzle_attempts_by_change", "puzzle_attempts", ["person", "changed"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(length=64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("up", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("down", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("puzzle"),
    )
    _of_person(
        "solver_ratings",
        "game",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
    )
    _of_person(
        "streaks",
        None,
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("best_days", sa.Integer(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("best_row", sa.Integer(), nullable=False),
    )
    _of_person(
        "repetitions",
        "item",
        sa.Column("item", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_index("repetitions_by_due", "repetitions", ["person", "due"])


def downgrade() -> None:
    for table in ("repetitions", "streaks", "solver_ratings", "puzzle_ratings"):
        op.drop_table(table)
    for table in ("puzzle_attempts", "tutorial_progress"):
        op.drop_table(table)
