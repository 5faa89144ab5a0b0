"""`goldsmith score`: systems against a gold standard."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import distance, figures, output
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.score import Scoring
from goldsmith.project.agreement.tables import score_tables

app = typer.Typer(add_completion=False)


@app.command()
def score(
    gold: str = typer.Option(..., "--gold", help="The gold standard: a set or a path."),
    system: list[str] = typer.Option(
        ..., "--system", help="A system: a set or a path; several make a leaderboard."
    ),
    task: str = figures.TASK,
    option: list[str] = figures.OPTION,
    terms: list[str] = distance.TERMS,
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    fmt: str | None = output.FROM,
    gold_set: str | None = typer.Option(None, "--gold-set", help="Which set of the gold path."),
    system_set: str | None = typer.Option(None, "--system-set", help="Which set of the systems."),
    missing: Missing = typer.Option(
        "refuse", "--missing", help="Documents of one side only: refuse, empty or skip."
    ),
    by: str = figures.BY,
    intervals: bool = figures.INTERVALS,
    as_table: figures.As = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = output.JSON,
) -> None:
    """Score one or more systems against a gold standard, on sets of a corpus or on any files."""
    wanted = distance.with_distance(figures.task_of(task, option), terms)
    scoring = Scoring(
        figures.side(gold, corpus, fmt, gold_set),
        [figures.side(one, corpus, fmt, system_set) for one in system],
        wanted,
        figures.schema_for(wanted, schema),
        missing=missing,
        by=by,
    )
    scores = scoring.scores(intervals=intervals)
    figures.tell(scores.notices)
    if as_json:
        output.json(scores)
    else:
        figures.show(score_tables(scores, wanted, numbers.value), as_table)
