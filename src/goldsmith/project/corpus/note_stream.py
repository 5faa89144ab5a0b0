"""Notes as they come: a source of any format, or lines of JSON from a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from goldsmith.core import AnnotationSet, Document, Metadata, Section
from goldsmith.errors import InputError


class Notes(Protocol):
    """Documents to go through once; `errors` holds what could not be read."""

    @property
    def total(self) -> int | None: ...

    @property
    def errors(self) -> list[InputError]: ...

    def __iter__(self) -> Iterator[Document]: ...


class _Line(msgspec.Struct):
    text: str
    id: str | int = ""
    metadata: Metadata = Metadata()
    sections: tuple[Section, ...] = ()
    sets: Mapping[str, AnnotationSet] = {}


class Lines:
    """Documents from lines of JSON: an object with "text" and, if it has one, "id".

    With `unique` an id that comes again is an error; all ids are remembered for that.
    """

    def __init__(
        self, stream: Iterable[bytes], *, where: str = "stdin", unique: bool = False
    ) -> None:
        self._stream, self._where = stream, where
        self._seen: set[str] | None = set() if unique else None
        self.total: int | None = None
        self.errors: list[InputError] = []

    def __iter__(self) -> Iterator[Document]:
        decoder = msgspec.json.Decoder(_Line)
        for number, line in enumerate(self._stream, 1):
            if not line.strip():
                continue
            try:
                doc = _document(decoder.decode(line), number)
                self._check(doc.id)
            except InputError as error:
                self.errors.append(error.at(self._where, number))
            except (msgspec.DecodeError, UnicodeDecodeError):
                self.errors.append(_no_note().at(self._where, number))
            else:
                yield doc

    def _check(self, name: str) -> None:
        if self._seen is None:
            return
        if name in self._seen:
            raise InputError("this id occurs twice", expected="one document for each id")
        self._seen.add(name)


def _document(one: _Line, number: int) -> Document:
    name = str(one.id) or f"line-{number}"
    return Document(name, one.text, one.metadata, one.sections, one.sets)


def _no_note() -> InputError:
    return InputError("this line is no note", expected='a JSON object with "text" and "id"')
