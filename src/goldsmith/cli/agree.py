"""`goldsmith agree`: agreement between annotators."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from goldsmith.cli import _distance, _figures, _output
from goldsmith.core import Document
from goldsmith.project import tasks
from goldsmith.project.agree import agree as run
from goldsmith.project.figures import agreement_tables
from goldsmith.project.sources import Source
from goldsmith.project.stacking import stacked

app = typer.Typer(add_completion=False)


@app.command()
def agree(
    sets: list[str] = typer.Argument(
        ..., help="Annotation sets of --corpus, or paths of one annotator each."
    ),
    corpus: str | None = _figures.CORPUS,
    schema: str | None = _figures.SCHEMA,
    task: str = typer.Option("clef", "--task", help="One of: " + ", ".join(tasks.TASKS) + "."),
    option: list[str] = _figures.OPTION,
    terms: list[str] = _distance.TERMS,
    gold: list[str] = typer.Option(
        [], "--gold", help="Consensus or gold sets; two of them show what consensus reduced."
    ),
    fmt: str | None = _output.FROM,
    by: str = _figures.BY,
    intervals: bool = _figures.INTERVALS,
    as_table: _figures.As = _figures.AS,
    numbers: _figures.Numbers = typer.Option(
        _figures.Numbers.PERCENT, "--numbers", help="0.773 or 77.3."
    ),
    as_json: bool = _output.JSON,
) -> None:
    """Measure agreement: matrices over all annotators and gold, averages, contributions."""
    wanted = _distance.with_distance(_figures.task_of(task, option), terms)
    names = [*sets, *_output.listed(gold)]
    docs: Iterable[Document]
    if corpus:
        source = Source(corpus, fmt)
        docs = _output.follow(source, source.total)
    else:
        docs, names = stacked(names, fmt)
    found = run(
        docs,
        names[: len(sets)],
        wanted,
        _figures.schema_for(wanted, schema),
        gold=names[len(sets) :],
        by=by,
        intervals=intervals,
    )
    _figures.tell(found.notices)
    if as_json:
        _output.json(found)
    else:
        _figures.show(agreement_tables(found, wanted, numbers.value), as_table)
