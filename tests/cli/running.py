"""Run commands in this process, or as separate processes for tests that depend on them."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from goldsmith.cli import main


class Completed(NamedTuple):
    """The outcome of a command."""

    returncode: int
    stdout: str
    stderr: str


def goldsmith(*arguments: object, stdin: str = "") -> Completed:
    """Run `goldsmith ARGUMENTS` in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
    return Completed(int(stop.value.code or 0), _read(out), _read(err))


def _read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def make_command(*arguments: object) -> list[str]:
    """Return the command line that runs a command as a process."""
    return [sys.executable, "-m", "goldsmith", *map(str, arguments)]


def run_process(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command as a separate process."""
    return subprocess.run(
        make_command(*arguments), capture_output=True, text=True, check=False, input=stdin
    )
