"""`goldsmith compare`: which differences between systems could be chance."""

from __future__ import annotations

import typer

from goldsmith import metrics
from goldsmith.cli.shared import figures, output
from goldsmith.errors import InputError
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.score import Scoring
from goldsmith.project.agreement.tables import leaderboard, p_values

app = typer.Typer(add_completion=False)


@app.command()
def compare(
    gold: str = typer.Option(..., "--gold", help="The gold standard: a set or a path."),
    system: list[str] = typer.Option(..., "--system", help="Two or more systems."),
    task: str = figures.TASK,
    option: list[str] = figures.OPTION,
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    fmt: str | None = output.FROM,
    gold_set: str | None = typer.Option(None, "--gold-set", help="Which set of the gold path."),
    system_set: str | None = typer.Option(None, "--system-set", help="Which set of the systems."),
    missing: Missing = typer.Option(
        "refuse", "--missing", help="Documents of one side only: refuse, empty or skip."
    ),
    value: str = typer.Option("", "--value", help="The value compared; each metric has its own."),
    rounds: int = typer.Option(9999, "--rounds", help="How many random assignments are tried."),
    seed: int = typer.Option(1, "--seed", help="For the random assignments."),
    as_table: figures.As = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = output.JSON,
) -> None:
    """Compare systems by approximate randomisation: the table of p-values of each metric."""
    if len(system) < 2:
        raise InputError("one system cannot be compared", expected="--system at least twice")
    wanted = figures.task_of(task, option)
    scoring = Scoring(
        figures.side(gold, corpus, fmt, gold_set),
        [figures.side(one, corpus, fmt, system_set) for one in system],
        wanted,
        figures.schema_for(wanted, schema),
        missing=missing,
    )
    scores = scoring.scores()
    figures.tell(scores.notices)
    found = {
        view.metric: scoring.comparisons(view, value, rounds=rounds, seed=seed)
        for view in wanted.views
    }
    if as_json:
        output.json(
            [
                {"first": one, "second": other, "comparison": comparison}
                for each in found.values()
                for (one, other), comparison in each.items()
            ]
        )
        return
    names = [one.name for one in scores.systems]
    for view in wanted.views:
        title = metrics.get(view.metric).title
        compared = value or metrics.get(view.metric).main
        tables = [
            leaderboard(scores, view, title, numbers.value),
            p_values(f"{title}: p-values for {compared}", names, found[view.metric]),
        ]
        figures.show(tables, as_table)
