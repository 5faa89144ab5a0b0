"""Jobs: submit, watch and cancel them, and download the files that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from goldsmith.client.base import Resource
from goldsmith.client.ids import make_uuid7
from goldsmith.errors import GoldsmithError
from goldsmith.project.exchange.uploads import Upload
from goldsmith.project.jobs.catalogue import KindEntry
from goldsmith.store.jobs.model import Job, JobState, NewJob
from goldsmith.store.paging import PAGE, Page

_PIECE = 1 << 20


class JobFailed(GoldsmithError):
    """A job failed or was cancelled; `job` contains the reason."""

    def __init__(self, job: Job) -> None:
        self.job = job
        super().__init__(job.error.message if job.error else f"the job was {job.state}")


class Jobs(Resource):
    """The jobs of a project, or of the whole server.

    Example:
        >>> job = client.jobs.submit(project, "export", format="brat")
        >>> for state in client.jobs.watch(job.id):
        ...     print(state.step, state.progress, state.total)
        >>> client.jobs.download(job.id, "notes.zip")
    """

    def list_kinds(self) -> tuple[KindEntry, ...]:
        """Return the kinds of jobs, with the JSON schema of their arguments."""
        return self._caller.get("/api/job-kinds", tuple[KindEntry, ...])

    def submit(self, project: str, kind: str, *, id: str = "", **arguments: Any) -> Job:
        """Submit a job.

        Args:
            project: The project; "" for a job of the whole server.
            kind: What it does.
            id: Its id; made here by default.
            arguments: The arguments of the kind.

        Raises:
            InputError: The arguments do not match the kind.
        """
        return self._send(project, NewJob(id or make_uuid7(), kind, _make_plain(arguments)))

    def get(self, job: str) -> Job:
        """Return a job."""
        return self._caller.get(f"/api/jobs/{job}", Job)

    def list(
        self, project: str, *, kind: str = "", state: str = "", limit: int = PAGE, after: str = ""
    ) -> Page[Job]:
        """Return a page of the jobs of a project, or of the server, the newest first."""
        return self._caller.get(
            _address(project), Page[Job], kind=kind, state=state, limit=limit, after=after
        )

    def cancel(self, job: str) -> Job:
        """Cancel a job; a running job stops when its worker notices."""
        return self._caller.post(f"/api/jobs/{job}/cancel", Job, again=True)

    def watch(self, job: str) -> Iterator[Job]:
        """Yield a job whenever it has changed, until it has ended."""
        with self._caller.stream(f"/api/jobs/{job}/events") as response:
            for line in response.iter_lines():
                if line.startswith("data:"):
                    yield msgspec.json.decode(line.removeprefix("data:").strip(), type=Job)

    def wait(self, job: str) -> Job:
        """Wait until a job has ended, and return it.

        Raises:
            JobFailed: It failed, or was cancelled.
        """
        last = self.get(job)
        while not last.has_ended:
            for last in self.watch(job):  # noqa: B007 - the last state is what counts
                pass
        if last.state != JobState.DONE:
            raise JobFailed(last)
        return last

    def run(self, project: str, kind: str, *, id: str = "", **arguments: Any) -> Job:
        """Submit a job and wait until it has ended.

        Raises:
            JobFailed: It failed, or was cancelled.
        """
        return self.wait(self.submit(project, kind, id=id, **arguments).id)

    def download(self, job: str, path: Path | str) -> Path:
        """Write the file that a job made to a path, complete or not at all."""
        return self._caller.download(f"/api/jobs/{job}/file", Path(path))

    def _send(self, project: str, job: NewJob) -> Job:
        return self._caller.post(_address(project), Job, job, again=True)


class Imports(Jobs):
    """Imports: send a file, and have a job import it."""

    def run_file(self, project: str, path: Path | str, *, id: str = "", **arguments: Any) -> Job:
        """Send a file, import it and wait until the job has ended.

        Args:
            project: The project.
            path: A zip, a tar, or a single file of any registered format.
            id: The id of the job; made here by default.
            arguments: See `ImportArguments`: format, set_name, as_work, duplicates …

        Raises:
            JobFailed: The import failed; nothing was added to the project.
        """
        place, job = Path(path), id or make_uuid7()
        self.send(project, job, place.name, _read_pieces(place))
        return self.run(project, "import", id=job, file=place.name, **arguments)

    def send(self, project: str, job: str, file: str, content: bytes | Iterable[bytes]) -> Upload:
        """Send a file, whole or in chunks, under the id of the job that will import it."""
        address = f"/api/projects/{project}/imports/{job}"
        again = isinstance(content, bytes)
        return self._caller.call("PUT", address, Upload, content=content, again=again, file=file)


def _address(project: str) -> str:
    return f"/api/projects/{project}/jobs" if project else "/api/jobs"


def _read_pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece


def _make_plain(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: msgspec.to_builtins(value) for name, value in arguments.items()}
