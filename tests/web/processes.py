"""A real server in its own process, as `goldsmith serve` starts it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.running import make_command
from tests.store.builders import World

from goldsmith.client import Client
from goldsmith.store.access import Role, Scope
from goldsmith.store.database import Database
from goldsmith.store.people.tokens import make_token

PASSWORD = "correct horse battery"


class ServerProcess:
    """A running server; `address` is the address that it printed."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._errors = (folder.parent / f"{folder.name}.err").open("w+")
        self.process = subprocess.Popen(
            make_command("serve", folder, "--port", "0", *options),
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={**os.environ, "GOLDSMITH_OWNER_PASSWORD": PASSWORD},
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline().strip()
        assert self.line, self.read_errors()
        self.address = self.line.partition("/set-up")[0].rstrip("/")

    def read_errors(self) -> str:
        """Return the text that the server wrote to standard error."""
        self._errors.seek(0)
        return self._errors.read()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def close(self) -> None:
        """Kill the server if it is still running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()


@contextmanager
def start_server(folder: Path, *options: str) -> Iterator[ServerProcess]:
    """Start a server on a folder, and stop it at the end."""
    server = ServerProcess(folder, *options)
    try:
        yield server
    finally:
        server.close()


def make_annotator(server: ServerProcess, url: str = "") -> tuple[Client, str]:
    """Add a project with an annotator to a running server; return their client and their set."""
    database = Database(server.folder, url)
    world = World(database)
    ann = world.add_person("ann", Role.ANNOTATOR)
    document = world.add_document()
    set_id = world.add_set(document, ann)
    world.add_task(world.add_batch(document), document, ann, set_id)
    with database.write() as connection:
        token = make_token(connection, ann, "test", list(Scope))
    database.close()
    return Client(server.address, token), set_id
