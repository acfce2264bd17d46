"""What rated games did to ratings; when games ended for each seat, and how."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_AT_A_TIME = 1000
_SHARED, _WON = 1, 2
_tables = sa.table(
    "tables",
    *(sa.column(name, sa.String) for name in ("id", "status", "result")),
    sa.column("ended", sa.BigInteger),
)
_seats = sa.table(
    "seats",
    sa.column("table", sa.String),
    *(sa.column(name, sa.Integer) for name in ("seat", "outcome")),
    sa.column("ended", sa.BigInteger),
)


def upgrade() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", "seats", "games"),
    )
    op.create_index("rating_changes_by_table", "rating_changes", ["table", "seat"], unique=True)
    op.add_column("ratings", sa.Column("rating", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE ratings SET rating = CAST(ROUND(1000 + 40 * (mu - 2 * sigma)) AS INTEGER)")
    op.drop_index("ratings_by_strength", table_name="ratings")
    op.create_index("ratings_by_rating", "ratings", ["game", "seats", "rating"])
    op.add_column("seats", sa.Column("ended", sa.BigInteger()))
    op.add_column("seats", sa.Column("outcome", sa.Integer()))
    _note_ends()
    op.drop_index(op.f("ix_seats_person"), table_name="seats")
    op.create_index("seats_by_end", "seats", ["person", "ended"])


def _note_ends() -> None:
    """Of games that are over: for each seat when, and whether it has won."""
    connection = op.get_bind()
    ended = sa.select(_tables.c.ended).where(_tables.c.id == _seats.c.table).scalar_subquery()
    over = sa.select(_tables.c.id).where(_tables.c.status == "over")
    connection.execute(
        sa.update(_seats).where(_seats.c.table.in_(over)).values(ended=ended, outcome=0),
    )
    won = sa.update(_seats).where(
        _seats.c.table == sa.bindparam("which"), _seats.c.seat == sa.bindparam("place")
    )
    wanted = sa.select(_tables.c.id, _tables.c.result).order_by(_tables.c.id)
    wanted = wanted.where(_tables.c.status == "over", _tables.c.result.is_not(None))
    last = ""
    while rows := connection.execute(wanted.where(_tables.c.id > last).limit(_AT_A_TIME)).all():
        found = [(row.id, json.loads(row.result)["winners"]) for row in rows]
        values = [
            {"which": id, "place": seat, "outcome": _WON if len(winners) == 1 else _SHARED}
            for id, winners in found
            for seat in winners
        ]
        if values:
            connection.execute(won, values)
        last = rows[-1].id


def downgrade() -> None:
    op.create_index(op.f("ix_seats_person"), "seats", ["person"])
    op.drop_index("seats_by_end", table_name="seats")
    for name in ("outcome", "ended"):
        op.drop_column("seats", name)
    op.drop_index("ratings_by_rating", table_name="ratings")
    op.create_index("ratings_by_strength", "ratings", ["game", "seats", "mu"])
    op.drop_column("ratings", "rating")
    op.drop_index("rating_changes_by_table", table_name="rating_changes")
    op.drop_table("rating_changes")
