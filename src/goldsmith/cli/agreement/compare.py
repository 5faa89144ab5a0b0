"""Test whether the differences between systems are significant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import figures, output, parameters
from goldsmith.cli.shared.choices import Differing, Missing

if TYPE_CHECKING:
    from goldsmith.metrics import Comparison
    from goldsmith.project.agreement.score import Scores
    from goldsmith.project.agreement.tasks import View
    from goldsmith.rendering.table import Table

app = typer.Typer(add_completion=False)


@app.command()
def compare(
    gold: str = figures.GOLD,
    system: list[str] = typer.Option(
        ..., "--system", help="Two or more systems: sets or paths, on their own or as NAME=PATH."
    ),
    task: str = figures.TASK,
    metric: list[str] = figures.METRIC,
    option: list[str] = figures.OPTION,
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    fmt: str | None = parameters.FROM,
    gold_set: str | None = figures.GOLD_SET,
    system_set: str | None = figures.SYSTEM_SET,
    missing: Missing = figures.MISSING,
    differing: Differing = figures.DIFFERING,
    value: str = typer.Option(
        "",
        "--value",
        help="The value to compare, such as f1 or muc.f1; each metric has its own default.",
    ),
    group: str = typer.Option(
        "", "--group", help="The row to compare, such as a type; by default the overall row."
    ),
    rounds: int = typer.Option(9999, "--rounds", min=1, help="Number of random assignments."),
    seed: int = typer.Option(1, "--seed", help="Seed of the random assignments."),
    as_table: figures.TableFormat = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Compare systems by approximate randomisation; print a table of p-values for each metric."""
    from goldsmith.project.agreement.score import Scoring, check_comparable
    from goldsmith.project.agreement.tasks import select_value

    check_comparable(len(system))
    chosen = figures.make_task(task, metric, option)
    views = select_value(chosen, value, group)
    scoring = Scoring(
        *figures.make_sides(gold, system, corpus, fmt, (gold_set, system_set)),
        chosen,
        figures.choose_schema(chosen, schema),
        missing=missing,
        differing=differing,
    )
    scores = scoring.score()
    figures.report_notices(scores.notices)
    comparisons = {
        view.metric: scoring.compare(view, view.cell, rounds=rounds, seed=seed) for view in views
    }
    if as_json:
        _print_json(comparisons)
        return
    for view in views:
        names = scoring.rank(view, view.cell)
        tables = _make_tables(scores, view, names, comparisons[view.metric], numbers)
        figures.print_tables(tables, as_table)


def _print_json(comparisons: Mapping[str, Mapping[tuple[str, str], Comparison]]) -> None:
    output.print_json(
        [
            {"first": first, "second": second, "comparison": comparison}
            for pairs in comparisons.values()
            for (first, second), comparison in pairs.items()
        ]
    )


def _make_tables(
    scores: Scores,
    view: View,
    names: list[str],
    comparisons: Mapping[tuple[str, str], Comparison],
    numbers: figures.Numbers,
) -> tuple[Table, Table]:
    """Make the leaderboard of a metric and the table of its p-values."""
    from goldsmith import metrics
    from goldsmith.project.agreement.tables import make_leaderboard, make_p_value_table

    title = metrics.get(view.metric).title
    row = f", {view.group}" if view.group else ""
    return (
        make_leaderboard(scores, view, title, numbers.value),
        make_p_value_table(f"{title}: p-values for {view.cell}{row}", names, comparisons),
    )
