"""A pseudonymise run that is stopped leaves behind no file with identifiers."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

#: Runs the command, and prints "ready" and pauses in the middle of the second pass.
STOPPING = """
import sys, time
from goldsmith.cli import main
from goldsmith.privacy import Pseudonymiser
apply, count = Pseudonymiser.apply, iter(range(100))
def stop(self, doc):
    if next(count) == 3:
        print("ready", flush=True)
        time.sleep(60)
    return apply(self, doc)
Pseudonymiser.apply = stop
sys.argv = ["goldsmith", *sys.argv[1:]]
main()
"""


def make_arguments(folder: Path) -> list[str]:
    records = folder / "r.csv"
    records.write_text("patient,surname\nP1,Tarrow\n", "utf-8")
    return [
        "pseudonymise", "demo", "--out", str(folder / "out"), "--review", str(folder / "review"),
        "--records", str(records), "--records-out", str(folder / "new.csv"), "--seed", "x",
    ]  # fmt: skip


def start_process(arguments: list[str]) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPING, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout and process.stdout.readline() == "ready\n"
    return process


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_stopped_run_leaves_nothing_behind(number: int, code: int, tmp_path: Path) -> None:
    process = start_process(make_arguments(tmp_path))
    hidden = [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert len(hidden) == 4  # the corpus, two review files, the records
    process.send_signal(number)
    _, message = process.communicate(timeout=30)
    assert process.returncode == code and "no partial output was written" in message
    assert list_names(tmp_path) == ["r.csv"]


def test_next_run_removes_the_files_of_a_killed_run(tmp_path: Path) -> None:
    arguments = make_arguments(tmp_path)
    process = start_process(arguments)
    process.kill()
    process.communicate(timeout=30)
    hidden = [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    review = [path for path in hidden if "review" in path.name]
    assert review and all(path.stat().st_mode & 0o077 == 0 for path in review)
    assert goldsmith(*arguments).returncode == 0
    assert list_names(tmp_path) == ["new.csv", "out", "r.csv", "review.html", "review.jsonl"]
