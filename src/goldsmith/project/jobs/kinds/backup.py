"""Backup: the whole server as one archive, while it runs."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from goldsmith.project.exchange.backup import BackupResult, make_backup
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.store.audit import record

BACKUPS = "backups"


class BackupArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments: a backup contains everything."""


class BackupJob(JobKind[BackupArguments]):
    """Back up the database and the files of the whole server while it runs."""

    arguments = BackupArguments
    is_server_wide = True
    files = BACKUPS

    def run(self, context: JobContext, arguments: BackupArguments) -> BackupResult:
        """Write the archive into the folder of the job."""
        context.begin("copying")
        name = f"goldsmith-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
        folder = context.get_folder(BACKUPS)
        for old in folder.glob("*.zip"):
            old.unlink()  # from an attempt whose worker was killed
        made = make_backup(context.database, folder / name, context.advance)
        with context.database.write() as connection:
            record(connection, context.actor, "server.backup", detail=made.file)
        return made


provides = BackupJob()
