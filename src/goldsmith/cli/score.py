"""`goldsmith score`: systems against a gold standard."""

from __future__ import annotations

import typer

from goldsmith.cli import _distance, _figures, _output
from goldsmith.project.comparing import Missing
from goldsmith.project.figures import score_tables
from goldsmith.project.score import Scoring

app = typer.Typer(add_completion=False)


@app.command()
def score(
    gold: str = typer.Option(..., "--gold", help="The gold standard: a set or a path."),
    system: list[str] = typer.Option(
        ..., "--system", help="A system: a set or a path; several make a leaderboard."
    ),
    task: str = _figures.TASK,
    option: list[str] = _figures.OPTION,
    terms: list[str] = _distance.TERMS,
    corpus: str | None = _figures.CORPUS,
    schema: str | None = _figures.SCHEMA,
    fmt: str | None = _output.FROM,
    gold_set: str | None = typer.Option(None, "--gold-set", help="Which set of the gold path."),
    system_set: str | None = typer.Option(None, "--system-set", help="Which set of the systems."),
    missing: Missing = typer.Option(
        "refuse", "--missing", help="Documents of one side only: refuse, empty or skip."
    ),
    by: str = _figures.BY,
    intervals: bool = _figures.INTERVALS,
    as_table: _figures.As = _figures.AS,
    numbers: _figures.Numbers = _figures.NUMBERS,
    as_json: bool = _output.JSON,
) -> None:
    """Score one or more systems against a gold standard, on sets of a corpus or on any files."""
    wanted = _distance.with_distance(_figures.task_of(task, option), terms)
    scoring = Scoring(
        _figures.side(gold, corpus, fmt, gold_set),
        [_figures.side(one, corpus, fmt, system_set) for one in system],
        wanted,
        _figures.schema_for(wanted, schema),
        missing=missing,
        by=by,
    )
    scores = scoring.scores(intervals=intervals)
    _figures.tell(scores.notices)
    if as_json:
        _output.json(scores)
    else:
        _figures.show(score_tables(scores, wanted, numbers.value), as_table)
