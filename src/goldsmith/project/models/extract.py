"""Extract: annotate notes with a trained model and write them; runs can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from goldsmith.core import Document
from goldsmith.formats import get
from goldsmith.formats import write as write_documents
from goldsmith.formats.shared.native import encode_line
from goldsmith.pipeline import Pipeline
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import (
    ExtractOptions,
    Tally,
    annotate_chunks,
    annotate_notes,
    check_notes,
    choose_division,
    choose_start,
)
from goldsmith.project.models.extract_files import (
    Target,
    check_output,
    get_run_folder,
    write_errors,
)
from goldsmith.runners.annotate import Batch, Failure
from goldsmith.runners.chunks import Chunk, RunFolder, chunk_documents
from goldsmith.runners.long_notes import unpack


class Extraction(msgspec.Struct, frozen=True):
    """The outcome of an extraction."""

    out: str
    format: str
    set: str
    documents: int
    mentions: dict[str, int]
    relations: dict[str, int]
    failed: list[Failure]
    errors: str = ""
    """The file that lists the failures; "" if there are none."""
    resumed: int = 0
    """Documents that an earlier run had finished."""
    dropped: dict[str, int] = {}


def extract(
    source: Notes, options: ExtractOptions, target: Target, *, track: Track = pass_on
) -> Extraction:
    """Annotate notes and write them; the output appears when all notes are done.

    Args:
        source: The notes.
        options: The model and how to use it.
        target: Where and how to write.
        track: Shows progress.

    Raises:
        InputError: The output exists, there is an interrupted run, or a note failed.
        LossError: The format cannot carry something that was not allowed to be dropped.
    """
    pipeline = load.load(options.model)
    check_output(target)
    run = RunFolder(get_run_folder(target.out))
    settings = {
        "model": load.compute_fingerprint(options.model),
        "set name": options.set_name,
        "choice of sets": "only the new one" if options.only else "all",
    }
    if start := choose_start(pipeline, options):
        settings["start"] = f"{', '.join(sorted(start.layers))} of {start.set_name}"
    run.open(settings, resume=target.resume, restart=target.overwrite)
    docs = check_notes(track(source, source.total), source, options)
    progress = _Progress(run, pipeline, options)
    annotated = _raise_failures(progress.annotate(docs), progress, source, options)
    written = write_documents(
        annotated if get(target.format).takes_packed else map(unpack, annotated),
        target.out,
        target.format,
        records=source.read_records(),
        terms=source.read_terms(),
        allow_loss=target.allow_loss,
        overwrite=target.overwrite,
    )
    failed = progress.tally.list_failures(source, keep_going=True)
    errors_file = write_errors(failed, target.out)
    run.remove()
    return Extraction(
        str(target.out),
        target.format,
        options.set_name,
        written.documents,
        dict(sorted(progress.tally.mentions.items())),
        dict(sorted(progress.tally.relations.items())),
        failed,
        errors_file,
        progress.resumed,
        written.dropped,
    )


class _Progress:
    """Stores the result of each chunk of a run, and counts its annotations.

    Documents are written as soon as their chunk is done, while the workers continue.
    """

    def __init__(self, run: RunFolder, pipeline: Pipeline, options: ExtractOptions) -> None:
        self.run, self.pipeline, self.options = run, pipeline, options
        self.tally = Tally()
        self.long_notes = choose_division(pipeline, options)
        self.chunks = self.resumed = 0

    def annotate(self, docs: Iterable[Document]) -> Iterator[Document]:
        """Yield the annotated documents in order, including those of an earlier run."""
        yielded = 0
        unfinished = self._select_unfinished(docs)
        for result in annotate_chunks(self.pipeline, self.options, unfinished):
            self.run.store(result.number, result.digest, result.content)
            yield from self._read_stored(yielded, result.number)
            yielded, batch = result.number + 1, msgspec.json.decode(result.content, type=Batch)
            del result  # a long note takes much memory
            yield from self._count(batch)
        yield from self._read_stored(yielded, self.chunks)

    def _select_unfinished(self, docs: Iterable[Document]) -> Iterator[Chunk]:
        """Yield the chunks that are not finished yet."""
        for chunk in chunk_documents(self.long_notes.divide(docs)):
            self.chunks += 1
            if self.run.has(chunk):
                self.resumed += self.long_notes.count_notes(chunk.documents)
            else:
                yield chunk

    def _read_stored(self, first: int, end: int) -> Iterator[Document]:
        for number in range(first, end):
            yield from self._count(self.run.read(number))

    def _count(self, batch: Batch) -> Iterator[Document]:
        merged = self.long_notes.merge(batch)
        self.tally.add(merged)
        yield from merged.documents


def _raise_failures(
    docs: Iterable[Document], progress: _Progress, source: Notes, options: ExtractOptions
) -> Iterator[Document]:
    """Yield the documents; at the end, raise an error if notes failed, unless that is allowed."""
    yield from docs
    folder = str(progress.run.folder)
    progress.tally.list_failures(source, keep_going=options.keep_going, folder=folder)


def extract_stream(
    source: Notes, options: ExtractOptions, write: Callable[[bytes], object]
) -> Extraction:
    """Annotate notes one after the other and write each as a line of JSON.

    Args:
        source: The notes.
        options: The model and how to use it.
        write: Receives the lines, a long one in pieces.

    Raises:
        InputError: A note failed, unless `options` say to keep going.
    """
    tally = Tally()
    for batch in annotate_notes(source, options):
        for doc in batch.documents:
            for piece in encode_line(doc):
                write(piece)
        tally.add(batch)
    return Extraction(
        "-",
        "jsonl",
        options.set_name,
        tally.documents,
        dict(tally.mentions),
        dict(tally.relations),
        tally.list_failures(source, keep_going=options.keep_going),
    )
