"""How Alembic gets at the database: `migrate.upgrade` gives it a connection."""

from alembic import context

from imhotep.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
