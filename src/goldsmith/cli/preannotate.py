"""Annotate notes with the concepts that a look-up finds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output
from goldsmith.cli.shared import terms as shared_terms
from goldsmith.cli.shared.choices import Overlap

if TYPE_CHECKING:
    from goldsmith.project.terms.preannotate import Preannotation

app = typer.Typer(add_completion=False)


@app.command()
def preannotate(
    corpus: str = typer.Argument(..., help="The notes: any format, or `demo`."),
    out: Path = typer.Option(..., "--out", help="The folder or file to write."),
    terms: list[str] = shared_terms.TERMS,
    subset: str = typer.Option(
        "", "--subset", help="Only this subset; a subset such as clef also maps concepts to types."
    ),
    kind: str = typer.Option(
        "", "--type", help="The type of all mentions, if the subset does not map to types."
    ),
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    threshold: int = shared_terms.THRESHOLD,
    overlap: Overlap = shared_terms.OVERLAP,
    typos: bool = shared_terms.TYPOS,
    exact: bool = shared_terms.EXACT,
    set_name: str = typer.Option("lookup", "--set-name", help="The name of the new set."),
    schema: str = typer.Option(
        "", "--schema", help="The schema of the new set; default: that of the subset."
    ),
    only_set: bool = typer.Option(
        False, "--only", help="Write only the new set, without the sets of the input."
    ),
    fmt: str | None = output.FROM,
    to: str = output.TO,
    read_as: str = typer.Option(
        choices.DEFAULT_SET, "--as", help="The name of the set to read, if the format has none."
    ),
    keep_going: bool = typer.Option(
        False, "--keep-going", help="Take what can be read; exit with 1 if some files cannot."
    ),
    allow_loss: list[str] = output.ALLOW_LOSS,
    overwrite: bool = output.OVERWRITE,
    as_json: bool = output.JSON,
) -> None:
    """Annotate notes with the concepts of terminologies; the annotations form a new set."""
    from goldsmith.project.corpus.schemas import find_schema
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.terms.preannotate import Annotator
    from goldsmith.project.terms.preannotate import preannotate as run

    annotator = Annotator(
        shared_terms.open_terminologies(terms),
        shared_terms.make_filter(subset, (), system, below),
        kind=kind,
        schema=find_schema(schema).name if schema else "",
        name=set_name,
        threshold=threshold,
        overlap=overlap,
        exact=exact,
        typos=typos,
        warn=shared_terms.warn,
    )
    result = run(
        Source(corpus, fmt, set_name=read_as, keep_going=keep_going),
        annotator,
        out,
        to=to,
        sets=[set_name] if only_set else [],
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(result)
    elif result.mentions:
        rows = [*result.mentions.items(), ("total", sum(result.mentions.values()))]
        output.print_table(f"Mentions in the set {result.set}", ("type", "mentions"), rows)
    _report(result)
    raise typer.Exit(1 if result.skipped else 0)


def _report(result: Preannotation) -> None:
    output.report(
        f"{result.documents:,} documents, {result.with_mentions:,} of them with mentions"
        f" -> {result.out}"
    )
    output.report_dropped(result.dropped)
    for message in result.skipped:
        output.report(f"  skipped: {message}")
