"""Finding opponents: searches and challenges. Whoever chose alerts before also gets those of challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_CHANNELS = ("push", "email")


def upgrade() -> None:
    op.create_table(
        "searches",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("tab", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("tempo", sa.String(length=10), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("provisional", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.Column("paired", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_index("searches_by_table", "searches", ["table"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("challenger", sa.String(length=16), nullable=False),
        sa.Column("challenged", sa.String(length=16), nullable=False),
        sa.Column("spec", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.String(length=12), nullable=True),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["challenger"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["challenged"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("challenges_to", "challenges", ["challenged", "status"])
    op.create_index("challenges_by", "challenges", ["challenger", "status"])
    op.create_index("challenges_by_status", "challenges", ["status", "expires"])
    op.create_index("challenges_by_change", "challenges", ["changed"])
    for channel in _CHANNELS:
        op.execute(f"UPDATE alert_settings SET {channel} = {channel} || ' invitation'")


def downgrade() -> None:
    for channel in _CHANNELS:
        op.execute(f"UPDATE alert_settings SET {channel} = REPLACE({channel}, ' invitation', '')")
    for table in ("challenges", "searches"):
        op.drop_table(table)
