"""Generate synthetic patients and simulate annotators, to try Goldsmith out."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output, parameters

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)

_GOLD = typer.Option("gold", "--gold", help="The set to use as the truth.")
_ERROR_SEED = typer.Option(1, "--seed", help="Seed; another seed makes other errors.")


@app.command()
def make(
    out: Path = parameters.OUT,
    patients: int = typer.Option(10, "--patients", help="Number of patients."),
    seed: int = typer.Option(1, "--seed", help="Seed; another seed makes other patients."),
    first: int = typer.Option(0, "--first", help="The number of the first patient."),
    layers: list[str] = typer.Option(
        [], "--layer", help="Only the gold of these schemas; default: all six."
    ),
    typos: float = typer.Option(0.0005, "--typos", help="The share of mistyped letters."),
    records: Path | None = typer.Option(
        None,
        "--records",
        help="Write the structured records to this file too, one patient on each line; a corpus "
        "folder has them in any case.",
    ),
    more_kinds: bool = typer.Option(
        False,
        "--more-kinds",
        help="Add ECG and echo reports, inpatient notes, audits, and American surgical pathology "
        "and radiology.",
    ),
    workers: int | None = typer.Option(
        None,
        "--workers",
        help="Number of processes; default: one for each core, fewer for few patients.",
    ),
    to: str = parameters.TO,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Write the notes of made-up cancer patients, with gold annotations for six schemas."""
    from goldsmith_demo.corpus import make_corpus
    from goldsmith_demo.make import choose_workers

    made = make_corpus(
        patients,
        out,
        seed=seed,
        first=first,
        layers=output.split_values(layers),
        typos=typos,
        to=to,
        records=records,
        more_kinds=more_kinds,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        workers=choose_workers(patients) if workers is None else workers,
        follow=output.track,
    )
    if as_json:
        output.print_json(made)
    records_made = f", with {made.records:,} structured records" if made.records else ""
    output.report(
        f"{made.documents:,} notes of {made.patients:,} patients in {made.out}{records_made}"
    )


@app.command()
def annotate(
    people: list[str] = typer.Argument(
        ..., help="The annotators: NAME=PROFILE, such as D1=expert T1=trainee."
    ),
    out: Path = parameters.OUT,
    corpus: str = typer.Option("demo", "--corpus", help="The corpus; `demo` is the built-in one."),
    gold: str = _GOLD,
    seed: int = _ERROR_SEED,
    schema: str | None = typer.Option(
        None, "--schema", help="The schema of the gold set, if the set does not name it."
    ),
    profiles: Path | None = typer.Option(
        None, "--profiles", help="A TOML file with your own profiles."
    ),
    to: str = parameters.TO,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
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


@app.command()
def adjudicate(
    folder: Path = typer.Argument(
        ..., metavar="QUEUE", help="A queue from a corpus that also contains the set of --gold."
    ),
    gold: str = _GOLD,
    right: float = typer.Option(
        0.95, "--right", help="The probability of the best decision that the rules allow."
    ),
    name: str = typer.Option("adjudicator", "--adjudicator", help="Who decides, in the log."),
    seed: int = _ERROR_SEED,
    as_json: bool = parameters.JSON,
) -> None:
    """Let a simulated adjudicator decide the open units of a queue of `goldsmith adjudicate`."""
    from goldsmith.project.adjudication.queue import Queue
    from goldsmith_demo.adjudicators import adjudicate_queue

    summary = adjudicate_queue(Queue(folder), gold=gold, right=right, seed=seed, name=name)
    if as_json:
        output.print_json(summary)
    output.report(f"{summary.decided:,} units decided by {summary.adjudicator} in {summary.queue}")


@app.command()
def server(
    out: Path = typer.Option(..., "--out", help="The folder of the server; it must be empty."),
    seed: int = typer.Option(1, "--seed", help="Seed of the simulated annotators."),
    as_json: bool = parameters.JSON,
) -> None:
    """Make a server with a project in progress: a team, a batch in each state, a trained model."""
    from goldsmith_demo.team import make_server

    made = make_server(out, seed=seed, advance=output.report_progress)
    if as_json:
        output.print_json(made)
    output.report(
        f"{made.documents} notes in {made.batches} batches: goldsmith serve {made.folder}"
    )
    output.report(f"Accounts: owner, {', '.join(made.people)}. The password: {made.password}")
