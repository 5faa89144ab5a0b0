"""The command `goldsmith chronicle export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from goldsmith.cli.shared import output, parameters

if TYPE_CHECKING:
    from goldsmith.project.patients.export import Export


def export(
    tables: Path = typer.Argument(..., help="A folder that `goldsmith chronicle` wrote."),
    to: Literal["fhir", "omop"] = typer.Option(
        ..., "--to", help="FHIR R4 bundles, one on each line, or the tables of OMOP CDM 5.4."
    ),
    out: Path = typer.Option(
        ..., "--out", help="The file (fhir) or folder (omop) to write.", metavar="PATH"
    ),
    concepts: Path | None = typer.Option(
        None,
        "--concepts",
        help="OMOP: the concepts of codes, a CSV file with system, code and concept_id.",
    ),
    file_format: Literal["parquet", "csv"] = typer.Option(
        "parquet", "--format", help="OMOP: the format of the tables."
    ),
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Write chronicles as FHIR bundles or OMOP tables."""
    from goldsmith.project.patients.export import export_chronicles

    result = export_chronicles(
        tables, out, to=to, concepts=concepts, file_format=file_format, overwrite=overwrite
    )
    if as_json:
        output.print_json(result)
    _report(result)


def _report(result: Export) -> None:
    counts = ", ".join(f"{name} {count:,}" for name, count in result.written.items())
    output.report(f"{result.patients:,} patients -> {result.out}: {counts}")
    for name, count in result.left_out.items():
        output.report(f"  left out: {name} ({count:,})")
