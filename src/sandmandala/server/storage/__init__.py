"""The database: schema, migrations, and the writer. Knows nothing about games."""

from .database import open_database, opened
from .schema_upgrade import migrate, migrate_now
from .writer import TakenError, Writer

__all__ = ["TakenError", "Writer", "migrate", "migrate_now", "open_database", "opened"]
