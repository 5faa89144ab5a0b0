"""Make up patients and simulate annotators, to try everything on."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)


@app.command()
def make(
    out: Path = typer.Option(..., "--out", help="The folder or file to write."),
    patients: int = typer.Option(10, "--patients", help="Number of patients."),
    seed: int = typer.Option(1, "--seed", help="Seed; another seed makes other patients."),
    first: int = typer.Option(0, "--first", help="The number of the first patient."),
    layers: list[str] = typer.Option(
        [], "--layer", help="Only the gold of these schemas; default: all six."
    ),
    typos: float = typer.Option(0.0005, "--typos", help="The share of mistyped letters."),
    records: Path | None = typer.Option(
        None, "--records", help="Write the structured records too, one patient on each line."
    ),
    to: str = output.TO,
    allow_loss: list[str] = output.ALLOW_LOSS,
    overwrite: bool = output.OVERWRITE,
    as_json: bool = output.JSON,
) -> None:
    """Write the notes of made-up cancer patients, with gold annotations for six schemas."""
    from goldsmith_demo.corpus import make_corpus

    made = make_corpus(
        patients,
        out,
        seed=seed,
        first=first,
        layers=output.split_values(layers),
        typos=typos,
        to=to,
        records=records,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        follow=output.track,
    )
    if as_json:
        output.print_json(made)
    output.report(f"{made.documents:,} notes of {made.patients:,} patients in {made.out}")


@app.command()
def annotate(
    people: list[str] = typer.Argument(
        ..., help="The annotators: NAME=PROFILE, such as D1=expert T1=trainee."
    ),
    out: Path = typer.Option(..., "--out", help="The folder or file to write."),
    corpus: str = typer.Option("demo", "--corpus", help="The corpus; `demo` is the built-in one."),
    gold: str = typer.Option("gold", "--gold", help="The set to use as the truth."),
    seed: int = typer.Option(1, "--seed", help="Seed; another seed makes other errors."),
    schema: str | None = typer.Option(
        None, "--schema", help="The schema of the gold set, if the set does not name it."
    ),
    profiles: Path | None = typer.Option(
        None, "--profiles", help="A TOML file with your own profiles."
    ),
    to: str = output.TO,
    fmt: str | None = output.FROM,
    allow_loss: list[str] = output.ALLOW_LOSS,
    overwrite: bool = output.OVERWRITE,
    as_json: bool = output.JSON,
) -> None:
    """Let simulated annotators annotate a corpus, with the errors that published studies report."""
    from goldsmith.project.corpus.schemas import find_schema
    from goldsmith.project.corpus.sources import Source
    from goldsmith_demo.annotate import annotate as run
    from goldsmith_demo.annotate import build_team

    annotated = run(
        Source(corpus, fmt),
        build_team(people, profiles),
        out,
        to=to,
        gold=gold,
        seed=seed,
        schema=find_schema(schema) if schema else None,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        follow=output.track,
    )
    if as_json:
        output.print_json(annotated)
        return
    rows = [
        (work.annotator, work.profile, work.mentions, work.relations, work.minutes / 60)
        for work in annotated.work
    ]
    columns = ("annotator", "profile", "mentions", "relations", "estimated hours")
    output.print_table(f"{annotated.documents:,} documents in {annotated.out}", columns, rows)
