"""Annotate a large table of notes and write tidy tables, on this machine or on Spark.

    OUT.run/            while the run lasts
      run.json          the settings, to resume only the same run
      parts/00000000/   the tables of a finished part
    OUT/                when all parts are finished
      documents/        part-00000000.parquet, …
      mentions/ relations/ codes/ assertions/ chains/ times/ failures/
      run.json          the settings and counts

A part is committed by renaming its folder.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.formats import write
from goldsmith.formats.parquet.tables import TABLES
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import (
    ExtractOptions,
    check_notes,
    choose_start,
    list_read_errors,
)
from goldsmith.project.models.extract_files import Target, get_run_folder
from goldsmith.project.models.tables.part_worker import (
    FAILURES,
    Counts,
    Worker,
    count_failures,
    get_part_folder,
    open_worker,
    process_part,
    read_counts,
    write_failures,
)
from goldsmith.project.models.tables.parts import Part, list_parts
from goldsmith.project.models.tables.repeated_ids import mark_repeated_ids
from goldsmith.runners import Runner, Task
from goldsmith.runners.chunks import RunFolder

_PARTS, _INPUT, _RUN, _UNREAD = "parts", "notes.parquet", "run.json", "unread.parquet"
#: Rows in a part: about half a minute of work for a trained pipeline.
PART_ROWS = 2_000
#: Called with the number of finished parts, the total number of parts, and the counts so far.
Report = Callable[[int, int, "TableExtraction"], object]


def report_nothing(done: int, total: int, state: TableExtraction) -> None:
    """Show no progress."""
    del done, total, state


class TableExtraction(msgspec.Struct):
    """The outcome of an extraction to tables, or its state so far."""

    out: str
    set: str
    documents: int = 0
    characters: int = 0
    failed: int = 0
    parts: int = 0
    resumed: int = 0
    """Parts that an earlier run had finished."""
    mentions: Counter[str] = msgspec.field(default_factory=Counter)
    relations: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, counts: Counts) -> None:
        """Add the counts of a part."""
        self.parts += 1
        self.documents += counts.documents
        self.characters += counts.characters
        self.failed += counts.failed
        self.mentions.update(counts.mentions)
        self.relations.update(counts.relations)

    def describe(self) -> str:
        """Return a line of progress for Spark's web interface and the terminal."""
        return (
            f"goldsmith extract: {self.parts:,} parts, {self.documents:,} notes, "
            f"{self.mentions.total():,} mentions, {self.failed:,} failed so far"
        )


def extract_tables(
    source: Path | Notes,
    options: ExtractOptions,
    target: Target,
    make_runner: Callable[[Callable[[], str]], Runner],
    *,
    part_rows: int = PART_ROWS,
    report: Report = report_nothing,
) -> TableExtraction:
    """Annotate notes and write tidy tables; notes that fail go to the table `failures`.

    Args:
        source: Parquet files with the columns `id` and `text`, or notes in another form, which are
            first written to such a file.
        options: The model and how to use it.
        target: Where to write; its format is not used.
        make_runner: Makes the runner, from a function that describes the state of the run.
        part_rows: The largest number of notes in a part.
        report: Receives the progress.

    Raises:
        InputError: The output exists, there is an interrupted run, or the notes cannot be read.
    """
    pipeline = load.load(options.model)
    choose_start(pipeline, options)
    if options.workers > 1:
        pipeline.warm_up()
    storage.check_free(target.out, overwrite=target.overwrite)
    run = RunFolder(get_run_folder(target.out))
    settings = _describe_settings(source, options, part_rows)
    run.open(settings, resume=target.resume, restart=target.overwrite)
    folder = (run.folder / _PARTS).absolute()
    folder.mkdir(exist_ok=True)
    parts = _list_parts(source, options, run.folder, part_rows)
    unread = count_failures(run.folder / _UNREAD)
    extraction = TableExtraction(str(target.out), options.set_name, failed=unread)
    options = msgspec.structs.replace(options, model=options.model.absolute())
    task = Task(open_worker, (options, folder), process_part, Worker(pipeline, options, folder))
    unfinished = list(_select_unfinished(parts, folder, extraction))
    for counts in make_runner(extraction.describe).run(task, unfinished):
        extraction.add(counts)
        report(extraction.parts, len(parts), extraction)
    _publish(parts, folder, target.out, settings, extraction)
    run.remove()
    return extraction


def _describe_settings(
    source: Path | Notes, options: ExtractOptions, part_rows: int
) -> dict[str, str]:
    return {
        "model": load.compute_fingerprint(options.model),
        "set name": options.set_name,
        "choice of sets": "only the new one" if options.only else "all",
        "start": f"{','.join(options.layers)} of {options.source_set}",
        "input": str(source.absolute()) if isinstance(source, Path) else _INPUT,
        "size of parts": str(part_rows),
        "longest note": str(options.longest_note),
    }


def _list_parts(
    source: Path | Notes, options: ExtractOptions, folder: Path, rows: int
) -> list[Part]:
    """Divide the notes into parts; check for repeated ids, unless reading already did so."""
    parts = list_parts(_prepare_input(source, options, folder), rows=rows)
    return list(mark_repeated_ids(parts)) if isinstance(source, Path) else parts


def _prepare_input(source: Path | Notes, options: ExtractOptions, folder: Path) -> Path:
    """Return the Parquet files of the notes; write them once if they are in another format."""
    if isinstance(source, Path):
        return source
    path = folder / _INPUT
    if not path.exists():
        with storage.stage_file(path) as staged, storage.scratch_folder(path) as scratch:
            notes = check_notes(source, source, options)
            write(notes, scratch / _INPUT, "parquet", allow_loss=("all",))
            write_failures(list_read_errors(source), folder / _UNREAD)
            (scratch / _INPUT).replace(staged)
    return path


def _select_unfinished(
    parts: Iterable[Part], folder: Path, extraction: TableExtraction
) -> Iterator[Part]:
    for part in parts:
        if counts := read_counts(folder, part.number):
            extraction.add(counts)
            extraction.resumed += 1
        else:
            yield part


def _publish(
    parts: Iterable[Part],
    folder: Path,
    out: Path,
    settings: dict[str, str],
    extraction: TableExtraction,
) -> None:
    """Arrange the files of all parts by table; a run killed here can be resumed."""
    with storage.stage_folder(out) as staged:
        for name in (*TABLES, FAILURES):
            (staged / name).mkdir()
            for part in parts:
                file = get_part_folder(folder, part.number) / f"{name}.parquet"
                _link(file, staged / name / f"part-{part.number:08}.parquet")
        unread = folder.parent / _UNREAD
        if unread.exists():
            _link(unread, staged / FAILURES / _UNREAD)
        content = {"settings": settings, "counts": msgspec.to_builtins(extraction)}
        del content["counts"]["out"], content["counts"]["resumed"]
        (staged / _RUN).write_bytes(msgspec.json.encode(content, order="sorted"))


def _link(source: Path, target: Path) -> None:
    """Link a file, or copy it if the file system does not support links."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
