"""Measure agreement between annotators."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import figures, output

app = typer.Typer(add_completion=False)


@app.command()
def agree(
    sets: list[str] = typer.Argument(
        ..., help="Annotation sets of --corpus, or paths, each with the work of one annotator."
    ),
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    task: str = figures.AGREEMENT_TASK,
    metric: list[str] = figures.METRIC,
    option: list[str] = figures.OPTION,
    terms: list[str] = figures.TERMS,
    gold: list[str] = typer.Option(
        [], "--gold", help="Consensus or gold sets; with two, also what consensus reduced."
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
    """Measure agreement between annotators: matrices, averages, contributions to the gold."""
    from goldsmith.project.agreement.agree import agree as run
    from goldsmith.project.agreement.stacking import open_sets
    from goldsmith.project.agreement.tables import make_agreement_tables

    chosen = figures.add_distance(figures.make_task(task, metric, option), terms)
    paths = [*sets, *output.split_values(gold)]
    docs, names = open_sets(paths, corpus, fmt, track=output.track)
    agreement = run(
        docs,
        names[: len(sets)],
        chosen,
        figures.choose_schema(chosen, schema),
        gold=names[len(sets) :],
        by=by,
        intervals=intervals,
    )
    figures.report_notices(agreement.notices)
    if as_json:
        output.print_json(agreement)
    else:
        figures.print_tables(make_agreement_tables(agreement, chosen, numbers.value), as_table)
