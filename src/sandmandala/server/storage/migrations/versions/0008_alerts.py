"""Alerts: what people want to be told, where, and what waits to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "alert_settings",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("zone", sa.String(length=40), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("push", sa.String(length=120), nullable=False),
        sa.Column("email", sa.String(length=120), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_table(
        "alert_targets",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("session", sa.String(length=64), nullable=True),
        sa.Column("channel", sa.String(length=5), nullable=False),
        sa.Column("address", sa.String(length=1000), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=True),
        sa.Column("auth", sa.String(length=40), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("next_try", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("lease", sa.BigInteger(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session"], ["sessions.hash"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_alert_targets_person"), "alert_targets", ["person"])
    op.create_index(op.f("ix_alert_targets_session"), "alert_targets", ["session"])
    op.create_index("alert_targets_by_address", "alert_targets", ["address"])
    op.create_table(
        "alerts",
        sa.Column("target", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["target"], ["alert_targets.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("target", "table", "kind", "number"),
    )
    op.create_index("alerts_by_due", "alerts", ["due"])
    op.create_table(
        "confirmation_mails",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_confirmation_mails_address"), "confirmation_mails", ["address"])
    op.create_index(op.f("ix_confirmation_mails_person"), "confirmation_mails", ["person"])
    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    for table in ("leases", "confirmation_mails", "alerts", "alert_targets", "alert_settings"):
        op.drop_table(table)
