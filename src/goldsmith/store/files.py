"""The folders of a server's files: <folder>/files/<project>/<subject>/<name>."""

from __future__ import annotations

import re
from pathlib import Path

from goldsmith.errors import NotFound
from goldsmith.store.database import Database

#: The folder of files in the folder of a server.
FILES = "files"
#: The folder for files that belong to no project.
_SERVER = "server"
_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def get_folder(database: Database, project: str, subject: str, name: str) -> Path:
    """Return a folder of files; it need not exist.

    Args:
        database: The database of the server.
        project: The id of the project; "" for the whole server.
        subject: The kind of files: `imports`, `exports`, `models`, `releases`, `backups`.
        name: The name of the folder, usually the id of a job.

    Raises:
        NotFound: A name would lead outside the folder.
    """
    for part in (project or _SERVER, subject, name):
        if not _SAFE.fullmatch(part):
            raise NotFound("there is no such file")
    return database.folder / FILES / (project or _SERVER) / subject / name


def get_relative(database: Database, path: Path) -> str:
    """Return a path relative to the folder of files, as the database records it."""
    return path.relative_to(database.folder / FILES).as_posix()


def resolve(database: Database, path: str) -> Path:
    """Return the absolute path of a path recorded in the database.

    Raises:
        NotFound: The file no longer exists, or the path leads outside the folder.
    """
    root = (database.folder / FILES).resolve()
    place = (root / path).resolve()
    if not place.is_relative_to(root) or not place.exists():
        raise NotFound("the file is no longer on the server")
    return place
