"""Build the chronicles of patients from their pieces, in worker processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pyarrow as pa

from goldsmith.chronicle.merge import build_chronicle, load_merge_rules
from goldsmith.chronicle.model import Chronicle, Conflict, Person
from goldsmith.chronicle.record import load_record_map, read_record
from goldsmith.chronicle.summary import format_summary, summarise
from goldsmith.chronicle.tables import encode_tables
from goldsmith.chronicle.timeline import render_timeline
from goldsmith.project.patients.options import ChronicleOptions
from goldsmith.project.patients.pieces import Piece
from goldsmith.project.patients.spill import PatientPlaces, SpillReader
from goldsmith.runners.memory import pause_collector


class PatientBatch(msgspec.Struct, frozen=True):
    """The output of a worker for a batch of patients."""

    lines: bytes
    #: Table -> its rows as an Arrow stream.
    tables: dict[str, bytes]
    #: Name of the file -> its content.
    files: dict[str, str]
    patients: int
    events: int
    conflicts: dict[str, int]
    unknown_tables: dict[str, int]


_PIECE = msgspec.msgpack.Decoder(Piece)


class PatientWorker:
    """Builds the chronicles of patients from the pieces in a file."""

    def __init__(self, options: ChronicleOptions, path: Path) -> None:
        self._options, self._path = options, path
        self._rules = load_merge_rules(options.rules)
        self._record_map = load_record_map(options.record_map)
        if options.tables:
            encode_tables(())  # makes Arrow import pandas, if installed, once before a fork

    def build(self, batch: Sequence[PatientPlaces]) -> PatientBatch:
        """Build the chronicles of a batch of patients."""
        chronicles, files = [], {}
        unknown: Counter[str] = Counter()
        with self._path.open("rb") as stream:
            reader = SpillReader(stream)
            for places in batch:
                pieces = [_PIECE.decode(reader.read(place)) for place in places.iterate_pieces()]
                chronicle = self._build(places, pieces, reader, unknown)
                chronicles.append(chronicle)
                files.update(self._make_files(chronicle, pieces))
        return PatientBatch(
            b"".join(msgspec.json.encode(chronicle) + b"\n" for chronicle in chronicles),
            _encode(chronicles) if self._options.tables else {},
            files,
            len(chronicles),
            sum(len(chronicle.events) for chronicle in chronicles),
            dict(_count_conflicts(chronicles)),
            dict(unknown),
        )

    def _build(
        self,
        places: PatientPlaces,
        pieces: Sequence[Piece],
        reader: SpillReader,
        unknown: Counter[str],
    ) -> Chronicle:
        statements = [piece.statement for piece in pieces]
        person = Person(places.patient)
        warnings: tuple[Conflict, ...] = ()
        if places.record:
            line = reader.read(places.record).decode()
            reading = read_record(places.patient, line, self._record_map)
            person, warnings = reading.person, reading.conflicts
            statements.append(reading.statement)
            unknown.update(reading.unknown)
        return build_chronicle(
            person, statements, self._rules, today=self._options.today, warnings=warnings
        )

    def _make_files(self, chronicle: Chronicle, pieces: Sequence[Piece]) -> dict[str, str]:
        name = _make_file_name(chronicle.patient.id)
        files = {}
        if self._options.summary:
            sentences = summarise(chronicle, self._options.summary)
            files[f"summaries/{name}.txt"] = format_summary(sentences)
        if self._options.html:
            texts = {piece.statement.document: piece.text for piece in pieces}
            files[f"timelines/{name}.html"] = render_timeline(chronicle, texts)
        return files


def build_patients(worker: PatientWorker, batch: Sequence[PatientPlaces]) -> PatientBatch:
    """Run `PatientWorker.build` as a task."""
    with pause_collector():
        return worker.build(batch)


def _count_conflicts(chronicles: Sequence[Chronicle]) -> Counter[str]:
    return Counter(conflict.kind for entry in chronicles for conflict in entry.conflicts)


def _encode(chronicles: Sequence[Chronicle]) -> dict[str, bytes]:
    encoded = {}
    for name, batch in encode_tables(chronicles).items():
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        encoded[name] = sink.getvalue().to_pybytes()
    return encoded


def decode_batches(encoded: dict[str, bytes]) -> dict[str, pa.RecordBatch]:
    """Decode the record batch of each table from its Arrow stream."""
    return {
        name: pa.ipc.open_stream(content).read_next_batch() for name, content in encoded.items()
    }


def _make_file_name(patient: str) -> str:
    """Return a file name for a patient: keep letters, digits, "-" and "_", and escape the rest."""
    return "".join(
        char if char.isascii() and (char.isalnum() or char in "-_") else f"%{ord(char):x}"
        for char in patient
    )
