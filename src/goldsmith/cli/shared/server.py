"""The server that a command talks to: a running server, or one started on a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.client import Client
    from goldsmith.store.jobs.model import Job

#: The environment variable that contains the token.
TOKEN = "GOLDSMITH_TOKEN"
ADDRESS = "http://127.0.0.1:8642"

SERVER = typer.Option(
    "",
    "--server",
    envvar="GOLDSMITH_SERVER",
    help=f"The address of the server; {ADDRESS} by default. The token comes from {TOKEN}.",
    metavar="URL",
)
FOLDER = typer.Option(
    None, "--folder", help="Work on the folder of a stopped server, as its owner."
)
DATABASE = typer.Option(
    "",
    "--database",
    envvar="GOLDSMITH_DATABASE",
    help="With --folder: its PostgreSQL database, if it has one.",
    metavar="URL",
)


@contextmanager
def connect(server: str, folder: Path | None, database: str) -> Iterator[Client]:
    """Open a client of a running server, or of one started for this command."""
    from goldsmith.client import Client

    if folder is None:
        with Client(server or ADDRESS, get_token()) as client:
            yield client
        return
    from goldsmith.web.serving.local import open_folder

    if server:
        raise InputError("--server and --folder exclude each other")
    with (
        open_folder(folder.absolute(), database) as local,
        Client(local.address, local.token) as client,
    ):
        yield client


def get_token() -> str:
    """Return the token of the user.

    Raises:
        InputError: The environment has no token.
    """
    token = os.environ.get(TOKEN, "")
    if not token:
        raise InputError(
            f"the environment has no {TOKEN}",
            remedy="Make a token with goldsmith project token, or use --folder",
        )
    return token


def follow(client: Client, job: Job) -> Job:
    """Report the progress of a job on a terminal, and return it when it has ended."""
    step = ""
    for state in client.jobs.watch(job.id):
        if state.step != step:
            step = state.step
            output.report_progress(f"{state.kind}: {step}")
    return client.jobs.wait(job.id)
