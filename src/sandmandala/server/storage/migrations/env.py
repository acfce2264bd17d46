"""Run by Alembic, within the transaction of the connection that it is given."""

from alembic import context

from sandmandala.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # also on SQLite, where schema_upgrade.py begins a real transaction
)
with context.begin_transaction():
    context.run_migrations()
