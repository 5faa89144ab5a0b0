"""Extract: annotate notes with a trained model and write them; runs can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from goldsmith.core import Document
from goldsmith.formats import write
from goldsmith.formats.shared.native import fill_mention_texts
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import (
    ExtractOptions,
    Tally,
    annotate_chunks,
    annotate_notes,
    check_notes,
    choose_start,
)
from goldsmith.project.models.extract_files import (
    Target,
    check_output,
    get_run_folder,
    write_errors,
)
from goldsmith.runners.annotate import Failure
from goldsmith.runners.chunks import Chunk, RunFolder, chunk_documents


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
        InputError: The output exists, an interrupted run is in the way, or a note failed.
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
    progress = _Progress(run)
    docs = check_notes(track(source, source.total), source, options)
    for result in annotate_chunks(pipeline, options, progress.select_unfinished(docs)):
        run.store(result.number, result.digest, result.content)
    return _write_result(run, progress, source, options, target)


class _Progress:
    """Counts the chunks, and the documents that an earlier run had finished."""

    def __init__(self, run: RunFolder) -> None:
        self.run, self.chunks, self.resumed = run, 0, 0

    def select_unfinished(self, docs: Iterable[Document]) -> Iterator[Chunk]:
        """Yield the chunks that are not finished yet."""
        for chunk in chunk_documents(docs):
            self.chunks += 1
            if self.run.has(chunk):
                self.resumed += len(chunk.documents)
            else:
                yield chunk


def extract_stream(
    source: Notes, options: ExtractOptions, write_line: Callable[[bytes], object]
) -> Extraction:
    """Annotate notes one after the other and write each as a line of JSON.

    Args:
        source: The notes.
        options: The model and how to use it.
        write_line: Receives each line.

    Raises:
        InputError: A note failed, unless `options` say to keep going.
    """
    tally = Tally()
    for batch in annotate_notes(source, options):
        for doc in batch.documents:
            write_line(msgspec.json.encode(fill_mention_texts(doc)) + b"\n")
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


def _write_result(
    run: RunFolder, progress: _Progress, source: Notes, options: ExtractOptions, target: Target
) -> Extraction:
    """Write the finished chunks to the output and remove the folder of the run."""
    tally = Tally()
    for batch in run.batches(progress.chunks):
        tally.add(batch)
    failed = tally.list_failures(source, keep_going=options.keep_going, folder=str(run.folder))
    written = write(
        (doc for batch in run.batches(progress.chunks) for doc in batch.documents),
        target.out,
        target.format,
        records=source.read_records(),
        terms=source.read_terms(),
        allow_loss=target.allow_loss,
        overwrite=target.overwrite,
    )
    errors_file = write_errors(failed, target.out)
    run.remove()
    return Extraction(
        str(target.out),
        target.format,
        options.set_name,
        written.documents,
        dict(sorted(tally.mentions.items())),
        dict(sorted(tally.relations.items())),
        failed,
        errors_file,
        progress.resumed,
        written.dropped,
    )
