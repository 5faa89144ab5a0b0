"""Score systems against a gold standard."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import figures, output, parameters
from goldsmith.cli.shared.choices import Differing, Missing

app = typer.Typer(add_completion=False)


@app.command()
def score(
    gold: str = figures.GOLD,
    system: list[str] = typer.Option(
        ..., "--system", help="A system: a set or a path, or NAME=PATH; several make a leaderboard."
    ),
    task: str = figures.TASK,
    metric: list[str] = figures.METRIC,
    option: list[str] = figures.OPTION,
    terms: list[str] = figures.TERMS,
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    fmt: str | None = parameters.FROM,
    gold_set: str | None = figures.GOLD_SET,
    system_set: str | None = figures.SYSTEM_SET,
    missing: Missing = figures.MISSING,
    differing: Differing = figures.DIFFERING,
    by: str = figures.BY,
    intervals: bool = figures.INTERVALS,
    entries: Path | None = typer.Option(
        None,
        "--entries",
        help="Who made which run: a table (CSV, TSV) or TOML with team, user, run, data, extra and "
        "reference; leaderboards show it.",
    ),
    most_runs: int = typer.Option(
        3, "--most-runs", min=1, help="With --entries: the largest number of runs for a team."
    ),
    as_table: figures.TableFormat = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Score one or more systems against a gold standard: sets of a corpus, or any files."""
    from goldsmith.project.agreement.challenge.entries import read_entries
    from goldsmith.project.agreement.score import Scoring
    from goldsmith.project.agreement.tables import make_score_tables

    runs = read_entries(entries) if entries else ()
    chosen = figures.add_distance(figures.make_task(task, metric, option), terms)
    scoring = Scoring(
        *figures.make_sides(gold, system, corpus, fmt, (gold_set, system_set)),
        chosen,
        figures.choose_schema(chosen, schema),
        missing=missing,
        differing=differing,
        by=by,
    )
    scores = scoring.score(intervals=intervals, entries=runs, most_runs=most_runs)
    figures.report_notices(scores.notices)
    if as_json:
        output.print_json(scores)
    else:
        figures.print_tables(make_score_tables(scores, chosen, numbers.value), as_table)
