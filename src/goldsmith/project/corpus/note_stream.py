"""Streams of notes: a source in any format, or JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from goldsmith.core import AnnotationSet, Document, Metadata, Section
from goldsmith.core.decoding import BAD_JSON
from goldsmith.errors import InputError
from goldsmith.formats import CodedWith, PatientRecord
from goldsmith.formats.safe_names import check_names
from goldsmith.storage.id_set import IdSet

_NOT_A_NOTE = InputError("this line is not a note", expected='a JSON object with "text" and "id"')


class Notes(Protocol):
    """Documents to iterate over once; `errors` lists the notes that could not be read."""

    @property
    def total(self) -> int | None: ...

    @property
    def errors(self) -> list[InputError]: ...

    def read_records(self) -> Iterator[PatientRecord]: ...

    def read_terms(self) -> tuple[CodedWith, ...]: ...

    def __iter__(self) -> Iterator[Document]: ...


class _Line(msgspec.Struct):
    text: str
    id: str | int = ""
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()
    sets: Mapping[str, AnnotationSet] = {}


class DocumentNotes:
    """Notes from any iterable of documents."""

    def __init__(self, docs: Iterable[Document]) -> None:
        self._docs = docs
        self.total: int | None = None
        self.errors: list[InputError] = []

    def read_records(self) -> Iterator[PatientRecord]:
        return iter(())

    def read_terms(self) -> tuple[CodedWith, ...]:
        return ()

    def __iter__(self) -> Iterator[Document]:
        return iter(self._docs)


class JsonLines:
    """Notes from JSON lines: each an object with "text" and, optionally, "id".

    Args:
        stream: The lines, or the errors of lines that cannot be read.
        where: The name of the stream in messages.
        unique: Report an id that occurs twice as an error.
    """

    def __init__(
        self, stream: Iterable[bytes | InputError], *, where: str = "stdin", unique: bool = False
    ) -> None:
        self._stream, self._where = stream, where
        self._ids = IdSet() if unique else None
        self.total: int | None = None
        self.errors: list[InputError] = []

    def read_records(self) -> Iterator[PatientRecord]:
        return iter(())

    def read_terms(self) -> tuple[CodedWith, ...]:
        return ()

    def __iter__(self) -> Iterator[Document]:
        decoder = msgspec.json.Decoder(_Line)
        number = 0
        for line in self._stream:
            number += 1
            if isinstance(line, InputError):
                self.errors.append(line.at(self._where, number))
                continue
            if line.isspace() or not line:
                continue
            try:
                doc = _make_document(decoder.decode(line), number)
                check_names(doc)
                self._check_id(doc.id)
            except InputError as error:
                self.errors.append(error.at(self._where, number))
            except BAD_JSON:
                self.errors.append(_NOT_A_NOTE.at(self._where, number))
            else:
                del line  # frees the memory of a long note, which `enumerate` would keep
                yield doc

    def _check_id(self, name: str) -> None:
        if self._ids is not None and not self._ids.add(name):
            raise InputError("this id occurs twice", expected="one document for each id")


def _make_document(line: _Line, number: int) -> Document:
    name = str(line.id) or f"line-{number}"
    return Document(name, line.text, line.metadata, line.sections, line.sets)
