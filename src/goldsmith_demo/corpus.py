"""A corpus of made-up patients: notes with gold sets in six schemas, and structured records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith import schemas, storage
from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import PatientRecord, get, write
from goldsmith.project.corpus.convert import Track
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.record import build_record
from goldsmith_demo.make import make_documents


class CorpusSummary(msgspec.Struct, frozen=True):
    """A summary of the corpus that was written."""

    out: str
    format: str
    patients: int
    documents: int
    seed: int
    dropped: dict[str, int]
    records: int
    """Structured records in the corpus."""


def make_corpus(
    patients: int,
    out: Path,
    *,
    seed: int = 1,
    first: int = 0,
    layers: Collection[str] = (),
    typos: float = 0.0005,
    to: str = "corpus",
    records: Path | None = None,
    more_kinds: bool = False,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    workers: int = 1,
    follow: Track = lambda docs, _: docs,
) -> CorpusSummary:
    """Write the notes of made-up patients; the same seed gives the same notes.

    Args:
        patients: number of patients.
        out: file or folder to write.
        seed: seed of the population.
        first: number of the first patient.
        layers: schemas of the gold sets to write; all by default.
        typos: share of letters in running words that are transposed.
        to: the format.
        records: file for the structured records, one line per patient; a format that supports
            records also keeps them in the corpus.
        more_kinds: add kinds of document that CLEF does not have.
        allow_loss: data that the format may drop.
        overwrite: replace existing files.
        workers: number of processes.
        follow: wraps the documents to report progress.
    """
    _check_arguments(patients, layers, typos)
    docs: Iterable[Document] = make_documents(
        patients,
        seed=seed,
        first=first,
        schemas=layers,
        typos=typos,
        more_kinds=more_kinds,
        workers=workers,
    )
    made = list_records(patients, seed=seed, first=first)
    result = write(
        follow(docs, None),
        out,
        to,
        records=made if get(to).keeps_records else (),
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
    if records:
        _write_records(records, list_records(patients, seed=seed, first=first))
    return CorpusSummary(
        str(out), to, patients, result.documents, seed, result.dropped, result.records
    )


def list_records(patients: int, *, seed: int = 1, first: int = 0) -> Iterator[PatientRecord]:
    """Make the structured records of patients, in the order of their documents."""
    for number in range(first, first + patients):
        patient = make_patient(number, seed=seed)
        line = msgspec.json.encode(build_record(patient)).decode()
        yield PatientRecord(patient.id, line)


def _check_arguments(patients: int, layers: Collection[str], typos: float) -> None:
    if patients < 1:
        raise InputError(f"cannot make {patients} patients", expected="1 or more")
    if not 0 <= typos <= 0.1:
        raise InputError(f"the share of typos, {typos}, is out of range", expected="0 to 0.1")
    for name in layers:
        if name not in schemas.names():
            raise UnknownName("schema", name, schemas.names())


def _write_records(path: Path, records: Iterable[PatientRecord]) -> None:
    """Write the structured records, one line per patient, and replace the file atomically."""
    with storage.stage_file(path) as staged, staged.open("wb") as stream:
        stream.writelines(f"{record.line}\n".encode() for record in records)
