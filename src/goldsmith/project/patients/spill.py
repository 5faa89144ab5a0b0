"""Store each patient's statements in a scratch file until all sources have been read.

Documents may come in any order. Only the offsets and lengths of the pieces are kept in memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec


class PatientPlaces(msgspec.Struct, frozen=True):
    """Where a patient's pieces are in the file, and the record, if there is one."""

    patient: str
    #: Offset and length of each piece, one after the other: pairs would take ten times the memory.
    numbers: array[int]
    record: tuple[int, int] | None = None

    def iterate_pieces(self) -> Iterator[tuple[int, int]]:
        """Yield the offset and length of each piece."""
        return zip(self.numbers[::2], self.numbers[1::2], strict=True)


class Spill:
    """Writes the pieces of patients in any order, and remembers their offsets."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stream = path.open("wb")
        self._at = 0
        self._pieces: dict[str, array[int]] = {}
        self._records: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def add(self, patient: str, piece: bytes) -> None:
        """Add a piece for a patient."""
        self._pieces.setdefault(patient, array("q")).extend(self._write(piece))

    def add_record(self, patient: str, line: str) -> None:
        """Add the record of a patient."""
        self._records[patient] = self._write(line.encode())

    def clear(self) -> None:
        """Discard everything that was added."""
        self._stream.seek(0)
        self._stream.truncate()
        self._at = 0
        self._pieces.clear()
        self._records.clear()

    def _write(self, content: bytes) -> tuple[int, int]:
        place = self._at, len(content)
        self._stream.write(content)
        self._at += len(content)
        return place

    def finish(self) -> Iterator[PatientPlaces]:
        """Flush the file, and yield the patients in the order of their first piece."""
        self._stream.flush()
        for patient in dict.fromkeys((*self._pieces, *self._records)):
            numbers = self._pieces.get(patient, array("q"))
            yield PatientPlaces(patient, numbers, self._records.get(patient))

    @property
    def strangers(self) -> int:
        """The number of records whose patient has no documents."""
        return sum(patient not in self._pieces for patient in self._records)


class SpillReader:
    """Reads pieces from an open scratch file."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, place: tuple[int, int]) -> bytes:
        """Return the piece at an offset, with a length."""
        self._stream.seek(place[0])
        return self._stream.read(place[1])
