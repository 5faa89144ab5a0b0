"""List every problem of a corpus with its document and place."""

from __future__ import annotations

import typer

from goldsmith.cli.shared import output, parameters

app = typer.Typer(add_completion=False)


@app.command()
def validate(
    corpus: str = parameters.CORPUS,
    schema: str | None = typer.Option(
        None,
        "--schema",
        help="A built-in schema or a TOML file. Default: the schema that each set names, if any.",
    ),
    fmt: str | None = parameters.FROM,
    sets: list[str] = typer.Option([], "--set", help="Check only these annotation sets."),
    terms: list[str] = typer.Option(
        [],
        "--terms",
        help="Check codes against these terminologies: names on the shelf, `demo` or folders.",
    ),
    subset: str = typer.Option(
        "", "--subset", help="The concepts that annotators were given: a subset or a TOML file."
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """List every problem of a corpus with its document and place; exit with 1 if there are any."""
    from goldsmith.project.corpus.schemas import find_schema
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.corpus.validate import find_problems, open_concepts

    problems = find_problems(
        Source(corpus, fmt, check=False),
        find_schema(schema) if schema else None,
        sets=output.split_values(sets),
        concepts=open_concepts(output.split_values(terms), subset),
    )
    count = 0
    if as_json:
        every = list(problems)
        output.print_json(every)
        count = len(every)
    else:
        for problem in problems:
            typer.echo(str(problem))
            count += 1
    output.report(f"{count:,} problem{'s' * (count != 1)} found" if count else "no problems found")
    raise typer.Exit(1 if count else 0)
