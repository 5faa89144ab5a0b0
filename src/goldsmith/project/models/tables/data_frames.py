"""Annotate a Spark DataFrame of notes, inside a user's own job or notebook."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from goldsmith.core import Document
from goldsmith.errors import InputError, MissingExtra
from goldsmith.formats.parquet.files import BATCH_ROWS
from goldsmith.formats.parquet.schema import DOCUMENT
from goldsmith.formats.shared.native import fill_mention_texts
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import (
    LONGEST_NOTE,
    ExtractOptions,
    annotate_groups,
    check_notes,
    choose_start,
    list_read_errors,
)
from goldsmith.project.models.tables.part_worker import find_model
from goldsmith.project.models.tables.parts import decode_rows
from goldsmith.runners.annotate import Failure, describe_failure

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: The columns of a result: the columns of documents, and the reason why a note failed.
RESULT = pa.schema([*DOCUMENT.fields, pa.field("error", pa.string())])
_state: tuple[bytes, Any] | None = None


def extract_data_frame(
    dataframe: DataFrame,
    model: Path,
    *,
    set_name: str = "system",
    only: bool = False,
    source_set: str = "",
    layers: tuple[str, ...] = (),
    longest_note: int = LONGEST_NOTE,
) -> DataFrame:
    """Return a DataFrame with the annotated notes (see `goldsmith.spark.extract`)."""
    try:
        from pyspark.sql.pandas.types import from_arrow_schema
    except ImportError:
        raise MissingExtra("Spark", "spark") from None
    if missing := [name for name in DOCUMENT.required if name not in dataframe.columns]:
        raise InputError(
            f"the DataFrame has no column {missing[0]}", expected="the columns id and text"
        )
    options = ExtractOptions(
        model.absolute(),
        set_name,
        only,
        source_set=source_set,
        layers=layers,
        longest_note=longest_note,
    )
    choose_start(load.load(model), options)
    names = [name for name in dataframe.columns if name in DOCUMENT.columns]
    return dataframe.select(*names).mapInArrow(_make_mapper(options), from_arrow_schema(RESULT))


def _make_mapper(
    options: ExtractOptions,
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    content = pickle.dumps(options)

    def map_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return annotate_batches(content, batches)

    return map_batches


def annotate_batches(content: bytes, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield batches of annotated notes; a note that fails keeps its row, with the reason.

    Spark sends many notes at once; only a few are decoded at a time.
    """
    options, pipeline = _prepare(content)
    for batch in batches:
        failed: list[Failure] = []
        notes = DocumentNotes(())
        readable = check_notes(_select_readable(batch, options, failed), notes, options)
        for made in annotate_groups(pipeline, options, readable):
            failed += made.failed
            yield _encode(made.documents)
        yield _encode((), [*list_read_errors(notes), *failed])


def _select_readable(
    batch: pa.RecordBatch, options: ExtractOptions, failed: list[Failure]
) -> Iterator[Document]:
    """Yield the notes of a batch; add rows that cannot be read to `failed`."""
    for start in range(0, len(batch), BATCH_ROWS):
        rows = batch.slice(start, BATCH_ROWS)
        for row in decode_rows(rows, "row ", start, longest_text=options.longest_note):
            if row.doc is not None:
                yield row.doc
            elif row.error is not None:
                failed.append(describe_failure(row.name, row.error))


def _prepare(content: bytes) -> tuple[ExtractOptions, Any]:
    """Return the options with the loaded model; a Spark Python worker loads it once."""
    global _state
    if _state is None or _state[0] != content:
        _state = None
        options: ExtractOptions = pickle.loads(content)
        _state = content, (options, load.load(find_model(options.model)))
    result: tuple[ExtractOptions, Any] = _state[1]
    return result


def _encode(docs: Sequence[Document], failed: Sequence[Failure] = ()) -> pa.RecordBatch:
    rows = [fill_mention_texts(doc) for doc in docs]
    rows += [Document(failure.id, "") for failure in failed]
    reasons = [None] * len(docs) + [failure.what or failure.error for failure in failed]
    columns = DOCUMENT.encode(rows).flatten()
    return pa.RecordBatch.from_arrays([*columns, pa.array(reasons, pa.string())], schema=RESULT)
