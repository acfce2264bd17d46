"""Accounts for which a program plays."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("is_bot", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("people", "is_bot")
