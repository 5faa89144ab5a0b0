"""`goldsmith validate`: every problem of a corpus, with document and place."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import output
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.sources import Source
from goldsmith.project.corpus.validate import problems

app = typer.Typer(add_completion=False)


@app.command()
def validate(
    corpus: str = typer.Argument(..., help="A corpus in any format, or `demo`."),
    schema: str | None = typer.Option(
        None,
        "--schema",
        help="A built-in schema or a TOML file. Without it: the schema each set names, if any.",
    ),
    fmt: str | None = output.FROM,
    sets: list[str] = typer.Option([], "--set", help="Check only these annotation sets."),
    as_json: bool = output.JSON,
) -> None:
    """List every problem of a corpus with document and place; exit with 1 if there are any."""
    wanted = schemas.find(schema) if schema else None
    source = Source(corpus, fmt, check=False)
    found = problems(source, wanted, sets=output.listed(sets))
    if as_json:
        every = list(found)
        output.json(every)
        count = len(every)
    else:
        count = 0
        for count, problem in enumerate(found, 1):  # noqa: B007 the last number is the count
            typer.echo(str(problem))
    output.say(f"{count:,} problem{'s' * (count != 1)} found" if count else "no problems found")
    raise typer.Exit(1 if count else 0)
