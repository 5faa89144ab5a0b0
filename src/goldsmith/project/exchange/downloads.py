"""Files that jobs made, for people who may download them."""

from __future__ import annotations

from pathlib import Path

from goldsmith.errors import Conflict, NotFound
from goldsmith.project.jobs.kind import find_kind
from goldsmith.project.jobs.submit import require_kind
from goldsmith.store.access import Actor
from goldsmith.store.audit import record
from goldsmith.store.database import Database
from goldsmith.store.files import get_folder, resolve
from goldsmith.store.jobs.model import JobState
from goldsmith.store.jobs.releases import find_release_path
from goldsmith.store.jobs.views import get_job


def find_file(database: Database, actor: Actor, job_id: str) -> Path:
    """Return the file that a job made, and record the download.

    Raises:
        NotFound: There is no such job for this person, it made no file, or the file is gone.
        Forbidden: The person may no longer submit such a job.
        Conflict: The job has not ended.
    """
    with database.write() as connection:
        job = get_job(connection, actor, job_id)
        kind = find_kind(job.kind)
        require_kind(connection, actor, job.project, kind)
        if not job.has_ended:
            raise Conflict("the job has not ended. Wait for it")
        if job.state != JobState.DONE or not kind.files or not job.result:
            raise NotFound("the job made no file")
        path = get_folder(database, job.project, kind.files, job.id) / str(job.result["file"])
        if not path.is_file():
            raise NotFound("the file is no longer on the server")
        record(connection, actor, "file.download", project=job.project or None, detail=job.id)
    return path


def find_release_file(database: Database, actor: Actor, release: str) -> Path:
    """Return the file of a release, and record the download.

    Raises:
        NotFound: There is no such release for this person, or the file is gone.
        Forbidden: The person may not take releases.
    """
    with database.write() as connection:
        row, path = find_release_path(connection, actor, release)
        place = resolve(database, path)
        detail = f"{row.name}@{row.version}"
        record(connection, actor, "release.download", project=row.project, detail=detail)
    return place
