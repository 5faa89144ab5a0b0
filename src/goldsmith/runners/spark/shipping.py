"""Ships a model to Spark's executors as an archive that Spark unpacks on each of them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def ship_folder(session: SparkSession, folder: Path) -> Iterator[None]:
    """Give every executor a copy of a folder, under the same name in Spark's files directory.

    Executors that are threads of this process use the folder itself, and nothing is copied.
    """
    master = str(session.sparkContext.master)
    if master == "local" or master.startswith("local["):
        yield
        return
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "copy"
        shutil.copytree(folder, copy)
        _fill_empty_folders(copy)
        archive = shutil.make_archive(str(Path(scratch) / folder.name), "zip", copy)
        session.sparkContext.addArchive(f"{archive}#{folder.name}")
        yield


def _fill_empty_folders(folder: Path) -> None:
    """Put a file into each empty folder, such as the folder of a component without state.

    Spark drops empty folders when it unpacks an archive.
    """
    for path in [path for path in folder.rglob("*") if path.is_dir()]:
        if not any(path.iterdir()):
            (path / ".keep").touch()
