"""Annotate notes with a trained model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output, parameters, places
from goldsmith.cli.shared.extract_tables import is_parquet, run_and_report
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.corpus.note_stream import Notes
    from goldsmith.project.models.annotate_notes import ExtractOptions
    from goldsmith.project.models.extract import Extraction

app = typer.Typer(add_completion=False)
_PIPE = "-"


@app.command()
def extract(
    notes: str = typer.Argument(
        ..., metavar="IN", help="The notes: any format, `demo`, or - for JSON lines on stdin."
    ),
    out: str = typer.Option(
        ..., "--out", metavar="PATH", help="The folder or file to write, or - for stdout."
    ),
    model: Path = typer.Option(..., "--model", help="The model folder."),
    to: str = parameters.TO,
    set_name: str = typer.Option("system", "--set-name", help="The name of the new set."),
    source_set: str = typer.Option(
        "", "--set", help="The annotation set to start from, for a model over given mentions."
    ),
    layers: list[str] = typer.Option(
        [], "--given", help="Take these from --set: mentions, codes, assertion."
    ),
    only: bool = parameters.ONLY_NEW_SET,
    workers: int = places.WORKERS,
    resume: bool = typer.Option(False, "--resume", help="Continue an interrupted run."),
    keep_going: bool = typer.Option(
        False, "--keep-going", help="Skip notes that fail; exit with 1 if there are any."
    ),
    tables: bool = typer.Option(
        False, "--tables", help="Write a folder of tidy Parquet tables, part by part."
    ),
    runner: str = places.RUNNER,
    master: str = places.MASTER,
    spark_conf: list[str] = places.SPARK_CONF,
    part_rows: int = typer.Option(
        2_000, "--part-rows", help="With --tables: the number of notes in a part."
    ),
    longest_note: int = typer.Option(
        choices.LONGEST_NOTE,
        "--longest-note",
        help="The most characters a note may have; longer notes fail. More takes more memory.",
    ),
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = typer.Option(
        False, "--overwrite", help="Replace the existing output, and restart an unfinished run."
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """Annotate notes with a trained model; the annotations form a new set."""
    from goldsmith.project.models.annotate_notes import ExtractOptions
    from goldsmith.project.models.extract import extract as run
    from goldsmith.project.models.extract_files import Target

    options = ExtractOptions(
        model,
        set_name,
        only,
        workers,
        keep_going,
        source_set,
        tuple(output.split_values(layers)),
        longest_note,
    )
    place = places.make_place(runner, workers, master, spark_conf)
    if tables or runner != "processes":
        _check_paths(notes, out)
        target = Target(Path(out), overwrite=overwrite, resume=resume)
        source = Path(notes) if is_parquet(Path(notes), fmt) else _open_notes(notes, options, fmt)
        run_and_report(source, options, target, place, part_rows=part_rows, as_json=as_json)
        return
    if out == _PIPE:
        _check_pipe(to, resume=resume, as_json=as_json)
        extraction = _extract_to_stdout(_open_notes(notes, options, fmt, unique=False), options)
    else:
        target = Target(Path(out), to, tuple(output.split_values(allow_loss)), overwrite, resume)
        extraction = run(_open_notes(notes, options, fmt), options, target, track=output.track)
    if as_json:
        output.print_json(extraction)
    _report(extraction)
    raise typer.Exit(1 if extraction.failed else 0)


def _check_paths(notes: str, out: str) -> None:
    if _PIPE in (out, notes):
        raise InputError("tables cannot go through a pipe", expected="paths")


def _check_pipe(to: str, *, resume: bool, as_json: bool) -> None:
    if resume or as_json or to not in ("corpus", "jsonl"):
        raise InputError(
            "a pipe accepts only JSON lines and cannot be resumed", expected="--out PATH"
        )


def _open_notes(
    notes: str, options: ExtractOptions, fmt: str | None, *, unique: bool = True
) -> Notes:
    from goldsmith.formats.shared.lines import split_lines
    from goldsmith.project.corpus.note_stream import JsonLines
    from goldsmith.project.corpus.sources import Source

    if notes == _PIPE:
        return JsonLines(split_lines(sys.stdin.buffer, options.longest_note), unique=unique)
    return Source(notes, fmt, keep_going=True, longest_text=options.longest_note)


def _extract_to_stdout(source: Notes, options: ExtractOptions) -> Extraction:
    from goldsmith.project.models.extract import extract_stream

    def write(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    return extract_stream(source, options, write)


def _report(extraction: Extraction) -> None:
    mentions = sum(extraction.mentions.values())
    resumed = f" ({extraction.resumed:,} from the earlier run)" if extraction.resumed else ""
    where = "" if extraction.out == _PIPE else f" -> {extraction.out}"
    output.report(f"{extraction.documents:,} documents{resumed}, {mentions:,} mentions{where}")
    output.report_dropped(extraction.dropped)
    if extraction.errors:
        output.report(f"  left out {len(extraction.failed):,} notes, listed in {extraction.errors}")
    elif extraction.failed:
        for note in extraction.failed:
            output.report(f"  left out: {note.id}: {note.what or note.error}")
