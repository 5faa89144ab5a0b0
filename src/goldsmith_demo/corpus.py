"""Makes a corpus of made-up patients: notes with gold in six schemas, and their records."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from goldsmith import schemas
from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import write
from goldsmith.project.corpus.convert import Follow
from goldsmith_demo.life.course import live
from goldsmith_demo.life.record import record
from goldsmith_demo.make import documents


class Made(msgspec.Struct, frozen=True):
    """What was made."""

    out: str
    format: str
    patients: int
    documents: int
    seed: int
    dropped: dict[str, int]


def make(
    patients: int,
    out: Path,
    *,
    seed: int = 1,
    first: int = 0,
    layers: Collection[str] = (),
    typos: float = 0.0005,
    to: str = "corpus",
    records: Path | None = None,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    follow: Follow = lambda docs, _: docs,
) -> Made:
    """Writes the notes of so many patients; the same seed gives the same notes."""
    _check(patients, layers, typos)
    docs: Iterable[Document] = documents(
        patients, seed=seed, first=first, schemas=layers, typos=typos
    )
    written = write(follow(docs, None), out, to, allow_loss=allow_loss, overwrite=overwrite)
    if records:
        _write_records(records, patients, first, seed)
    return Made(str(out), to, patients, written.documents, seed, written.dropped)


def _check(patients: int, layers: Collection[str], typos: float) -> None:
    if patients < 1:
        raise InputError(f"{patients} patients cannot be made", expected="a number from 1")
    if not 0 <= typos <= 0.1:
        raise InputError(f"a share of typos of {typos} is out of range", expected="0 to 0.1")
    for name in layers:
        if name not in schemas.names():
            raise UnknownName("schema", name, schemas.names())


def _write_records(path: Path, patients: int, first: int, seed: int) -> None:
    """The structured records, a line a patient, in place only when complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    with open(partial, "wb") as stream:
        for number in range(first, first + patients):
            stream.write(msgspec.json.encode(record(live(number, seed=seed))) + b"\n")
    partial.replace(path)
