"""Extraction to tables: the same bytes on every runner, killed workers, bad notes, resumed runs."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.runners.spark.processes import find_descendants

import goldsmith
import goldsmith.spark
from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.examples import notes
from goldsmith.formats import write
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.models.annotate_notes import ExtractOptions
from goldsmith.project.models.extract_files import Target
from goldsmith.project.models.tables.extract_tables import TableExtraction, extract_tables
from goldsmith.runners import LocalRunner, ProcessRunner, Runner, Task
from goldsmith.runners.spark import SparkRunner

MakeRunner = Callable[[Callable[[], str]], Runner]
TEXT = "The patient has breast cancer and chest pain. No fever. "
LONGEST = 6_000_000


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Write forty notes to two files, as a hospital's database exports them."""
    folder = tmp_path / "notes"
    folder.mkdir()
    docs = [msgspec.structs.replace(doc, sets={}) for doc in notes.load_documents()]
    write(docs[:25], folder / "a.parquet", "parquet")
    rows = {"id": [doc.id for doc in docs[25:]], "text": [doc.text for doc in docs[25:]]}
    pq.write_table(pa.table(rows), folder / "b.parquet")
    return folder


def run(
    source: Any, model: Path, out: Path, make_runner: MakeRunner, **options: Any
) -> TableExtraction:
    target = Target(out, resume=options.pop("resume", False))
    settings = ExtractOptions(model, longest_note=LONGEST)
    return extract_tables(source, settings, target, make_runner, part_rows=4)


