"""Opens Spark sessions with the settings that Goldsmith needs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from goldsmith.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: All cores of this machine, with up to four attempts per task. `local[*]` allows only one.
LOCAL = "local[*,4]"
_SETTINGS = {
    "spark.ui.showConsoleProgress": "false",
    # Python workers keep the model between tasks.
    "spark.python.worker.reuse": "true",
    # Report a worker killed by a signal with its Python traceback.
    "spark.python.worker.faulthandler.enabled": "true",
    "spark.task.maxFailures": "4",
}

#: Java only passes items on: optimising its compilation costs more time than it saves.
_LEAN_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@contextmanager
def open_session(
    master: str = LOCAL, *, settings: Mapping[str, str] | None = None
) -> Iterator[SparkSession]:
    """Open a Spark session and stop it at the end.

    Args:
        master: The address of the cluster manager: `local[2,4]`, `spark://host:7077`, `yarn` …
        settings: Spark settings, such as `spark.archives`.

    Raises:
        MissingExtra: PySpark is not installed.
        InputError: Java is missing, or Spark cannot start.
    """
    session = _start(master, {**_SETTINGS, **_make_local_settings(master), **(settings or {})})
    try:
        yield session
    finally:
        session.stop()


def _start(master: str, settings: Mapping[str, str]) -> SparkSession:
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtra("Spark", "spark") from None
    check_java()
    if master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("goldsmith").master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except (PySparkException, OSError, RuntimeError) as error:
        raise _make_start_error(master, error) from None
    except Exception as error:  # Py4J wraps Java's errors in its own classes
        if not type(error).__module__.startswith("py4j"):
            raise
        raise _make_start_error(master, error) from None
    session.sparkContext.setLogLevel("ERROR")
    return session


def _make_start_error(master: str, error: Exception) -> InputError:
    return InputError(
        f"Spark cannot start at {master} ({type(error).__name__})",
        expected="local[N,4], or the address of a cluster that can be reached",
        remedy="Check the address, and Java 17 or newer: java -version",
    )


def check_java() -> None:
    """Raise InputError if Java, which Spark needs, is missing."""
    if shutil.which("java") or os.environ.get("JAVA_HOME"):
        return
    raise InputError(
        "Spark needs Java, and there is no Java here",
        expected="Java 17 or newer on the path, or JAVA_HOME",
        remedy="Install it: apt-get install openjdk-17-jre-headless",
    )


def _make_local_settings(master: str) -> dict[str, str]:
    """Keep a local Spark off the network, and its Java off the workers' cores."""
    if not master.startswith("local"):
        return {}
    return {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.extraJavaOptions": _LEAN_JAVA,
        "spark.executor.extraJavaOptions": _LEAN_JAVA,
    }
