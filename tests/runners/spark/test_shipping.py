"""A model that only the driver can read reaches the executors of a cluster as an archive."""

import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from goldsmith.examples import notes
from goldsmith.pipeline import Pipeline, parse_config
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import ExtractOptions
from goldsmith.project.models.extract_files import Target
from goldsmith.project.models.tables.extract_tables import extract_tables
from goldsmith.runners import LocalRunner

#: Extracts in a separate process, because the executors of a cluster need another session.
SCRIPT = """
import shutil, sys
from pathlib import Path
from goldsmith.project.models.annotate_notes import ExtractOptions
from goldsmith.project.models.extract_files import Target
from goldsmith.project.models.tables.extract_tables import extract_tables
from goldsmith.runners.place import Place, open_place

source, model, out = map(Path, sys.argv[1:])
settings = {"spark.ui.enabled": "false"}
place = Place("spark", master="local-cluster[1,1,1024]", settings=settings)
with open_place(place, ship=model) as make_runner:
    def make_without_model(describe):
        shutil.rmtree(model)
        return make_runner(describe)
    extract_tables(source, ExtractOptions(model), Target(out), make_without_model, part_rows=4)
"""


#: A stateless component: its folder in the model is empty, and must be shipped too.
CONFIG = """
[terms]
demo = "demo"
[[component]]
use = "lookup"
type = "Condition"
"""


def read_bytes(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*.parquet")}


@pytest.mark.usefixtures("java")
def test_executors_use_the_archive_of_a_model(tmp_path: Path) -> None:
    config, model = parse_config(CONFIG, where="lookup"), tmp_path / "model"
    Pipeline(config, load.open_resources(config)).save(model)
    docs = list(notes.load_documents())[:8]
    source, shipped = tmp_path / "notes.parquet", tmp_path / "shipped"
    rows = {"id": [doc.id for doc in docs], "text": [doc.text for doc in docs]}
    pq.write_table(pa.table(rows), source)
    shutil.copytree(model, shipped)
    alone = Target(tmp_path / "alone")
    extract_tables(source, ExtractOptions(model), alone, lambda _: LocalRunner(), part_rows=4)
    command = [sys.executable, "-c", SCRIPT, str(source), str(shipped), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not shipped.exists()
    assert read_bytes(tmp_path / "out") == read_bytes(alone.out) != {}
