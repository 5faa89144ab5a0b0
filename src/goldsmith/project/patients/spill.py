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


class PatientPlaces(msgspec.Struct, frozen=True, array_like=True):
    """Offset and length of a patient's pieces in the file, and of the record, if there is one."""

    patient: str
    pieces: tuple[tuple[int, int], ...]
    record: tuple[int, int] | None = None


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
            pieces = tuple(zip(numbers[::2], numbers[1::2], strict=True))
            yield PatientPlaces(patient, pieces, self._records.get(patient))

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
