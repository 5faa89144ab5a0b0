"""`goldsmith agree`: agreement between annotators."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from goldsmith.cli.shared import distance, figures, output
from goldsmith.core import Document
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.agree import agree as run
from goldsmith.project.agreement.stacking import stacked
from goldsmith.project.agreement.tables import agreement_tables
from goldsmith.project.corpus.sources import Source

app = typer.Typer(add_completion=False)


@app.command()
def agree(
    sets: list[str] = typer.Argument(
        ..., help="Annotation sets of --corpus, or paths of one annotator each."
    ),
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    task: str = typer.Option("clef", "--task", help="One of: " + ", ".join(tasks.TASKS) + "."),
    option: list[str] = figures.OPTION,
    terms: list[str] = distance.TERMS,
    gold: list[str] = typer.Option(
        [], "--gold", help="Consensus or gold sets; two of them show what consensus reduced."
    ),
    fmt: str | None = output.FROM,
    by: str = figures.BY,
    intervals: bool = figures.INTERVALS,
    as_table: figures.As = figures.AS,
    numbers: figures.Numbers = typer.Option(
        figures.Numbers.PERCENT, "--numbers", help="0.773 or 77.3."
    ),
    as_json: bool = output.JSON,
) -> None:
    """Measure agreement: matrices over all annotators and gold, averages, contributions."""
    wanted = distance.with_distance(figures.task_of(task, option), terms)
    names = [*sets, *output.listed(gold)]
    docs: Iterable[Document]
    if corpus:
        source = Source(corpus, fmt)
        docs = output.follow(source, source.total)
    else:
        docs, names = stacked(names, fmt)
    found = run(
        docs,
        names[: len(sets)],
        wanted,
        figures.schema_for(wanted, schema),
        gold=names[len(sets) :],
        by=by,
        intervals=intervals,
    )
    figures.tell(found.notices)
    if as_json:
        output.json(found)
    else:
        figures.show(agreement_tables(found, wanted, numbers.value), as_table)
