"""Store sessions; call the server's secrets what they are."""

import hashlib

import sqlalchemy as sa
from alembic import op
from itsdangerous import URLSafeSerializer

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_AT_A_TIME = 1000
_secrets = sa.table("server_secrets", sa.column("name", sa.String), sa.column("value", sa.LargeBinary))
_people = sa.table(
    "people",
    sa.column("id", sa.String),
    *(sa.column(name, sa.Integer) for name in ("level", "generation")),
    *(sa.column(name, sa.BigInteger) for name in ("created", "seen")),
)
_sessions = sa.table(
    "sessions",
    *(sa.column(name, sa.String) for name in ("hash", "person", "label")),
    *(sa.column(name, sa.BigInteger) for name in ("created", "seen")),
)


def upgrade() -> None:
    op.rename_table("keepsakes", "server_secrets")
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)
    _keep_browsers_signed_in()
    # Not in a batch: recreating `people` would delete whatever refers to it.
    op.drop_column("people", "generation")


def _keep_browsers_signed_in() -> None:
    """A cookie used to be a signed [person, generation]: make a session of the one each person may have."""
    connection = op.get_bind()
    key = connection.scalar(sa.select(_secrets.c.value).where(_secrets.c.name == "cookies"))
    if key is None:
        return
    signer = URLSafeSerializer(key, salt="identity", signer_kwargs={"digest_method": hashlib.sha256})
    wanted = sa.select(_people).where(_people.c.level.is_(None)).order_by(_people.c.id)
    last = ""
    while rows := connection.execute(wanted.where(_people.c.id > last).limit(_AT_A_TIME)).all():
        cookies = [str(signer.dumps([row.id, row.generation])) for row in rows]
        hashes = [hashlib.sha256(cookie.encode()).hexdigest() for cookie in cookies]
        values = [
            {"hash": hash, "person": row.id, "label": "", "created": row.created, "seen": row.seen}
            for hash, row in zip(hashes, rows, strict=True)
        ]
        connection.execute(sa.insert(_sessions), values)
        last = rows[-1].id


def downgrade() -> None:
    op.add_column("people", sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))
    op.drop_index(op.f("ix_sessions_person"), table_name="sessions")
    op.drop_table("sessions")
    op.rename_table("server_secrets", "keepsakes")
