"""What the server keeps: the tables, and one writer that loses nothing."""

from .database import open_database, opened
from .schema_upgrade import migrate, migrate_now
from .writer import TakenError, Writer

__all__ = ["TakenError", "Writer", "migrate", "migrate_now", "open_database", "opened"]
