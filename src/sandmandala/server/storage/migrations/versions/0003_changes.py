"""Versions, proposals and contributions of tables; how far games have come; finished records."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.Integer(), server_default="1", nullable=False))
    op.add_column("tables", sa.Column("deal_of", sa.String(length=16)))
    op.add_column("tables", sa.Column("version", sa.Integer(), server_default="0", nullable=False))
    op.add_column("tables", sa.Column("proposals", sa.Text()))
    op.add_column("tables", sa.Column("origin", sa.String(length=16)))
    op.add_column("tables", sa.Column("seen", sa.BigInteger()))
    op.add_column("tables", sa.Column("turn", sa.Integer()))
    for name, kind in (("ply", sa.Integer()), ("turn", sa.Integer()), ("deadline", sa.BigInteger())):
        op.add_column("entries", sa.Column(name, kind))
    op.add_column("seats", sa.Column("contribution", sa.String(length=32)))
    op.create_table(
        "records",
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table"),
    )
    # Of games that are over, the number of moves was stored; the server replays those that go on.
    op.execute(
        'UPDATE entries SET ply = (SELECT tables.moves FROM tables WHERE tables.id = entries."table") '
        "WHERE number = (SELECT max(others.number) FROM entries AS others "
        'WHERE others."table" = entries."table") '
        "AND \"table\" IN (SELECT id FROM tables WHERE status = 'over')"
    )
    op.drop_column("tables", "moves")


def downgrade() -> None:
    op.add_column("tables", sa.Column("moves", sa.Integer(), server_default="0", nullable=False))
    op.execute(
        'UPDATE tables SET moves = coalesce((SELECT max(ply) FROM entries WHERE "table" = tables.id), 0)'
    )
    op.drop_table("records")
    op.drop_column("seats", "contribution")
    for name in ("deadline", "turn", "ply"):
        op.drop_column("entries", name)
    for name in ("turn", "seen", "origin", "proposals", "version", "deal_of", "rules"):
        op.drop_column("tables", name)
