"""A real server process that can be killed at any moment."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ROOT = Path(__file__).parent.parent.parent
#: Below the ports of outgoing connections, so that a killed server gets its port back.
_PORTS = (20_000, 32_000)
#: How long a server may take to answer after its start, in seconds.
_PATIENCE = 60.0


class ServerProcess:
    """A server in its own process; it has the same port after every start.

    Args:
        folder: The folder of the server.
        url: The address of a PostgreSQL database; SQLite in the folder by default.
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        self.port = find_port()
        self._folder, self._url = folder, url
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        words = [sys.executable, "-m", "tests.server.run", str(self._folder), str(self.port)]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen([*words, self._url], cwd=_ROOT, stdout=log, stderr=log)
        end = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not start: {self.describe_end()}")
            time.sleep(0.02)

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Kill the server as a power failure would: it gets no chance to finish anything."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Ask the server to stop, and wait for it."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(timeout=_PATIENCE)

    def read_log(self) -> str:
        return (self._folder / "server.log").read_text(encoding="utf-8")

    def describe_end(self) -> str:
        """Return the exit code and the end of the log, for messages."""
        code = self._process.poll() if self._process else None
        return f"exit code {code}, log: {self.read_log()[-2000:]}"

    def measure_processor(self) -> float:
        """Return the processor time that the server has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def run_server(folder: Path, url: str = "") -> Iterator[ServerProcess]:
    """Run a server during the block."""
    server = ServerProcess(folder, url)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def find_port() -> int:
    """Return a free port that the system does not assign to outgoing connections."""
    while True:
        port = random.randrange(*_PORTS)
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
