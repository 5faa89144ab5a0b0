"""Tables in CSV and TSV: tries delimiters and quoting styles until one fits the whole file."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldsmith.errors import InputError, Remedy, quote_id
from goldsmith.formats.damage import MAX_DOCUMENT_SIZE
from goldsmith.formats.tree import Tree
from goldsmith.project.corpus.import_notes.encodings import choose_encoding, read_text_lines
from goldsmith.project.corpus.import_notes.rows import (
    Reading,
    ReadOptions,
    Row,
    check_headings,
    check_text,
)

SUFFIXES = (".csv", ".tsv", ".tab", ".psv")
_DELIMITERS = {".tsv": "\t,;|", ".tab": "\t,;|", ".psv": "|,;\t"}
_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|"}
_EXCEL_HINT = "sep="
_LONGEST_HEADING = 200
#: Quoting style -> options of the csv module. `strict` refuses rows that do not follow it.
QUOTINGS: Mapping[str, Mapping[str, Any]] = {
    "doubled": {},
    "backslash": {"escapechar": "\\"},
    "none": {"quoting": csv.QUOTE_NONE},
}


class Table:
    """A file of rows and columns, read in a certain way."""

    roles: Mapping[str, str] = {}

    def __init__(self, tree: Tree, name: str, encoding: str, delimiter: str, quoting: str) -> None:
        self.where = tree.where(name)
        self.encoding, self.delimiter, self.quoting = encoding, delimiter, quoting
        self.refuses_quoted = False
        """Whether a cell in quotation marks shows that they are not part of the text."""
        self._tree, self._name = tree, name

    def describe(self) -> Reading:
        return Reading("table", {self.encoding: 1}, self.delimiter, self.quoting)

    def count_columns(self) -> int:
        """Return the number of cells in the first row; 0 if it cannot be split."""
        try:
            return len(_read_first(self._read_cells()))
        except csv.Error:
            return 0

    def read(self) -> Iterator[Row]:
        number = line = 0
        cells = self._read_cells()
        try:
            headings = _name_columns(_read_first(cells), self.where)
            for line, values in cells:
                if values:
                    number += 1
                    yield check_text(self._make_row(number, line, headings, values))
        except csv.Error as error:
            raise self._make_error(error, number + 1, line) from None

    def _read_cells(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the cells of each row, headings included, with the line where it begins."""
        csv.field_size_limit(MAX_DOCUMENT_SIZE)
        lines = read_text_lines(self._tree, self._name, self.encoding)
        reader = csv.reader(lines, delimiter=self.delimiter, strict=True, **QUOTINGS[self.quoting])
        start = 1
        for values in reader:
            if start > 1 or not is_excel_hint(values, self.delimiter):
                yield start, values
            start = reader.line_num + 1

    def _make_row(self, number: int, line: int, headings: list[str], values: list[str]) -> Row:
        row = Row(number, self.where, line, dict(zip(headings, values, strict=False)))
        if len(values) != len(headings):
            raise row.make_error(
                f"the row has {len(values)} cells",
                expected=f"{len(headings)}, as in the first row",
                remedy=Remedy.NAME_DELIMITER,
            )
        if self.refuses_quoted and any(_is_quoted(value) for value in values):
            raise row.make_error(
                "quotation marks are neither doubled nor escaped", remedy=Remedy.NAME_DELIMITER
            )
        return row

    def _make_error(self, error: csv.Error, number: int, line: int) -> InputError:
        is_open = "end of data" in str(error) or "field limit" in str(error)
        fault = "is never closed" if is_open else "is in the wrong place"
        return Row(number, self.where, line, {}).make_error(
            f"in this row or the next, a quotation mark {fault}", remedy=Remedy.NAME_DELIMITER
        )


def is_excel_hint(values: Sequence[str], delimiter: str) -> bool:
    """Return whether cells are the line `sep=;` by which Excel names the delimiter."""
    return delimiter.join(values) == _EXCEL_HINT + delimiter


def _is_quoted(value: str) -> bool:
    """Return whether a cell is in quotation marks, or begins with a mark that is never closed."""
    return value[:1] == '"' and (value[-1] == '"' or value.count('"') % 2 == 1)


def _read_first(cells: Iterator[tuple[int, list[str]]]) -> list[str]:
    return next((values for _, values in cells if values), [])


def _name_columns(values: Sequence[str], where: str) -> list[str]:
    """Return the names of the columns; a column without a heading is named by its number."""
    if not values:
        raise InputError("the file is empty", where=where, expected="a row of column names")
    if any(len(value) > _LONGEST_HEADING or "\n" in value for value in values):
        raise InputError(
            "the first row contains long texts",
            where=where,
            line=1,
            expected="a row of column names",
            remedy="Add one to the file",
        )
    numbers = [f"column {number}" for number in range(1, len(values) + 1)]
    headings = check_text(Row(0, where, 1, dict(zip(numbers, values, strict=True)))).cells
    check_headings([value or number for number, value in headings.items()], where)
    return [value or number for number, value in headings.items()]


def list_tables(tree: Tree, name: str, options: ReadOptions) -> Iterator[Table]:
    """Yield a file as a table in each way that it may have been written, the likeliest first.

    A file has a single column if no delimiter splits its first row.
    """
    options.refuse(("table", "query"), "a file of rows", tree.where(name))
    encoding = choose_encoding(tree, name, options.encoding)
    delimiters = _choose_delimiters(name, options.delimiter)
    quotings = [_check_quoting(options.quoting)] if options.quoting else list(QUOTINGS)
    tables = [
        Table(tree, name, encoding, delimiter, quoting)
        for quoting in quotings
        for delimiter in delimiters
    ]
    for table in tables:
        table.refuses_quoted = table.quoting == "none" and not options.quoting
    wide = [table for table in tables if table.count_columns() > 1]
    yield from wide or [table for table in tables if table.delimiter == delimiters[0]]


def _choose_delimiters(name: str, requested: str) -> str:
    if not requested:
        suffix = next((suffix for suffix in _DELIMITERS if name.lower().endswith(suffix)), "")
        return _DELIMITERS.get(suffix, ",;\t|")
    delimiter = _NAMES.get(requested, requested)
    if len(delimiter) != 1 or delimiter in '"\\\r\n':
        raise InputError(
            f"{quote_id(requested)} cannot be a delimiter",
            expected="a single character, or tab, comma, semicolon or bar",
        )
    return delimiter


def _check_quoting(requested: str) -> str:
    if requested not in QUOTINGS:
        raise InputError(
            f"there is no quoting style called {quote_id(requested)}",
            expected="one of " + ", ".join(QUOTINGS),
        )
    return requested
