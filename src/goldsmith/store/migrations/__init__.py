"""Versions of the tables; the server upgrades a database of an earlier version on start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from goldsmith.errors import InputError
from goldsmith.store.database import Database
from goldsmith.store.tables.words import create_index


def prepare(database: Database) -> None:
    """Create the tables of an empty database, or bring those of an earlier version up to date.

    Raises:
        InputError: A newer Goldsmith made the database.
    """
    with database.write() as connection:
        config = make_config(connection)
        revisions = {
            entry.revision for entry in ScriptDirectory.from_config(config).walk_revisions()
        }
        present = MigrationContext.configure(connection).get_current_revision()
        if present is not None and present not in revisions:
            raise InputError(
                f"a newer version of Goldsmith made this database (tables {present})",
                where=database.url.render_as_string(hide_password=True),
                remedy="Install that version, or restore a backup of this one",
            )
        command.upgrade(config, "head")
        create_index(connection)


def make_config(connection: Connection) -> Config:
    """Return the configuration of Alembic for an open transaction."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    return config
