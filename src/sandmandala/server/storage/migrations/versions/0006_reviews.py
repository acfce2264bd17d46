"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("depth", sa.String(length=8), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "depth"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
