"""Make the chronicles of patients from their notes and records."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer
from typer.core import TyperGroup

from goldsmith.cli.shared import output, parameters, places
from goldsmith.cli.shared.export_chronicles import export

if TYPE_CHECKING:
    from goldsmith.project.patients.chronicle import ChronicleRun

_MAKE = "make"


class _MakeByDefault(TyperGroup):
    """Makes `goldsmith chronicle …` mean `goldsmith chronicle make …`, help included."""

    default_command = _MAKE


app = typer.Typer(cls=_MakeByDefault, add_completion=False, help=__doc__)
app.command("export", no_args_is_help=True)(export)


@app.command(
    _MAKE,
    no_args_is_help=True,
    epilog="FHIR bundles and OMOP tables from chronicles: goldsmith chronicle export --help",
)
def chronicle(
    corpus: str = typer.Argument(
        ..., metavar="CORPUS", help="The annotated notes: any format, a release, or `demo`."
    ),
    out: Path = typer.Option(
        ..., "--out", metavar="PATH", help="The folder to write, or a file ending in .jsonl."
    ),
    patients: list[str] = typer.Option([], "--patient", help="Only these patients."),
    sets: list[str] = typer.Option(
        [], "--set", help="The annotation sets to read, the most reliable first; default: all."
    ),
    record: Path | None = typer.Option(
        None, "--record", help="The structured records, one patient per line."
    ),
    record_map: str = typer.Option("", "--record-map", help="The map of record tables: TOML."),
    schema_map: list[str] = typer.Option(
        [], "--schema-map", help="The meaning of a schema's types: a TOML file."
    ),
    rules: str = typer.Option("", "--rules", help="The merge rules: a TOML file."),
    html: bool = typer.Option(False, "--html", help="Draw a timeline of each patient."),
    summary: Literal["short", "long"] | None = typer.Option(
        None, "--summary", help="Write a summary of each patient: short or long."
    ),
    today: datetime.datetime | None = typer.Option(
        None,
        "--today",
        formats=["%Y-%m-%d"],
        metavar="DATE",
        help="Treat the dates of notes after this day as wrong; default: the day of the run.",
    ),
    workers: int = places.WORKERS,
    runner: str = places.RUNNER,
    master: str = places.MASTER,
    spark_conf: list[str] = places.SPARK_CONF,
    fmt: str | None = parameters.FROM,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Make the chronicles of patients: one history each, from all notes and the record."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.patients.chronicle import ChronicleOptions, make_chronicles
    from goldsmith.runners.place import use_place

    place = places.make_place(runner, workers, master, spark_conf)
    options = ChronicleOptions(
        sets=tuple(output.split_values(sets)),
        schema_maps=tuple(schema_map),
        record_map=record_map,
        rules=rules,
        patients=frozenset(output.split_values(patients)),
        today=today.date() if today else datetime.date.today(),
        html=html,
        summary=summary,
        workers=workers,
    )
    with use_place(place, what="goldsmith chronicle"):
        run = make_chronicles(
            Source(corpus, fmt, wording=False),
            out,
            options,
            record=record,
            overwrite=overwrite,
            track=output.track,
        )
    if as_json:
        output.print_json(run)
    _report(run)


def _report(run: ChronicleRun) -> None:
    output.report(
        f"{run.patients:,} chronicles with {run.events:,} events from {run.documents:,} notes "
        f"-> {run.out}"
    )
    if run.conflicts:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in run.conflicts.items())
        output.report(f"  conflicts, shown in the chronicles: {kinds}")
    if run.without_patient:
        output.report(f"  left out: {run.without_patient:,} notes that name no patient")
    for table, count in run.unknown_tables.items():
        output.report(f"  left out: table {table} of {count:,} records; --record-map can name it")
    for name, count in run.unread_sets.items():
        output.report(f"  left out: set {name} of {count:,} notes; --schema-map can name its types")
