"""The tables of the database for finding opponents. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from .schema import metadata

# People who look for an opponent, each once.
searches = Table(
    "searches",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(16), nullable=False),  # another one when the person looks for something else
    Column("tab", String(32), nullable=False),  # of the browser that searches
    Column("game", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("tempo", String(10), nullable=False),
    Column("rated", Integer, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("provisional", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when its tab was last known to be open
    Column("table", String(16)),  # where the opponent waits; NULL: none found yet
    Column("paired", BigInteger),  # when that was
    Index("searches_by_table", "table"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("challenger", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("challenged", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("spec", Text, nullable=False),  # of the table that it is about, as JSON
    Column("origin", String(16), nullable=False),  # a keyed hash of the challenger's address
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),  # waiting, accepted, declined, withdrawn, expired
    Column("changed", BigInteger, nullable=False),
    Column("seen", BigInteger),  # when the challenged person saw it
    Column("reason", String(12)),  # why it was declined
    Column("table", String(16)),  # once it is accepted
    Index("challenges_to", "challenged", "status"),
    Index("challenges_by", "challenger", "status"),
    Index("challenges_by_status", "status", "expires"),
    Index("challenges_by_change", "changed"),
)