def read_bytes(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*.parquet")}


def test_tables_have_the_same_bytes_on_every_runner(
    spark: Any, model: Path, corpus: Path, tmp_path: Path
) -> None:
    runners: dict[str, MakeRunner] = {
        "local": lambda _: LocalRunner(),
        "processes": lambda _: ProcessRunner(2),
        "spark": lambda describe: SparkRunner(spark, describe=describe),
    }
    done = {name: run(corpus, model, tmp_path / name, make) for name, make in runners.items()}
    tables = [read_bytes(tmp_path / name) for name in runners]
    assert tables[0] == tables[1] == tables[2] and len(tables[0]) == 8 * done["spark"].parts
    assert done["spark"].documents == 40 and done["spark"].mentions == done["local"].mentions
    expected = {doc.id: doc.sets["system"] for doc in goldsmith.extract(corpus, model=model)}
    written = {doc.id: doc.sets["system"] for doc in goldsmith.read(tmp_path / "spark/documents")}
    assert {name: strip_texts(set_) for name, set_ in written.items()} == expected


def strip_texts(set_: goldsmith.AnnotationSet) -> goldsmith.AnnotationSet:
    mentions = tuple(msgspec.structs.replace(mention, text="") for mention in set_.mentions)
    return msgspec.structs.replace(set_, mentions=mentions)


def write_bad_notes(path: Path) -> Path:
    """Write notes that fail for every possible reason, a good note, and a note of 5 MB."""
    texts = {
        "fine": TEXT.encode(),
        "binary": b"\x00\x01\x02",
        "latin-1": "Fièvre élevée".encode("latin-1"),
        "utf-16": TEXT.encode("utf-16"),
        "none": None,
        "empty": b"",
        "blank": b" \n ",
        "long": TEXT.encode() + (b"a" * 499 + b"\n") * 10_000,
        "../outside": TEXT.encode(),
        "endless": b"a" * (LONGEST + 1),
    }
    table = pa.table({"id": list(texts), "text": pa.array(texts.values(), pa.binary())})
    pq.write_table(table, path)
    return path


def check_bad_notes(out: Path, done: TableExtraction) -> None:
    assert (done.documents, done.failed) == (2, 8)
    failures = pq.read_table(out / "failures").to_pylist()
    reasons = {row["id"]: row["what"] for row in failures}
    expected = {
        "binary": "zero bytes",
        "latin-1 (bad.parquet, row group 0, row 3)": "the text is not UTF-8",
        "utf-16 (bad.parquet, row group 0, row 4)": "the text is not UTF-8",
        "none (bad.parquet, row group 0, row 5)": "the row has no text",
        "empty": "the note is empty",
        "blank": "the note is empty",
        "bad.parquet, row group 0, row 9": "outside",
        "endless": "the note has 6,000,001 characters; expected at most 6,000,000",
    }
    assert reasons.keys() == expected.keys()
    assert all(expected[name] in reason for name, reason in reasons.items()), reasons
    assert "Fi" not in str(failures) and "patient" not in str(failures)
    ids = pq.read_table(out / "documents", columns=["id"])["id"].to_pylist()
    assert ids == ["fine", "long"]


def test_bad_notes_are_in_the_table_of_failures_on_every_runner(
    spark: Any, model: Path, tmp_path: Path
) -> None:
    source = write_bad_notes(tmp_path / "bad.parquet")
    runners: dict[str, MakeRunner] = {
        "local": lambda _: LocalRunner(),
        "processes": lambda _: ProcessRunner(2),
        "spark": lambda _: SparkRunner(spark),
    }
    for name, make in runners.items():
        check_bad_notes(tmp_path / name, run(source, model, tmp_path / name, make))
    tables = [read_bytes(tmp_path / name) for name in runners]
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.parametrize("runner", [LocalRunner(), ProcessRunner(2)])
def test_oversized_note_alone_in_its_row_group_is_refused_unread(
    runner: Runner, model: Path, tmp_path: Path
) -> None:
    path = tmp_path / "notes.parquet"
    texts = ["a" * (5 * LONGEST), TEXT]
    pq.write_table(pa.table({"id": ["long", "fine"], "text": texts}), path, row_group_size=1)
    done = run(path, model, tmp_path / "out", lambda _: runner)
    assert (done.documents, done.failed) == (1, 1)
    [row] = pq.read_table(tmp_path / "out/failures").to_pylist()
    assert row["id"] == "long" and "bytes; expected at most 24,000,000" in row["what"]


def test_long_note_in_another_format_is_a_failure(model: Path, tmp_path: Path) -> None:
    source = DocumentNotes([Document("fine", TEXT), Document("long", "a" * (LONGEST + 1))])
    done = run(source, model, tmp_path / "out", lambda _: LocalRunner())
    rows = pq.read_table(tmp_path / "out/failures").to_pylist()
    assert (done.documents, done.failed) == (1, 1) and [row["id"] for row in rows] == ["long"]
    assert "the note has 6,000,001 characters" in rows[0]["what"]


def write_repeated_ids(folder: Path) -> Path:
    """Write notes with two repeated ids: one in the same part, one in another file."""
    folder.mkdir()
    first = {"id": ["a", "b", "a", "c", "d", "e"], "text": [TEXT] * 6}
    second = {"id": [b"f", b"b", b"\xff"], "text": [TEXT] * 3}
    pq.write_table(pa.table(first), folder / "1.parquet", row_group_size=5)
    pq.write_table(pa.table(second), folder / "2.parquet")
    return folder


def check_repeated_ids(out: Path, done: TableExtraction) -> None:
    assert (done.documents, done.failed) == (6, 3)
    ids = pq.read_table(out / "documents", columns=["id"])["id"].to_pylist()
    assert ids == ["a", "b", "c", "d", "e", "f"]
    rows = pq.read_table(out / "failures").to_pylist()
    repeated = [(row["id"], row["error"]) for row in rows if "occurs twice" in row["what"]]
    assert repeated == [("a", "InputError"), ("b", "InputError")]
    assert set(pq.read_table(out / "mentions")["document"].to_pylist()) == set(ids)


@pytest.mark.parametrize("runner", [LocalRunner(), ProcessRunner(2)])
def test_repeated_id_is_a_failure(runner: Runner, model: Path, tmp_path: Path) -> None:
    source = write_repeated_ids(tmp_path / "notes")
    done = run(source, model, tmp_path / "out", lambda _: runner)
    check_repeated_ids(tmp_path / "out", done)


def test_repeated_id_is_a_failure_on_spark(spark: Any, model: Path, tmp_path: Path) -> None:
    source = write_repeated_ids(tmp_path / "notes")
    done = run(source, model, tmp_path / "out", lambda _: SparkRunner(spark))
    check_repeated_ids(tmp_path / "out", done)


def test_damaged_ids_are_an_input_error(model: Path, tmp_path: Path) -> None:
    source = tmp_path / "notes.parquet"
    pq.write_table(pa.table({"id": ["a", "b"], "text": [TEXT] * 2}), source, compression="gzip")
    content = source.read_bytes()
    start = pq.read_metadata(source).row_group(0).column(0).data_page_offset
    source.write_bytes(content[:start] + b"\0" * 20 + content[start + 20 :])
    with pytest.raises(InputError, match="not a readable Parquet file"):
        run(source, model, tmp_path / "out", lambda _: LocalRunner())


def find_python_workers() -> list[int]:
    """Return the pids of this process's Python workers of Spark, without their daemon."""
    processes = find_descendants(os.getpid(), b"pyspark.daemon")
    daemons = {process.pid for process in processes}
    return [process.pid for process in processes if process.parent in daemons]


def test_killed_python_worker_does_not_change_the_result(
    spark: Any, model: Path, corpus: Path, tmp_path: Path
) -> None:
    run(corpus, model, tmp_path / "calm", lambda _: LocalRunner())
    killed: list[int] = []

    def kill_a_worker() -> None:
        for _ in range(3_000):
            if list((tmp_path / "out.run/parts").glob("0*")) and (pids := find_python_workers()):
                os.kill(pids[0], signal.SIGKILL)
                killed.append(pids[0])
                return
            time.sleep(0.002)

    thread = threading.Thread(target=kill_a_worker)
    thread.start()
    run(corpus, model, tmp_path / "out", lambda _: SparkRunner(spark))
    thread.join()
    assert killed and read_bytes(tmp_path / "out") == read_bytes(tmp_path / "calm")


class Interrupted(LocalRunner):
    """A runner whose process dies after three items."""

    def run(self, task: Task[Any, Any, Any], items: Any) -> Iterator[Any]:
        yield from super().run(task, list(items)[:3])
        raise KeyboardInterrupt


def test_run_is_resumed_on_spark_after_the_driver_died(
    spark: Any, model: Path, corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run(corpus, model, out, lambda _: Interrupted())
    assert not out.exists()
    with pytest.raises(InputError, match="an earlier run was not finished"):
        run(corpus, model, out, lambda _: LocalRunner())
    done = run(corpus, model, out, lambda _: SparkRunner(spark), resume=True)
    assert done.resumed == 3 and done.documents == 40
    run(corpus, model, tmp_path / "calm", lambda _: LocalRunner())
    assert read_bytes(out) == read_bytes(tmp_path / "calm")
    assert not (tmp_path / "out.run").exists()


def test_notes_in_memory_are_extracted_to_tables(model: Path, tmp_path: Path) -> None:
    source = DocumentNotes(list(notes.load_documents())[:5])
    done = run(source, model, tmp_path / "out", lambda _: LocalRunner())
    assert (done.documents, done.parts) == (5, 2)
    mentions = pq.read_table(tmp_path / "out/mentions").to_pylist()
    assert len(mentions) == done.mentions.total()
    docs = {doc.id: doc.text for doc in notes.load_documents()}
    whole = [row for row in mentions if row["fragments"] == 1]
    assert whole
    for row in whole:
        assert docs[row["document"]][row["start"] : row["end"]].split() == row["text"].split()


def test_data_frame_is_annotated(spark: Any, model: Path, corpus: Path) -> None:
    notes_frame = spark.read.parquet(str(corpus / "b.parquet"))
    frame = goldsmith.spark.extract(notes_frame, model)
    rows = {row["id"]: row for row in frame.collect()}
    expected = {doc.id: doc for doc in goldsmith.extract(corpus / "b.parquet", model=model)}
    assert rows.keys() == expected.keys()
    for name, doc in expected.items():
        [annotated] = rows[name]["sets"]
        spans = [mention["spans"][0]["start"] for mention in annotated["mentions"]]
        assert spans == [mention.start for mention in doc.sets["system"].mentions]
        assert rows[name]["error"] is None and rows[name]["text"] == doc.text


def test_data_frame_without_texts_is_refused(spark: Any, model: Path, corpus: Path) -> None:
    frame = spark.read.parquet(str(corpus / "b.parquet")).select("id")
    with pytest.raises(InputError, match="no column text; expected the columns id and text"):
        goldsmith.spark.extract(frame, model)


def test_bad_notes_of_a_data_frame_keep_their_rows(spark: Any, model: Path, tmp_path: Path) -> None:
    source = write_bad_notes(tmp_path / "bad.parquet")
    frame = goldsmith.spark.extract(spark.read.parquet(str(source)), model, longest_note=LONGEST)
    rows = {row["id"].partition(" (")[0]: row for row in frame.select("id", "error").collect()}
    failed = {name: row["error"] for name, row in rows.items() if row["error"]}
    assert rows.keys() - failed.keys() == {"fine", "long"}
    assert {"binary", "latin-1", "utf-16", "none", "empty", "blank"} <= failed.keys()
    assert failed["endless"] == "the note has 6,000,001 characters; expected at most 6,000,000"
    assert len(failed) == 8 and "patient" not in str(failed)
    texts = {row["id"]: row["text"] for row in frame.where("error is null").collect()}
    assert texts["fine"] == TEXT and len(texts["long"]) == len(TEXT) + 5_000_000


def test_repeated_ids_of_a_data_frame_are_all_annotated(
    spark: Any, model: Path, tmp_path: Path
) -> None:
    pq.write_table(pa.table({"id": ["a", "a"], "text": [TEXT] * 2}), tmp_path / "notes.parquet")
    frame = goldsmith.spark.extract(spark.read.parquet(str(tmp_path / "notes.parquet")), model)
    rows = frame.select("id", "error").collect()
    assert [(row["id"], row["error"]) for row in rows] == [("a", None), ("a", None)]
