"""A cluster run that lost an executor and its driver is resumed and writes the same bytes."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cli.running import goldsmith, make_command
from tests.runners.spark.processes import find_descendants

from goldsmith.examples import notes

CLUSTER = ("--runner", "spark", "--master", "local-cluster[2,1,1024]")
EXECUTOR = b"CoarseGrainedExecutorBackend"
COPIES = 10
#: Parts that are finished when the driver dies.
FINISHED = 12


def count_parts(out: Path) -> int:
    return len(list((out.with_name(f"{out.name}.run") / "parts").glob("[0-9]*")))


def wait_for_parts(out: Path, count: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None and count_parts(out) < count:
        time.sleep(0.01)
    assert process.poll() is None, "the run ended before anything could be killed"


def read_bytes(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*.parquet")}


@pytest.mark.usefixtures("java")
def test_run_survives_the_loss_of_an_executor_and_its_driver(model: Path, tmp_path: Path) -> None:
    docs = list(notes.load_documents()) * COPIES
    rows = {"id": [f"n{at}" for at in range(len(docs))], "text": [doc.text for doc in docs]}
    source, out = tmp_path / "notes.parquet", tmp_path / "out"
    pq.write_table(pa.table(rows), source)
    options = ("extract", source, "--model", model, "--tables", "--part-rows", "4", "--out")
    alone = goldsmith(*options, tmp_path / "alone")
    assert alone.returncode == 0, alone.stderr

    command = make_command(*options, out, *CLUSTER, "--spark-conf", "spark.ui.enabled=false")
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for_parts(out, 1, process)
        os.kill(find_descendants(process.pid, EXECUTOR)[0].pid, signal.SIGKILL)
        wait_for_parts(out, FINISHED, process)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert not out.exists()
    resumed = goldsmith(*options, out, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    [earlier] = re.findall(r"\((\d+) from the earlier run\)", resumed.stderr)
    assert int(earlier) >= FINISHED  # a Python worker may have finished one more on its own
    assert read_bytes(out) == read_bytes(tmp_path / "alone") != {}
