"""Friends, blocked people, reports to the host, and free text at tables."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _person(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length=16), nullable=nullable)


def _owned(column: str, by: str = "people.id", ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [by], ondelete=ondelete)


def upgrade() -> None:
    op.create_table(
        "friendships",
        _person("person"),
        _person("other"),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("answered", sa.BigInteger(), nullable=True),
        _owned("person"),
        _owned("other"),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    op.create_index(op.f("ix_friendships_other"), "friendships", ["other"])
    op.create_table(
        "blocks",
        _person("person"),
        _person("blocked"),
        sa.Column("created", sa.BigInteger(), nullable=False),
        _owned("person"),
        _owned("blocked"),
        sa.PrimaryKeyConstraint("person", "blocked"),
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
    op.create_table(
        "privacy_settings",
        _person("person"),
        sa.Column("show_presence", sa.Integer(), nullable=False),
        sa.Column("accept_requests", sa.Integer(), nullable=False),
        _owned("person"),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=16), nullable=False),
        _person("reporter", nullable=True),
        _person("person", nullable=True),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("attached", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        _owned("reporter", ondelete="SET NULL"),
        _owned("person", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_reports_reporter"), "reports", ["reporter"])
    op.create_index(op.f("ix_reports_person"), "reports", ["person"])
    op.create_index("reports_by_time", "reports", ["closed", "created"])
    op.create_table(
        "written_messages",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=False),
        _person("person"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=400), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        _owned("table", "tables.id"),
        _owned("person"),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("table", "person", "created"):
        op.create_index(op.f(f"ix_written_messages_{column}"), "written_messages", [column])


def downgrade() -> None:
    for table in ("written_messages", "reports", "privacy_settings", "blocks", "friendships"):
        op.drop_table(table)
