"""The runner on a real Spark follows the protocol and survives the death of a worker."""

import time
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InputError
from goldsmith.runners import Task
from goldsmith.runners.spark import SparkRunner
from goldsmith.runners.spark.session import open_session
from goldsmith.testing import check_runner

DEADLY = """
import os, signal

def die_once(folder, number):
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number
"""


def test_spark_runner_conforms(spark: Any) -> None:
    runner = SparkRunner(spark)
    assert runner.workers == 2
    check_runner(runner)


def test_item_of_a_killed_worker_is_processed_again(spark: Any, tmp_path: Path) -> None:
    (tmp_path / "deadly_work.py").write_text(DEADLY)
    spark.sparkContext.addPyFile(str(tmp_path / "deadly_work.py"))
    import deadly_work  # type: ignore[import-not-found]

    task: Task[Path, int, int] = Task(Path, (str(tmp_path),), deadly_work.die_once)
    assert list(SparkRunner(spark).run(task, range(6))) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "died").exists()


def test_spark_ui_shows_the_description_of_a_job(spark: Any) -> None:
    runner = SparkRunner(spark, describe=lambda: "12 notes so far")
    task: Task[int, int, int] = Task(int, ("1",), max)
    assert list(runner.run(task, [2])) == [2]
    store = spark.sparkContext._jsc.sc().statusStore()
    deadline = time.monotonic() + 30
    while "12 notes so far" not in list_jobs(store) and time.monotonic() < deadline:
        time.sleep(0.1)  # the UI is updated with a delay
    assert "12 notes so far" in list_jobs(store)


def list_jobs(store: Any) -> list[str]:
    """Return the descriptions of the jobs that the Spark UI shows."""
    jobs = store.jobsList(None)
    texts = [jobs.apply(number).description() for number in range(jobs.size())]
    return [text.get() for text in texts if text.isDefined()]


def test_missing_java_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with (
        pytest.raises(InputError, match=r"no Java here.*apt-get install openjdk-17"),
        open_session("local[1,4]"),
    ):
        pass
