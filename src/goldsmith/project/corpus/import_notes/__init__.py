"""Import notes: from tables, JSON, text files and databases, with any column names."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, quote_id
from goldsmith.formats import get, write
from goldsmith.formats.safe_names import check_file_names
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.import_notes.columns import (
    FIELDS,
    ColumnOptions,
    ColumnPlan,
    plan_columns,
)
from goldsmith.project.corpus.import_notes.opening import open_source
from goldsmith.project.corpus.import_notes.rows import (
    MAX_LISTED,
    BadRows,
    Reading,
    ReadOptions,
    Row,
    RowSource,
)
from goldsmith.project.corpus.import_notes.sql import hide_password, is_address
from goldsmith.project.corpus.import_notes.survey import survey_first

__all__ = ["FIELDS", "ColumnOptions", "Import", "ReadOptions", "import_notes"]

_NO_COLUMNS, _NO_OPTIONS = ColumnOptions(), ReadOptions()


class Import(msgspec.Struct, frozen=True):
    """The outcome of an import."""

    source: str
    out: str
    format: str
    documents: int
    empty: int
    """Rows without text, which were left out."""
    first_empty: list[int]
    """The numbers of the first of them."""
    reading: Reading
    columns: ColumnPlan
    dropped: dict[str, int]


def import_notes(
    source: str,
    out: Path,
    *,
    to: str = "corpus",
    columns: ColumnOptions = _NO_COLUMNS,
    options: ReadOptions = _NO_OPTIONS,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> Import:
    """Write the notes of a source as a corpus; after an error there is no output.

    The source is read twice: first to detect its format and the content of its columns, then to
    write the notes. Neither pass keeps more than a row in memory, except for hashes of the ids.

    Args:
        source: A file of rows (CSV, TSV, JSON), a folder or archive of text files, a SQLite file,
            or the URL of a database.
        out: The folder or file to write.
        to: The name of the format to write.
        columns: The columns that the user names; the others are detected.
        options: How to read the source; unspecified options are detected.
        allow_loss: What may be dropped: names of features, or "all".
        overwrite: Replace an existing output.
        track: Shows progress.

    Raises:
        InputError: The source cannot be read, a column does not exist, or rows are wrong.
        LossError: The format cannot carry something that `allow_loss` does not name.
        MissingExtra: The source is a database that needs SQLAlchemy.
    """
    target = get(to)
    _check_out(source, out, overwrite=overwrite)
    with closing(open_source(source, options)) as opened:
        rows, survey = survey_first(opened.ways)
        plan = plan_columns(columns, survey, rows.roles, rows.where)
        notes = _Notes(rows, plan)
        docs = track(notes, survey.rows)
        written = write(docs, out, target, allow_loss=allow_loss, overwrite=overwrite)
    return Import(
        hide_password(source) if is_address(source) else source,
        str(out),
        target.name,
        written.documents,
        notes.empty,
        notes.first_empty,
        rows.describe(),
        plan,
        written.dropped,
    )


def _check_out(source: str, out: Path, *, overwrite: bool) -> None:
    storage.check_free(out, overwrite=overwrite)
    if not is_address(source) and Path(source).resolve().is_relative_to(out.resolve()):
        raise InputError(
            "the output would replace the source", where=str(out), remedy=Remedy.CHOOSE_OUTPUT
        )


class _Notes:
    """The documents of a source. Errors of rows are collected and raised at the end."""

    def __init__(self, source: RowSource, plan: ColumnPlan) -> None:
        self.empty = 0
        self.first_empty: list[int] = []
        self._source, self._plan = source, plan
        self._errors: list[InputError] = []
        self._error_count = 0
        self._rows: dict[int, int] = {}
        """Hash of an id -> number of its row."""

    def __iter__(self) -> Iterator[Document]:
        for row in self._source.read():
            try:
                doc = self._make_document(row)
            except InputError as error:
                self._add_error(error)
                continue
            if doc and not self._error_count:
                yield doc
        if self._error_count:
            raise self._summarise_errors()

    def _make_document(self, row: Row) -> Document | None:
        doc = self._plan.make_document(row)
        if doc is None:
            self.empty += 1
            self.first_empty += [row.number] if self.empty <= MAX_LISTED else []
            return None
        first = self._rows.setdefault(hash(doc.id), row.number)
        if first != row.number:
            raise row.make_error(
                f"the id {quote_id(doc.id)} is also the id of row {first:,}",
                expected="a different id for each note",
                remedy=Remedy.NUMBER_NOTES,
            )
        try:
            check_file_names(doc)
        except InputError as error:
            remedy = Remedy.NUMBER_NOTES
            raise row.make_error(error.what, expected=error.expected, remedy=remedy) from None
        return doc

    def _add_error(self, error: InputError) -> None:
        self._error_count += 1
        if len(self._errors) < MAX_LISTED:
            self._errors.append(error)

    def _summarise_errors(self) -> InputError:
        if self._error_count == 1:
            return self._errors[0]
        return BadRows(self._errors, total=self._error_count)
