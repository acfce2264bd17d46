"""The tables of the database. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("level", Integer),  # of a bot; NULL: a person, or a program with an account
    Column("is_bot", Integer, nullable=False, server_default="0"),  # 1: a program plays for this account
    Column("login", String(40), unique=True),  # to sign in with; NULL: a guest
    Column("password", Text),
    Column("recovery", Text),  # the hash of a one-time code
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

# A browser that is signed in. Its cookie holds a random secret, of which only the hash is stored.
sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(80), nullable=False),  # such as "Firefox on Linux"
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("spec", Text, nullable=False),  # the specification, as JSON
    Column("game", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("public", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("host", String(16), nullable=False),
    Column("key", String(32), nullable=False),  # part of the link to a private table
    Column("secret", LargeBinary(32), nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),  # the version of the rules
    Column("deal_of", String(16)),  # the table whose deal is played again here
    Column("status", String(8), nullable=False),  # open, playing, over
    Column("version", Integer, nullable=False, server_default="0"),  # raised by all changes but plain moves
    Column("proposals", Text),  # open ones, as JSON
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("open_from", BigInteger),  # when hidden cards and the secret become public; NULL: not known yet
    Column("turn", Integer),  # the seat to move when the game began
    Column("deadline", BigInteger),  # nobody can be out of time before; moves do not write it
    Column("result", Text),  # as JSON
    Column("next", String(16)),  # the rematch
    Column("practice", Text),  # what a practice game plays on from, as JSON; NULL: it is a game of its own
    Column("start", Text),  # of a practice game: that position, before what is hidden is dealt again
    Column("origin", String(16)),  # a keyed hash of the address it was opened from
    Column("seen", BigInteger),  # when somebody who waits at it was last connected
    Column("tempo", String(10)),  # that its clock belongs to; NULL: no clock, or no longer open since 0013
    Index("tables_by_status", "status", "created"),
    Index("tables_by_deadline", "deadline"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id")),  # NULL: free
    Column("bot", Integer),  # the level of the stand-in
    Column("contribution", String(32)),  # the seat's contribution to the deal
    # When the game is over:
    Column("ended", BigInteger),
    Column("outcome", Integer),  # 0: lost, 1: shared the win, 2: won
    Index("seats_by_end", "person", "ended"),
)

# Finished games, without names, which may change.
records = Table(
    "records",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
)

# Reviews of finished games, without names.
reviews = Table(
    "reviews",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("depth", String(8), primary_key=True),  # quick, deep
    Column("fingerprint", String(64), nullable=False),  # of the engine and its budget
    Column("made", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, compressed by zlib
)

# The log of a game: moves and everything else that changes its course. Entries are never changed.
entries = Table(
    "entries",
    metadata,
    Column("table", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON
    # The progress of the game after this entry, for lists; NULL: not known.
    Column("ply", Integer),
    Column("turn", Integer),  # the seat to move
    Column("deadline", BigInteger),  # when that seat is out of time
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("seats", Integer, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rating", Integer, nullable=False, server_default="0"),  # as people see it
    Index("ratings_by_rating", "game", "seats", "rating"),
)

# The rating changes of each rated game.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("seats", Integer, primary_key=True),
    Column("games", Integer, primary_key=True, autoincrement=False),  # the first of this kind is 1
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Index("rating_changes_by_table", "table", "seat", unique=True),
)

# What a person wants to be told, and when.
alert_settings = Table(
    "alert_settings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("language", String(2), nullable=False),
    Column("zone", String(40), nullable=False),  # an IANA time zone
    Column("quiet_from", Integer),  # minutes after midnight; NULL: no quiet hours
    Column("quiet_until", Integer),
    Column("push", String(120), nullable=False),  # the chosen subjects, separated by spaces
    Column("email", String(120), nullable=False),
    Column("changed", BigInteger, nullable=False),
)

# Where alerts are sent to: browsers, and one mail address per person.
alert_targets = Table(
    "alert_targets",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("session", ForeignKey("sessions.hash", ondelete="CASCADE"), index=True),  # of the browser
    Column("channel", String(5), nullable=False),  # push, email
    Column("address", String(1000), nullable=False),
    Column("key", String(100)),  # of the browser, to encrypt for it
    Column("auth", String(40)),
    Column("created", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # NULL: a mail address whose owner has not agreed yet
    Column("failures", Integer, nullable=False, server_default="0"),  # in a row
    Column("next_try", BigInteger, nullable=False, server_default="0"),  # nothing is sent before
    Column("lease", BigInteger, nullable=False, server_default="0"),  # until then, one worker sends to it
    Index("alert_targets_by_address", "address"),
)

# Alerts that wait to be sent, and those that were sent or seen, so that nobody gets one twice.
alerts = Table(
    "alerts",
    metadata,
    Column("target", ForeignKey("alert_targets.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(16), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),  # of the log entry that it is about
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger),  # NULL: done
    Index("alerts_by_due", "due"),
)

# Mails that asked somebody to confirm an address, to limit them.
confirmation_mails = Table(
    "confirmation_mails",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("address", String(64), nullable=False, index=True),  # its hash
    Column("person", String(16), nullable=False, index=True),
    Column("sent", BigInteger, nullable=False),
)

# Work that one worker does at a time.
leases = Table(
    "leases",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Keys of the server itself, such as the one that signs cookies.
server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
