"""Chronicles as FHIR bundles, validated by an independent library, and as OMOP tables."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
from fhir.resources.R4B.bundle import Bundle
from tests.chronicle.query.histories import chronicle, convert_life, day, event, write_tables
from tests.cli.running import goldsmith

from goldsmith.chronicle.export.fhir import build_bundle
from goldsmith.chronicle.model import Chronicle
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.patients.export import export_chronicles
from goldsmith_demo.life import make_patient

RECORDED = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)


def make_history() -> Chronicle:
    history = chronicle(
        "anna",
        event("problem", "ductal carcinoma", "2010-03-01/2010-03-31", "2010-08-01", stage="IIA",
              codes="UMLS:C1134719 ICD10:C50.4", id="cancer"),
        event("drug", "tamoxifen", "2010-09-01", "2015-08-31", dose="20 mg", id="tamoxifen"),
        event("procedure", "mastectomy", "2010-05-02", side="left"),
        event("investigation", "CEA", "2010-03-10", value="3.1", unit="ug/L"),
        event("investigation", "CT chest", "2009-05-01/2010-06-01"),
        event("problem", "fever", assertion="negated"),
        event("problem", "infection", assertion="hypothetical"),
        event("problem", "breast cancer", assertion="family"),
        event("problem", "asthma", "/2005-01-01", "2020-12-31/"),
        event("problem", "cough"),
        event("locus", "left breast", id="breast"),
        died="2020-12-31",
        links=[("located_at", "cancer", "breast"), ("treats", "tamoxifen", "cancer")],
    )  # fmt: skip
    documents = {f"note-{name}": day("2010-03-02") for name in ("ductal carcinoma", "fever")}
    return _replace(history, documents={**documents, "note-cough": None})


def _replace(history: Chronicle, **changes: Any) -> Chronicle:
    return msgspec.structs.replace(history, **changes)


def list_resources(history: Chronicle) -> list[dict[str, Any]]:
    bundle = build_bundle(history, recorded=RECORDED)
    Bundle.model_validate_json(json.dumps(bundle))
    return [entry["resource"] for entry in bundle["entry"]]


def find(resources: list[dict[str, Any]], name: str) -> dict[str, Any]:
    def get_name(resource: dict[str, Any]) -> str:
        concept = resource.get("code") or resource.get("medicationCodeableConcept") or {}
        return str(concept.get("text", ""))

    return next(resource for resource in resources if get_name(resource) == name)


def test_a_condition_has_codes_stage_site_and_dates_of_the_known_precision() -> None:
    condition = find(list_resources(make_history()), "ductal carcinoma")
    assert condition["resourceType"] == "Condition"
    assert condition["onsetDateTime"] == "2010-03"
    assert condition["abatementDateTime"] == "2010-08-01"
    assert condition["stage"][0]["summary"]["text"] == "stage IIA"
    assert condition["bodySite"] == [{"text": "left breast"}]
    assert {coding["system"] for coding in condition["code"]["coding"]} == {
        "http://www.nlm.nih.gov/research/umls",
        "http://hl7.org/fhir/sid/icd-10",
    }


def test_drugs_procedures_and_investigations() -> None:
    resources = list_resources(make_history())
    tamoxifen = find(resources, "tamoxifen")
    assert tamoxifen["effectivePeriod"] == {"start": "2010-09-01", "end": "2015-08-31"}
    assert tamoxifen["status"] == "completed"
    cancer = find(resources, "ductal carcinoma")
    assert tamoxifen["reasonReference"] == [{"reference": f"urn:uuid:{cancer['id']}"}]
    assert find(resources, "mastectomy")["performedDateTime"] == "2010-05-02"
    assert find(resources, "CEA")["valueQuantity"] == {"value": 3.1, "unit": "ug/L"}
    scan = find(resources, "CT chest")
    assert scan["resourceType"] == "DiagnosticReport"
    assert scan["effectivePeriod"] == {"start": "2009-05-01", "end": "2010-06-01"}


def test_negated_and_family_events_are_marked_and_hypothetical_ones_left_out() -> None:
    resources = list_resources(make_history())
    status = find(resources, "fever")["verificationStatus"]["coding"][0]["code"]
    assert status == "refuted"
    types = [resource["resourceType"] for resource in resources]
    assert types.count("FamilyMemberHistory") == 1
    assert "infection" not in json.dumps(resources)


def test_provenance_refers_to_documents_and_spans() -> None:
    resources = list_resources(make_history())
    cancer = find(resources, "ductal carcinoma")
    provenance = next(
        resource
        for resource in resources
        if resource["resourceType"] == "Provenance"
        and resource["target"][0]["reference"] == f"urn:uuid:{cancer['id']}"
    )
    document = next(
        resource
        for resource in resources
        if resource["resourceType"] == "DocumentReference"
        and resource["identifier"][0]["value"] == "note-ductal carcinoma"
    )
    source = provenance["entity"][0]
    assert source["what"]["reference"] == f"urn:uuid:{document['id']}"
    assert source["extension"][0]["valueString"] == "4-9"


def test_references_stay_within_the_bundle() -> None:
    bundle = build_bundle(make_history(), recorded=RECORDED)
    urls = {entry["fullUrl"] for entry in bundle["entry"]}
    assert len(urls) == len(bundle["entry"])
    references = set(_list_references(bundle))
    assert references
    assert references <= urls


def _list_references(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["reference"]] if "reference" in value else []
        return own + [item for part in value.values() for item in _list_references(part)]
    if isinstance(value, list):
        return [item for part in value for item in _list_references(part)]
    return []


@pytest.mark.parametrize("number", range(5))
def test_bundles_of_made_up_patients_are_valid(number: int) -> None:
    assert len(list_resources(convert_life(make_patient(number, seed=3)))) > 10


def test_fhir_is_written_as_one_bundle_per_line(tmp_path: Path) -> None:
    tables = write_tables(tmp_path / "tables", [make_history(), chronicle("emil")])
    out = tmp_path / "bundles.ndjson"
    export = export_chronicles(tables, out, to="fhir", recorded=RECORDED)
    lines = out.read_text("utf-8").splitlines()
    assert [Bundle.model_validate_json(line).type for line in lines] == ["collection"] * 2
    assert export.patients == 2
    assert export.written["Condition"] == 4
    assert export.left_out == {
        "hypothetical events of the kind problem": 1,
        "affirmed events of the kind locus": 1,
    }


# OMOP


def read(folder: Path, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return rows


def test_omop_tables(tmp_path: Path) -> None:
    tables = write_tables(tmp_path / "tables", [chronicle("emil", sex="male"), make_history()])
    concepts = tmp_path / "concepts.csv"
    concepts.write_text("system,code,concept_id\nICD10,C50.4,45542415\n", "utf-8")
    export = export_chronicles(tables, tmp_path / "omop", to="omop", concepts=concepts)
    folder = tmp_path / "omop"
    people = read(folder, "person")
    assert [(row["gender_concept_id"], row["year_of_birth"]) for row in people] == [
        (8507, 1950),
        (8532, 1950),
    ]
    cancer, asthma = read(folder, "condition_occurrence")
    assert cancer["person_id"] == 2
    assert cancer["condition_concept_id"] == 45542415
    assert cancer["condition_start_date"] == day("2010-03-31")
    assert cancer["condition_source_value"] == "UMLS:C1134719"
    assert (asthma["condition_concept_id"], asthma["condition_source_value"]) == (0, "asthma")
    (drug,) = read(folder, "drug_exposure")
    assert (drug["sig"], drug["drug_exposure_end_date"]) == ("20 mg", day("2015-08-31"))
    measured, scan = read(folder, "measurement")
    assert (measured["value_as_number"], measured["unit_source_value"]) == (3.1, "ug/L")
    assert scan["value_as_number"] is None
    (death,) = read(folder, "death")
    assert death["death_date"] == day("2020-12-31")
    assert export.left_out == {
        "notes without a date": 1,
        "negated events": 1,
        "hypothetical events": 1,
        "family events": 1,
        "events without a date": 1,
        "events of the kind locus": 1,
    }


def test_places_in_notes_are_rows_of_note_nlp(tmp_path: Path) -> None:
    tables = write_tables(tmp_path / "tables", [make_history()])
    export_chronicles(tables, tmp_path / "omop", to="omop")
    notes = {row["note_id"]: row["note_source_value"] for row in read(tmp_path / "omop", "note")}
    assert set(notes.values()) == {"note-ductal carcinoma", "note-fever"}
    rows = {notes[row["note_id"]]: row for row in read(tmp_path / "omop", "note_nlp")}
    assert rows["note-ductal carcinoma"]["offset"] == "4-9"
    assert all(row["note_text"] == "" for row in read(tmp_path / "omop", "note"))


def test_omop_as_csv(tmp_path: Path) -> None:
    tables = write_tables(tmp_path / "tables", [make_history()])
    export_chronicles(tables, tmp_path / "omop", to="omop", file_format="csv")
    table = pa_csv.read_csv(tmp_path / "omop" / "person.csv")
    assert table.to_pylist()[0]["person_source_value"] == "anna"


def test_wrong_input_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    tables = write_tables(tmp_path / "tables", [make_history()])
    out = tmp_path / "omop"
    with pytest.raises(UnknownName, match="no model called 'hl7'"):
        export_chronicles(tables, out, to="hl7")
    with pytest.raises(UnknownName, match="no format of tables called 'xml'"):
        export_chronicles(tables, out, to="omop", file_format="xml")
    concepts = tmp_path / "concepts.csv"
    concepts.write_text("system,code\nICD10,C50.4\n", "utf-8")
    with pytest.raises(InputError, match="the column concept_id is missing"):
        export_chronicles(tables, out, to="omop", concepts=concepts)
    concepts.write_text("system,code,concept_id\nICD10,C50.4,x\n", "utf-8")
    with pytest.raises(InputError, match=r"concepts\.csv:2"):
        export_chronicles(tables, out, to="omop", concepts=concepts)
    with pytest.raises(InputError, match="a table of chronicles is missing"):
        export_chronicles(tmp_path, out, to="omop")
    assert not out.exists()
    out.mkdir()
    (out / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(InputError, match="something is already here"):
        export_chronicles(tables, out, to="omop")
    assert (out / "mine.txt").exists()


def test_the_command_exports_and_reports_omissions(tmp_path: Path) -> None:
    tables = write_tables(tmp_path / "tables", [make_history()])
    out = tmp_path / "omop"
    done = goldsmith("chronicle", "export", tables, "--to", "omop", "--out", out)
    assert done.returncode == 0
    assert "1 patients" in done.stderr
    assert "left out: hypothetical events (1)" in done.stderr
    assert goldsmith("chronicle", "export", tables, "--to", "fhir", "--out", out).returncode == 2
