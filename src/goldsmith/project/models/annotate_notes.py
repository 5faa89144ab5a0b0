"""Annotate notes with a trained model, one by one or in chunks by several processes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.formats.length import make_length_error
from goldsmith.pipeline import Pipeline, Start
from goldsmith.pipeline.windows import MAX_CHARACTERS
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.models import load
from goldsmith.runners import Task, choose_runner
from goldsmith.runners.annotate import Batch, Failure, annotate_batch, describe_failure
from goldsmith.runners.chunks import Chunk, chunk_documents, group_documents, make_chunk
from goldsmith.runners.long_notes import LongNotes
from goldsmith.training.gold_layers import check_gold_layers

_SHOWN = 5
#: The largest number of characters in a note: anything longer is a file mistaken for a note.
LONGEST_NOTE: Final = 10_000_000
#: Characters of notes to annotate at once: no more than one window of a long note.
_CHARACTERS = MAX_CHARACTERS * 3 // 4


class ExtractOptions(msgspec.Struct, frozen=True):
    """The model and how to use it."""

    model: Path
    set_name: str = "system"
    only: bool = False
    """Write only the new set."""
    workers: int = 1
    keep_going: bool = False
    source_set: str = ""
    """The annotation set to start from, for a pipeline over given layers."""
    layers: tuple[str, ...] = ()
    """The layers to take from that set; by default those that the pipeline expects."""
    longest_note: int = LONGEST_NOTE
    """The largest number of characters in a note; longer notes fail."""

    def __post_init__(self) -> None:
        if self.longest_note < 1:
            raise InputError(
                f"the longest note cannot have {self.longest_note} characters",
                expected="1 or more",
            )


class Message(NamedTuple):
    """A chunk sent to or from a process: documents or a batch as JSON."""

    number: int
    digest: str
    content: bytes


#: A model loaded in a process, and how to use it.
Worker = tuple[Pipeline, ExtractOptions]


class Tally:
    """Counts the documents, mentions and relations of batches."""

    def __init__(self) -> None:
        self.documents = 0
        self.mentions: Counter[str] = Counter()
        self.relations: Counter[str] = Counter()
        self.failed: list[Failure] = []

    def add(self, batch: Batch) -> None:
        self.documents += len(batch.documents)
        self.mentions.update(batch.mentions)
        self.relations.update(batch.relations)
        self.failed += batch.failed

    def list_failures(self, source: Notes, *, keep_going: bool, folder: str = "") -> list[Failure]:
        """List the notes that were not read or annotated; raise an error unless `keep_going`."""
        failed = list_read_errors(source) + self.failed
        if failed and not keep_going:
            raise _make_error(failed, self.documents, folder, _choose_remedy(source))
        return failed


def choose_start(pipeline: Pipeline, options: ExtractOptions) -> Start | None:
    """Return the set of each note that the pipeline starts from, or None.

    Raises:
        InputError: The set or its layers are not named, or a layer is unknown.
    """
    layers = options.layers or pipeline.config.given_layers
    if options.source_set and not layers:
        raise InputError(
            "the model finds everything itself and does not start from an annotation set",
            expected="the layers to take from the set, such as its mentions",
        )
    checked = check_gold_layers(layers, pipeline)
    if checked and not options.source_set:
        raise InputError(
            f"the pipeline starts from {', '.join(sorted(checked))} that the notes already have",
            expected="an annotation set to take them from",
            remedy=Remedy.NAME_SET,
        )
    return Start(options.source_set, checked) if checked else None


def choose_division(pipeline: Pipeline, options: ExtractOptions) -> LongNotes:
    """Return the division of long notes; notes with annotations to start from are not divided."""
    if choose_start(pipeline, options):
        return LongNotes(options.set_name, only=options.only, limit=sys.maxsize)
    return LongNotes(options.set_name, only=options.only)


def annotate_notes(source: Notes, options: ExtractOptions) -> Iterator[Batch]:
    """Annotate notes and yield them in batches: single notes, or chunks with several workers.

    Raises:
        InputError: A note failed, unless `options` say to keep going. Notes before it are yielded.
    """
    pipeline = load.load(options.model)
    tally = Tally()
    long_notes = choose_division(pipeline, options)
    docs = long_notes.divide(check_notes(source, source, options))
    chunks = chunk_documents(docs) if options.workers > 1 else _chunk_singly(docs)
    for result in annotate_chunks(pipeline, options, chunks):
        batch = long_notes.merge(msgspec.json.decode(result.content, type=Batch))
        yield batch
        tally.add(batch)
        tally.list_failures(source, keep_going=options.keep_going)
    tally.list_failures(source, keep_going=options.keep_going)


def _chunk_singly(docs: Iterable[Document]) -> Iterator[Chunk]:
    return (make_chunk(number, [doc]) for number, doc in enumerate(docs))


def annotate_chunks(
    pipeline: Pipeline, options: ExtractOptions, chunks: Iterable[Chunk]
) -> Iterator[Message]:
    """Annotate chunks in order."""
    task = Task(_load_worker, (options,), _annotate, ready=(pipeline, options))
    if options.workers > 1:
        pipeline.warm_up()
    messages = (Message(chunk.number, chunk.digest, chunk.content) for chunk in chunks)
    yield from choose_runner(options.workers).run(task, messages)


def annotate_groups(
    pipeline: Pipeline, options: ExtractOptions, docs: Iterable[Document]
) -> Iterator[Batch]:
    """Annotate notes in this process, a few at a time; pack the annotations of long notes."""
    long_notes = choose_division(pipeline, options)
    for group in group_documents(long_notes.divide(docs), characters=_CHARACTERS):
        yield long_notes.merge(_annotate_group(pipeline, options, group))


def _annotate_group(pipeline: Pipeline, options: ExtractOptions, docs: Iterable[Document]) -> Batch:
    return annotate_batch(
        pipeline,
        docs,
        set_name=options.set_name,
        sets=() if options.only else None,
        start=choose_start(pipeline, options),
    )


def _load_worker(options: ExtractOptions) -> Worker:
    return load.load(options.model), options


def _annotate(worker: Worker, message: Message) -> Message:
    pipeline, options = worker
    docs = msgspec.json.decode(message.content, type=tuple[Document, ...])
    batch = _annotate_group(pipeline, options, docs)
    return Message(message.number, message.digest, msgspec.json.encode(batch))


def check_notes(
    docs: Iterable[Document], source: Notes, options: ExtractOptions
) -> Iterator[Document]:
    """Yield the notes that can be annotated; record others as errors of the source.

    Raises:
        InputError: A note already has a set with the new name.
    """
    for doc in docs:
        if options.set_name in doc.sets:
            raise InputError(
                f"there is a set called {options.set_name!r} already",
                where=doc.id,
                remedy=Remedy.CHOOSE_SET_NAME,
            )
        if error := _find_error(doc, options):
            source.errors.append(error.at(doc.id))
        else:
            yield doc


def _find_error(doc: Document, options: ExtractOptions) -> InputError | None:
    """Return why a note cannot be annotated; None if it can."""
    if len(doc.text) > options.longest_note:
        return make_length_error(len(doc.text), options.longest_note)
    if "\0" in doc.text:
        return InputError("this is not text: it contains zero bytes", expected="a note")
    if options.source_set and options.source_set not in doc.sets:
        return UnknownName("annotation set", options.source_set, doc.sets)
    return None


def list_read_errors(source: Notes) -> list[Failure]:
    """List the notes of a source that could not be read."""

    def name(error: InputError) -> str:
        return f"{error.where}:{error.line}" if error.line else error.where

    return [describe_failure(name(error), error) for error in source.errors]


def _choose_remedy(source: Notes) -> Remedy:
    """Return the remedy for notes that failed: if one is too long, suggest a higher limit."""
    is_long = any(error.remedy is Remedy.RAISE_LENGTH for error in source.errors)
    return Remedy.RAISE_LENGTH if is_long else Remedy.KEEP_GOING


def _make_error(failed: list[Failure], annotated: int, folder: str, remedy: Remedy) -> InputError:
    lines = "".join(f"\n  - {note.id}: {note.what or note.error}" for note in failed[:_SHOWN])
    more = f"\n  and {len(failed) - _SHOWN} more" if len(failed) > _SHOWN else ""
    hint = f"\nThe finished notes are in {folder}, to resume the run" if folder else ""
    return InputError(
        f"{len(failed)} of {annotated + len(failed)} notes could not be annotated"
        f"{lines}{more}{hint}",
        remedy=remedy,
    )
