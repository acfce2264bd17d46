"""The tempo of a table, to filter by; people who are muted; alerts for friend requests."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_tables = sa.table("tables", *(sa.column(name) for name in ("id", "spec", "status", "tempo")))


def _tempo(clock: dict[str, object]) -> str | None:
    if clock.get("type") != "game":
        return "days" if clock.get("type") == "days" else None
    seconds = int(str(clock["seconds"])) + 30 * int(str(clock.get("increment", 0)))
    return "blitz" if seconds < 600 else "rapid" if seconds < 1800 else "classical"


def upgrade() -> None:
    op.add_column("tables", sa.Column("tempo", sa.String(length=10), nullable=True))
    database = op.get_bind()
    waiting = sa.select(_tables.c.id, _tables.c.spec).where(_tables.c.status == "open")
    for id, spec in database.execute(waiting).fetchall():
        tempo = _tempo(json.loads(spec).get("clock", {}))
        database.execute(_tables.update().where(_tables.c.id == id).values(tempo=tempo))
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("muted", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["muted"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "muted"),
    )
    op.create_index(op.f("ix_mutes_muted"), "mutes", ["muted"])
    for channel in ("push", "email"):
        op.execute(f"UPDATE alert_settings SET {channel} = {channel} || ' friend'")
    op.add_column("privacy_settings", sa.Column("mute_all", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    for channel in ("push", "email"):
        op.execute(f"UPDATE alert_settings SET {channel} = REPLACE({channel}, ' friend', '')")
    op.drop_column("privacy_settings", "mute_all")
    op.drop_table("mutes")
    op.drop_column("tables", "tempo")
