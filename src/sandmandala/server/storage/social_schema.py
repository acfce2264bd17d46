"""The tables of the database about people and each other. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from .schema import metadata

# Friends, and requests to become friends. Two people have one row, whoever asked.
friendships = Table(
    "friendships",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),  # who asked
    Column("other", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    # asked; friends; declined: the asker is not told; withdrawn: only to remember that it was declined
    Column("status", String(10), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("answered", BigInteger),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),  # who blocks
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

# Whose phrases a person does not want to see.
mutes = Table(
    "mutes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),  # who mutes
    Column("muted", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

# What a person shows to others. No row: the defaults.
privacy_settings = Table(
    "privacy_settings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("show_presence", Integer, nullable=False),  # to friends
    Column("accept_requests", Integer, nullable=False),  # to become friends
    Column("mute_all", Integer, nullable=False, server_default="0"),  # 1: sees no phrases of others
)

# Reports to the host. They stay when the account of the reporter, or of the reported person, is deleted.
reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("reporter", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True),  # the reported one
    Column("table", String(16)),
    Column("reason", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("attached", LargeBinary),  # the game and what was written at it until then, as JSON
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("note", Text),  # of the host
    Index("reports_by_time", "closed", "created"),
)

# Free text at tables, where the host of the server allows it. Set phrases are not stored.
written_messages = Table(
    "written_messages",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("text", String(400), nullable=False),
    Column("created", BigInteger, nullable=False, index=True),
)
