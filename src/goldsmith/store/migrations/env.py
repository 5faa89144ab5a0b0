"""Alembic runs this file for every command; the connection comes from `make_config`."""

from __future__ import annotations

from alembic import context

from goldsmith.store.tables import metadata
from goldsmith.store.tables.words import is_index_table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by rebuilding it
    include_name=lambda name, kind, _parents: kind != "table" or not is_index_table(name),
    transactional_ddl=False,  # the caller opened the transaction
)
context.run_migrations()
