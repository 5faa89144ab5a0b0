"""The worker as a separate process, monitored and restarted.

    python -m goldsmith.project.jobs.process FOLDER

The first line of its standard input is the address of a PostgreSQL database, empty for SQLite. It
may contain a password, which must not appear in the arguments or the environment. The process stops
on SIGTERM, and when its standard input ends: the system closes it when the server dies, so no
worker outlives its server.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType

from goldsmith.project.jobs.worker import run_worker

#: The pause before a process that died is started again, in seconds; doubled each time.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 10.0
#: How long a worker may take to return its job to the queue, in seconds.
_PATIENCE = 10.0
#: How often the server checks whether the worker should stop, in seconds.
_LOOK = 0.2
_log = logging.getLogger(__name__)


class WorkerProcess:
    """A worker in a separate process, restarted whenever it dies.

    Example:
        with WorkerProcess(folder, url):
            serve()
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        self._folder, self._url = folder, url
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._watch, name="workers", daemon=True)

    def __enter__(self) -> WorkerProcess:
        self._process = self._start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The id of the present process."""
        assert self._process is not None, "the worker was not started"
        return self._process.pid

    def stop(self) -> None:
        """Stop the worker; an unfinished job returns to the queue."""
        self._stopping.set()
        self._thread.join()  # it starts no further process now
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        _close_input(process)

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "goldsmith.project.jobs.process", str(self._folder.absolute())],
            stdin=subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write(f"{self._url}\n".encode())
        process.stdin.flush()
        return process

    def _watch(self) -> None:
        pause, started_at = _FIRST_PAUSE, time.monotonic()
        while not self._stopping.is_set():
            process = self._process
            assert process is not None
            try:
                process.wait(_LOOK)
            except subprocess.TimeoutExpired:
                continue
            _close_input(process)
            _log.error("the worker died (%d); starting another", process.returncode)
            lasted = time.monotonic() - started_at
            pause = _FIRST_PAUSE if lasted > _LONGEST_PAUSE else min(2 * pause, _LONGEST_PAUSE)
            if self._stopping.wait(pause):
                return
            self._process, started_at = self._start(), time.monotonic()


def _close_input(process: subprocess.Popen[bytes] | None) -> None:
    if process is not None and process.stdin is not None:
        process.stdin.close()


def main() -> None:
    """Run a worker on the folder that the command line names."""
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("goldsmith").setLevel(logging.INFO)
    stop = threading.Event()

    def stop_on_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop_on_signal)
    url = sys.stdin.buffer.readline().decode().strip()
    threading.Thread(target=_wait_for_end, args=(stop,), daemon=True).start()
    run_worker(Path(sys.argv[1]), url, stop)


def _wait_for_end(stop: threading.Event) -> None:
    """Set `stop` when standard input ends."""
    while os.read(0, 1024):  # not through `sys.stdin`: its lock would still be held at exit
        pass
    stop.set()


if __name__ == "__main__":
    main()
