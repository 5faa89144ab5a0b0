"""`goldsmith preannotate`: an annotation set of what terminologies find in the notes."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.cli.shared import terms as shared_terms
from goldsmith.formats import DEFAULT_SET
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms.preannotate import Annotator, Preannotated
from goldsmith.project.terms.preannotate import preannotate as run
from goldsmith.terminology.lookup.finder import Overlap

app = typer.Typer(add_completion=False)


@app.command()
def preannotate(
    corpus: str = typer.Argument(..., help="The notes: any format, or `demo`."),
    out: Path = typer.Option(..., "--out", help="The folder or file to make."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = typer.Option(
        "", "--subset", help="Only this subset; with a mapping, such as clef, it gives the types."
    ),
    kind: str = typer.Option("", "--type", help="The type of all mentions, without a mapping."),
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    threshold: int = shared_terms.THRESHOLD,
    overlap: Overlap = shared_terms.OVERLAP,
    typos: bool = shared_terms.TYPOS,
    exact: bool = shared_terms.EXACT,
    set_name: str = typer.Option("lookup", "--set-name", help="The name of the new set."),
    schema: str = typer.Option(
        "", "--schema", help="The schema the set names; the subset's, where there is one."
    ),
    only_set: bool = typer.Option(
        False, "--only", help="Write the new set alone, without those that were there."
    ),
    fmt: str | None = output.FROM,
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    read_as: str = typer.Option(
        DEFAULT_SET, "--as", help="The name of the set read, where the format has none."
    ),
    keep_going: bool = typer.Option(
        False, "--keep-going", help="Take what can be read; exit with 1 if some could not."
    ),
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace what is at --out."),
    as_json: bool = output.JSON,
) -> None:
    """Annotate notes with the concepts that terminologies find in them, as a set of its own."""
    annotator = Annotator(
        shared_terms.opened(terms),
        shared_terms.filter_of(subset, (), system, below),
        kind=kind,
        schema=schemas.find(schema).name if schema else "",
        name=set_name,
        threshold=threshold,
        overlap=overlap,
        exact=exact,
        typos=typos,
        told=shared_terms.note,
    )
    done = run(
        Source(corpus, fmt, set_name=read_as, keep_going=keep_going),
        annotator,
        out,
        to=to,
        sets=[set_name] if only_set else [],
        allow_loss=output.listed(allow_loss),
        overwrite=overwrite,
        follow=output.follow,
    )
    if as_json:
        output.json(done)
    elif done.mentions:
        rows = [*done.mentions.items(), ("total", sum(done.mentions.values()))]
        output.table(f"Mentions in the set {done.set}", ("type", "mentions"), rows)
    _tell(done)
    raise typer.Exit(1 if done.skipped else 0)


def _tell(done: Preannotated) -> None:
    output.say(
        f"{done.documents:,} documents, {done.with_mentions:,} of them with mentions -> {done.out}"
    )
    for name, count in sorted(done.dropped.items()):
        output.say(f"  dropped, as allowed: {name} ({count:,})")
    for message in done.skipped:
        output.say(f"  skipped: {message}")
