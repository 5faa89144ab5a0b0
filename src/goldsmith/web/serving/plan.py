"""What to serve and how."""

from __future__ import annotations

from pathlib import Path

import msgspec

from goldsmith.errors import InputError, Remedy
from goldsmith.web.workbench import ServerSettings

#: The port unless another is named.
PORT = 8642


class ServePlan(msgspec.Struct, frozen=True):
    """What to serve and how.

    Attributes:
        folder: The folder of the server.
        database: The address of a PostgreSQL database; SQLite in the folder by default.
        host: The address to listen at.
        port: The port; 0 for any free port.
        workers: How many processes answer requests.
        access_log: Whether to log every request, without the values of its query.
        jobs: Whether to start a worker for jobs.
        settings: The settings of the server.
    """

    folder: str
    database: str = ""
    host: str = "127.0.0.1"
    port: int = PORT
    workers: int = 1
    access_log: bool = False
    jobs: bool = True
    settings: ServerSettings = ServerSettings()

    @property
    def path(self) -> Path:
        """The folder of the server."""
        return Path(self.folder)


def check_plan(plan: ServePlan) -> None:
    """Check a plan.

    Raises:
        InputError: The plan cannot be carried out.
    """
    if plan.workers > 1 and not plan.database:
        raise InputError(
            f"{plan.workers} workers need PostgreSQL: SQLite has one writer",
            where="workers",
            expected="1, or a PostgreSQL database",
            remedy=Remedy.NAME_DATABASE,
        )
    base = plan.settings.base_path
    if base and (not base.startswith("/") or base.endswith("/") or "//" in base or "?" in base):
        raise InputError(
            "this is not a valid base path",
            where="base path",
            expected="a path such as /goldsmith, without a trailing slash",
        )
