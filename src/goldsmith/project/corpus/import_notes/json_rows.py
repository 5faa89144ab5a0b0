"""Rows in JSON: an object on each line, or an array of objects, with any field names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from goldsmith.errors import InputError
from goldsmith.formats.damage import MAX_DOCUMENT_SIZE, make_size_error
from goldsmith.formats.tree import Tree
from goldsmith.project.corpus.import_notes.encodings import (
    choose_encoding,
    read_text_lines,
    read_text_pieces,
)
from goldsmith.project.corpus.import_notes.rows import Reading, ReadOptions, Row, check_text

SUFFIXES = (".json", ".jsonl", ".ndjson")
_EXPECTED = "an object on each line, or an array of objects"
_BLANKS = " \t\r\n"
_NO_BLANK = re.compile(r"[^ \t\r\n]")
_MORE = 1 << 16
#: An error this close to the end of the buffer may be caused by data not yet read.
_MARGIN = 12


class _Number(str):
    """A number as written, so that 1.10 stays 1.10."""


class _TwinFields(ValueError):
    """An object has two fields of the same name."""


class JsonRows:
    """A file of JSON objects; each is a row, and nested objects are columns such as `note.text`."""

    roles: Mapping[str, str] = {}

    def __init__(self, tree: Tree, name: str, options: ReadOptions) -> None:
        self.where = tree.where(name)
        options.refuse(("delimiter", "quoting", "table", "query"), "JSON", self.where)
        self._tree, self._name = tree, name
        self._encoding = choose_encoding(tree, name, options.encoding)

    def describe(self) -> Reading:
        return Reading("json", {self._encoding: 1})

    def read(self) -> Iterator[Row]:
        head = self._tree.read_head(self._name).decode(self._encoding, "replace")
        is_array = head.lstrip(_BLANKS).startswith("[")
        values = self._read_array() if is_array else self._read_lines()
        for number, (line, value) in enumerate(values, 1):
            yield self._make_row(number, line, value)

    def _read_lines(self) -> Iterator[tuple[int, object]]:
        """Yield the value on each line with its line."""
        lines = read_text_lines(self._tree, self._name, self._encoding)
        for number, line in enumerate(lines, 1):
            if line.strip(_BLANKS):
                try:
                    yield number, _DECODER.decode(line)
                except (ValueError, RecursionError) as error:
                    raise _make_error(self.where, number, error) from None

    def _read_array(self) -> Iterator[tuple[int, object]]:
        pieces = read_text_pieces(self._tree, self._name, self._encoding, _MORE)
        return _ArrayScanner(pieces, self.where).scan()

    def _make_row(self, number: int, line: int, value: object) -> Row:
        row = Row(number, self.where, line, {})
        if not isinstance(value, dict):
            raise row.make_error("this is not a JSON object", expected=_EXPECTED)
        cells: dict[str, str] = {}
        for column, cell in _flatten(value, ""):
            if column in cells:
                raise row.make_error("two fields have the same name", remedy="Rename one of them")
            cells[column] = cell
        return check_text(row._replace(cells=cells))


class _ArrayScanner:
    """Decodes an array value by value; only one value and the buffer are in memory."""

    def __init__(self, pieces: Iterator[str], where: str) -> None:
        self._pieces, self._where = pieces, where
        self._buffer, self._offset, self._line = "", 0, 1

    def scan(self) -> Iterator[tuple[int, object]]:
        """Yield the values, each with the line where it begins.

        Raises:
            InputError: The array is not JSON.
        """
        self._take("[")
        mark = "]" if self._peek() == "]" else ","
        while mark == ",":
            self._peek()
            yield self._line, self._decode_next()
            mark = self._take(",]")
            if mark == "," and self._peek() == "]":
                raise _make_error(self._where, self._line)
        if self._peek() == "]":
            self._take("]")
        if self._peek():
            raise _make_error(self._where, self._line)

    def _take(self, marks: str) -> str:
        """Skip one of these marks and return it."""
        mark = self._peek()
        if not mark or mark not in marks:
            raise _make_error(self._where, self._line)
        self._offset += 1
        return mark

    def _peek(self) -> str:
        """Skip blanks and return the next character; "" at the end of the file."""
        while True:
            match = _NO_BLANK.search(self._buffer, self._offset)
            self._move_to(match.start() if match else len(self._buffer))
            if match or not self._read_more():
                return match[0] if match else ""

    def _decode_next(self) -> object:
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._offset)
            except (ValueError, RecursionError) as error:
                if not (_may_be_cut(error, len(self._buffer)) and self._read_more()):
                    raise _make_error(self._where, self._line, error) from None
            else:
                self._move_to(end)
                return value

    def _read_more(self) -> bool:
        """At least double the buffer, so that a long value is decoded only a few times."""
        parts, size = [self._buffer[self._offset :]], 0
        goal = max(_MORE, len(parts[0]))
        if goal > MAX_DOCUMENT_SIZE:
            raise make_size_error(self._where, self._line)
        while size < goal and (piece := next(self._pieces, "")):
            parts.append(piece)
            size += len(piece)
        self._buffer, self._offset = "".join(parts), 0
        return size > 0

    def _move_to(self, offset: int) -> None:
        self._line += self._buffer.count("\n", self._offset, offset)
        self._offset = offset


def _make_error(where: str, line: int, error: Exception | None = None) -> InputError:
    fault = "this is not JSON"
    if isinstance(error, RecursionError):
        fault += ": it is nested too deeply"
    elif isinstance(error, _TwinFields):
        fault = "two fields of an object have the same name"
    return InputError(fault, where=where, line=line, expected=_EXPECTED)


def _may_be_cut(error: Exception, length: int) -> bool:
    return isinstance(error, json.JSONDecodeError) and (
        error.pos >= length - _MARGIN or error.msg.startswith("Unterminated")
    )


def _make_object(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    pairs = list(pairs)
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _TwinFields
    return fields


_DECODER = json.JSONDecoder(
    object_pairs_hook=_make_object, parse_int=_Number, parse_float=_Number, parse_constant=_Number
)


def _flatten(fields: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of an object and of the objects in it, with their values as text."""
    for name, value in fields.items():
        if isinstance(value, dict) and value:
            yield from _flatten(value, f"{prefix}{name}.")
        elif value is None:
            yield prefix + name, ""
        else:
            yield prefix + name, str(value) if isinstance(value, str) else _format(value)


def _format(value: object) -> str:
    """Write a value as JSON; numbers as written."""
    if isinstance(value, _Number):
        return str(value)
    if isinstance(value, dict):
        fields = (f"{json.dumps(key, ensure_ascii=False)}: {_format(value[key])}" for key in value)
        return "{" + ", ".join(fields) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_format, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
