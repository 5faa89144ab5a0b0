"""Export chronicles as FHIR bundles or OMOP tables."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from goldsmith import storage
from goldsmith.chronicle.export.concept_map import ConceptMap, read_concept_map
from goldsmith.chronicle.export.fhir import build_bundle, is_exported
from goldsmith.chronicle.export.omop import OmopExporter
from goldsmith.chronicle.export.omop_tables import FileFormat, OmopWriter
from goldsmith.chronicle.tables import check_tables, read_chronicles
from goldsmith.errors import UnknownName

Model = Literal["fhir", "omop"]
MODELS: tuple[Model, ...] = ("fhir", "omop")
FILE_FORMATS: tuple[FileFormat, ...] = ("parquet", "csv")


class Export(msgspec.Struct, frozen=True):
    """The result of an export: patients, rows by table or resources by type, and omissions."""

    out: str
    patients: int
    written: Mapping[str, int]
    left_out: Mapping[str, int]


def export_chronicles(
    tables: Path,
    out: Path,
    *,
    to: str,
    concepts: Path | None = None,
    file_format: str = "parquet",
    recorded: datetime.datetime | None = None,
    overwrite: bool = False,
) -> Export:
    """Export the chronicles of a folder of tables, one patient at a time.

    Args:
        tables: The folder that `goldsmith chronicle` wrote.
        out: For fhir, a file with one bundle per line; for omop, a folder with one file per table.
        to: fhir (R4) or omop (CDM 5.4).
        concepts: For omop, a CSV file with the columns system, code and concept_id.
        file_format: For omop, parquet or csv.
        recorded: For fhir, when the chronicles were made; now by default.
        overwrite: Replace what is at `out`.

    Raises:
        InputError: A table or the concept map cannot be read, or `out` exists.
        UnknownName: The model or format is unknown.
    """
    if to not in MODELS:
        raise UnknownName("model", to, MODELS)
    if file_format not in FILE_FORMATS:
        raise UnknownName("format of tables", file_format, FILE_FORMATS)
    storage.check_free(out, overwrite=overwrite)
    check_tables(tables)
    if to == "fhir":
        return _export_fhir(tables, out, recorded or datetime.datetime.now(datetime.UTC))
    mapping = read_concept_map(concepts) if concepts else ConceptMap({})
    return _export_omop(tables, out, mapping, msgspec.convert(file_format, FileFormat))


def _export_fhir(tables: Path, out: Path, recorded: datetime.datetime) -> Export:
    written: dict[str, int] = {}
    left_out: dict[str, int] = {}
    patients = 0
    with storage.stage_file(out) as staged, staged.open("wb") as file:
        for chronicle in read_chronicles(tables):
            bundle = build_bundle(chronicle, recorded=recorded)
            file.write(msgspec.json.encode(bundle) + b"\n")
            patients += 1
            for entry in bundle["entry"]:
                _count(written, entry["resource"]["resourceType"])
            for event in chronicle.events:
                if not is_exported(event):
                    _count(left_out, f"{event.assertion} events of the kind {event.kind}")
    return Export(str(out), patients, written, left_out)


def _count(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1


def _export_omop(tables: Path, out: Path, concepts: ConceptMap, file_format: FileFormat) -> Export:
    patients = 0
    with storage.stage_folder(out) as folder, OmopWriter(folder, file_format) as writer:
        exporter = OmopExporter(writer, concepts)
        for chronicle in read_chronicles(tables):
            exporter.add(chronicle)
            patients += 1
    return Export(str(out), patients, writer.counts, dict(exporter.left_out))
