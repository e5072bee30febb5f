"""Called by alembic with a connection that `store.migrate` has opened."""

from alembic import context

from kvartal.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
