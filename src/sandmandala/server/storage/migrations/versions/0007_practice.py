"""Practice games, which play on from a position of a finished game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("practice", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("start", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "start")
    op.drop_column("tables", "practice")
