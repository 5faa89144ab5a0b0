"""The first pass over a source: the content of columns, and the choice of text and id."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from goldsmith.errors import InputError
from goldsmith.project.corpus.import_notes.rows import Row, RowSource

#: Ids that are safe as the names of files everywhere.
_PLAIN_ID = re.compile(r"\w(?:[\w.-]{0,38}\w)?")
_ID_NAME = re.compile(
    r"(?i:(?:^|[_\W])(?:id|identifier|key|uid|uuid|guid)$)|[a-z](?:ID|Id)$"  # note_id, noteId
)
ISO_DATE = re.compile(r"(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:[T ]\d\d:\d\d.*)?")


class ColumnSurvey:
    """The content of a column."""

    def __init__(self) -> None:
        self.length = 0
        self.filled = 0
        self.has_dates = True
        """Whether every value is an ISO 8601 date, with or without a time."""
        self._hashes: set[int] | None = set()

    def add(self, value: str) -> None:
        """Take a value into account."""
        if not value:
            return
        self.filled += 1
        self.length += len(value)
        self.has_dates = self.has_dates and bool(ISO_DATE.fullmatch(value))
        if self._hashes is not None:
            self._hashes.add(hash(value))
            if len(self._hashes) < self.filled or not _PLAIN_ID.fullmatch(value):
                self._hashes = None  # not a column of ids

    def is_id(self, rows: int) -> bool:
        """Return whether each of this number of rows has a different short value."""
        return self._hashes is not None and self.filled == rows


class Survey:
    """The contents of the columns of a source."""

    def __init__(self) -> None:
        self.rows = 0
        self.columns: dict[str, ColumnSurvey] = {}

    def add(self, row: Row) -> None:
        """Take a row into account."""
        self.rows += 1
        for column, value in row.cells.items():
            if column not in self.columns:
                self.columns[column] = ColumnSurvey()
            self.columns[column].add(value)

    def guess_text_column(self, columns: Collection[str]) -> str:
        """Return the column with the longest text on average, ignoring dates, or ""."""
        filled = [name for name in columns if self.columns[name].length]
        texts = [name for name in filled if not self.columns[name].has_dates] or filled
        return max(texts, key=lambda name: self.columns[name].length, default="")

    def guess_id_column(self, columns: Iterable[str]) -> str:
        """Return a column of short values that differ in every row; "" if there is none.

        A column with a name that suggests ids takes precedence.
        """
        candidates = [name for name in columns if self.columns[name].is_id(self.rows)]
        by_name = (name for name in candidates if _ID_NAME.search(name))
        return next(by_name, candidates[0] if candidates else "")


def survey_first(sources: Iterable[RowSource]) -> tuple[RowSource, Survey]:
    """Return the first source that can be read to its end, with the contents of its columns.

    Raises:
        InputError: No source can be read; the error is from the one that was read furthest.
    """
    failure: InputError | None = None
    farthest = -1
    for source in sources:
        survey = Survey()
        try:
            for row in source.read():
                survey.add(row)
        except InputError as error:
            if survey.rows > farthest:
                failure, farthest = error, survey.rows
        else:
            return source, survey
    assert failure is not None  # there is always a source
    raise failure
