"""Versions, proposals and contributions of tables; how far games have come; records of finished games."""

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
    op.add_column("seats", sa.Column("contribution", sa.String(length=32)))
    op.create_table(
        "progress",
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer()),
        sa.Column("deadline", sa.BigInteger()),
        sa.PrimaryKeyConstraint("table"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table"),
    )
    # Of games that are over, the number of moves was stored; the server replays those that go on.
    op.execute(
        'INSERT INTO progress ("table", number, ply) SELECT tables.id, '
        '(SELECT coalesce(max(entries.number), 0) FROM entries WHERE entries."table" = tables.id), '
        "tables.moves FROM tables WHERE tables.status = 'over'"
    )
    op.drop_column("tables", "moves")


def downgrade() -> None:
    op.add_column("tables", sa.Column("moves", sa.Integer(), server_default="0", nullable=False))
    op.execute(
        'UPDATE tables SET moves = coalesce((SELECT ply FROM progress WHERE progress."table" = tables.id), 0)'
    )
    op.drop_table("records")
    op.drop_table("progress")
    op.drop_column("seats", "contribution")
    for name in ("seen", "origin", "proposals", "version", "deal_of", "rules"):
        op.drop_column("tables", name)
