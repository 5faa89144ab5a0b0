"""`goldsmith extract`: a trained model over notes, from files to files or through a pipe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.corpus.note_stream import Notes
    from goldsmith.project.models.extract import Extraction, Wanted

app = typer.Typer(add_completion=False)
_PIPE = "-"


@app.command()
def extract(
    notes: str = typer.Argument(
        ..., metavar="IN", help="The notes: any format, `demo`, or - for JSON lines on stdin."
    ),
    out: str = typer.Argument(
        ..., metavar="OUT", help="The folder or file to make, or - for JSON lines on stdout."
    ),
    model: Path = typer.Option(..., "--model", help="The model folder."),
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    set_name: str = typer.Option("system", "--set-name", help="The name of the new set."),
    only: bool = typer.Option(
        False, "--only", help="Write the new set alone, without those that were there."
    ),
    workers: int = typer.Option(1, "--workers", help="Processes to use."),
    resume: bool = typer.Option(False, "--resume", help="Go on with a run that was stopped."),
    keep_going: bool = typer.Option(
        False, "--keep-going", help="Leave out notes that fail; exit with 1 if there are any."
    ),
    fmt: str | None = output.FROM,
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(
        False, "--overwrite", help="Replace what is at OUT, and begin an unfinished run again."
    ),
    as_json: bool = output.JSON,
) -> None:
    """Annotate notes with a trained model, as a set of its own."""
    from goldsmith.project.models.extract import Wanted
    from goldsmith.project.models.extract import extract as run
    from goldsmith.project.models.extract_files import Target

    wanted = Wanted(model, set_name, only, workers, keep_going)
    if out == _PIPE:
        if resume or as_json or to not in ("corpus", "jsonl"):
            raise InputError("a pipe takes JSON lines and cannot be resumed", expected="OUT a path")
        done = _piped(_source(notes, fmt, unique=False), wanted)
    else:
        target = Target(Path(out), to, tuple(output.listed(allow_loss)), overwrite, resume)
        done = run(_source(notes, fmt, unique=True), wanted, target, follow=output.follow)
    if as_json:
        output.json(done)
    _tell(done)
    raise typer.Exit(1 if done.failed else 0)


def _source(notes: str, fmt: str | None, *, unique: bool) -> Notes:
    from goldsmith.project.corpus.note_stream import Lines
    from goldsmith.project.corpus.sources import Source

    if notes == _PIPE:
        return Lines(sys.stdin.buffer, unique=unique)
    return Source(notes, fmt, keep_going=True)


def _piped(source: Notes, wanted: Wanted) -> Extraction:
    from goldsmith.project.models.extract import stream

    def put(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    return stream(source, wanted, put)


def _tell(done: Extraction) -> None:
    found = sum(done.mentions.values())
    again = f" ({done.resumed:,} of them done before)" if done.resumed else ""
    where = "" if done.out == _PIPE else f" -> {done.out}"
    output.say(f"{done.documents:,} documents{again}, {found:,} mentions{where}")
    for name, count in sorted(done.dropped.items()):
        output.say(f"  dropped, as allowed: {name} ({count:,})")
    if done.errors:
        output.say(f"  {len(done.failed):,} notes left out, listed in {done.errors}")
    elif done.failed:
        for one in done.failed:
            output.say(f"  left out: {one.id}: {one.what or one.error}")
