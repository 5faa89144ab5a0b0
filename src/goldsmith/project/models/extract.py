"""Runs a trained model over notes: in several processes, resumable, one bad note never stops it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import write
from goldsmith.formats.shared.native import recorded
from goldsmith.pipeline import Pipeline
from goldsmith.project.corpus.convert import Follow
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.models import load
from goldsmith.project.models.extract_files import Target, check_place, run_folder, write_errors
from goldsmith.runners.chunks import Chunk, RunFolder, chunks
from goldsmith.runners.local import Batch, Failed, annotate, failure
from goldsmith.runners.processes import Workers

_SHOWN = 5


class Wanted(msgspec.Struct, frozen=True):
    """How notes are annotated."""

    model: Path
    set_name: str = "system"
    #: Write the new set alone.
    only: bool = False
    workers: int = 1
    keep_going: bool = False


class Extraction(msgspec.Struct, frozen=True):
    """What was done."""

    out: str
    format: str
    set: str
    documents: int
    mentions: dict[str, int]
    relations: dict[str, int]
    failed: list[Failed]
    errors: str = ""
    """The file that lists them; empty where there are none."""
    resumed: int = 0
    """Documents that an earlier run had done."""
    dropped: dict[str, int] = {}


class Sent(NamedTuple):
    """A chunk on its way: documents or a batch as JSON, the same from whatever process."""

    number: int
    digest: str
    content: bytes


#: A model in a process, and how it is used.
Station = tuple[Pipeline, Wanted]


def extract(
    source: Notes, wanted: Wanted, target: Target, *, follow: Follow = lambda docs, _: docs
) -> Extraction:
    """Annotates notes and writes them; nothing is at `out` before all are done."""
    pipeline = load.load(wanted.model)
    check_place(target)
    run = RunFolder(run_folder(target.out))
    asked = {
        "model": load.fingerprint(wanted.model),
        "set name": wanted.set_name,
        "choice of sets": "only the new one" if wanted.only else "all",
    }
    run.begin(asked, resume=target.resume, restart=target.overwrite)
    progress = _Progress(run)
    docs = checked(follow(source, source.total), source, wanted.set_name)
    for done in _through(pipeline, wanted, progress.left(docs)):
        run.keep(done.number, done.digest, done.content)
    return _written(run, progress, source, wanted, target)


class _Progress:
    """Which chunks there are, and which an earlier run had done."""

    def __init__(self, run: RunFolder) -> None:
        self.run, self.chunks, self.resumed = run, 0, 0

    def left(self, docs: Iterable[Document]) -> Iterator[Chunk]:
        """The chunks that are not done yet."""
        for chunk in chunks(docs):
            self.chunks += 1
            if self.run.has(chunk):
                self.resumed += len(chunk.documents)
            else:
                yield chunk


class _Tally:
    """What came of the batches so far."""

    def __init__(self) -> None:
        self.documents = 0
        self.mentions: Counter[str] = Counter()
        self.relations: Counter[str] = Counter()
        self.failed: list[Failed] = []

    def add(self, batch: Batch) -> None:
        self.documents += len(batch.documents)
        self.mentions.update(batch.mentions)
        self.relations.update(batch.relations)
        self.failed += batch.failed

    def settle(self, source: Notes, *, keep_going: bool, kept: str = "") -> list[Failed]:
        """All that failed, in reading or after it; raises unless that is to be left out."""
        failed = _read_errors(source) + self.failed
        if failed and not keep_going:
            raise _refusal(failed, self.documents, kept)
        return failed


def stream(source: Notes, wanted: Wanted, put: Callable[[bytes], object]) -> Extraction:
    """Annotates notes one after the other and puts each out as a line of JSON."""
    pipeline = load.load(wanted.model)
    tally = _Tally()
    docs = checked(source, source, wanted.set_name)
    made = chunks(docs) if wanted.workers > 1 else _singly(docs)
    for done in _through(pipeline, wanted, made):
        batch = msgspec.json.decode(done.content, type=Batch)
        for doc in batch.documents:
            put(msgspec.json.encode(recorded(doc)) + b"\n")
        tally.add(batch)
        tally.settle(source, keep_going=wanted.keep_going)
    return Extraction(
        "-",
        "jsonl",
        wanted.set_name,
        tally.documents,
        dict(tally.mentions),
        dict(tally.relations),
        tally.settle(source, keep_going=wanted.keep_going),
    )


def _singly(docs: Iterable[Document]) -> Iterator[Chunk]:
    return (Chunk(number, "", (doc,)) for number, doc in enumerate(docs))


def _through(pipeline: Pipeline, wanted: Wanted, made: Iterable[Chunk]) -> Iterator[Sent]:
    """What came of each chunk, in order."""
    workers: Workers[Station, Sent, Sent]
    if wanted.workers == 1:
        workers = Workers(_ready, (pipeline, wanted), _do)
    else:
        workers = Workers(_station, (wanted,), _do, workers=wanted.workers)
    sent = (Sent(one.number, one.digest, msgspec.json.encode(one.documents)) for one in made)
    yield from workers.map(sent)


def _ready(pipeline: Pipeline, wanted: Wanted) -> Station:
    return pipeline, wanted


def _station(wanted: Wanted) -> Station:
    return load.load(wanted.model), wanted


def _do(station: Station, sent: Sent) -> Sent:
    pipeline, wanted = station
    batch = annotate(
        pipeline,
        msgspec.json.decode(sent.content, type=tuple[Document, ...]),
        set_name=wanted.set_name,
        sets=() if wanted.only else None,
    )
    return Sent(sent.number, sent.digest, msgspec.json.encode(batch))


def checked(docs: Iterable[Document], source: Notes, set_name: str) -> Iterator[Document]:
    """The notes that are text; one that is not becomes an error of the source."""
    for doc in docs:
        if set_name in doc.sets:
            raise InputError(
                f"there is a set called {set_name!r} already",
                where=doc.id,
                remedy="Choose another name with --set-name",
            )
        if "\0" in doc.text:
            source.errors.append(
                InputError("this is no text: it holds zero bytes", where=doc.id, expected="a note")
            )
        else:
            yield doc


def _read_errors(source: Notes) -> list[Failed]:
    def name(error: InputError) -> str:
        return f"{error.where}:{error.line}" if error.line else error.where

    return [failure(name(error), error) for error in source.errors]


def _written(
    run: RunFolder, progress: _Progress, source: Notes, wanted: Wanted, target: Target
) -> Extraction:
    """Everything put together at the place it was wanted; the run is forgotten."""
    tally = _Tally()
    for batch in run.batches(progress.chunks):
        tally.add(batch)
    failed = tally.settle(source, keep_going=wanted.keep_going, kept=str(run.folder))
    written = write(
        (doc for batch in run.batches(progress.chunks) for doc in batch.documents),
        target.out,
        target.format,
        allow_loss=target.allow_loss,
        overwrite=target.overwrite,
    )
    listed = write_errors(failed, target.out)
    run.remove()
    return Extraction(
        str(target.out),
        target.format,
        wanted.set_name,
        written.documents,
        dict(sorted(tally.mentions.items())),
        dict(sorted(tally.relations.items())),
        failed,
        listed,
        progress.resumed,
        written.dropped,
    )


def _refusal(failed: list[Failed], good: int, kept: str) -> InputError:
    some = "".join(f"\n  - {one.id}: {one.what or one.error}" for one in failed[:_SHOWN])
    more = f"\n  and {len(failed) - _SHOWN} more" if len(failed) > _SHOWN else ""
    remedy = "\nUse --keep-going to leave them out"
    if kept:
        remedy += f"; with --resume what is done is taken from {kept}"
    return InputError(
        f"{len(failed)} of {good + len(failed)} notes could not be annotated{some}{more}",
        remedy=remedy,
    )
