"""Write a migration for the changes to the tables since the last migration.

usage: .venv/bin/python -m scripts.migration "Add the column colour to tasks"
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.script import ScriptDirectory

from goldsmith.store.database import Database
from goldsmith.store.migrations import make_config, prepare


def main(message: str) -> None:
    """Compare the tables with a database made by the existing migrations; write the differences."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder))
        prepare(database)
        with database.write() as connection:
            config = make_config(connection)
            config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
            number = len(list(ScriptDirectory.from_config(config).walk_revisions())) + 1
            command.revision(config, message, autogenerate=True, rev_id=f"{number:04d}")
        database.close()


if __name__ == "__main__":
    main(sys.argv[1])
