"""Records get the same surrogates and date shift as the notes (requirement 1.6)."""

import csv
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.privacy import Pseudonymiser, read_records

LINE = {
    "demographics": {
        "patient": "K4471", "title": "Mrs", "first_name": "Ivy Ann", "surname": "Tarrow",
        "sex": "F", "date_of_birth": "1941-02-03", "address": "Beechcroft, 3 Mill Street",
        "town": "Little Hambury", "postcode": "LS1 4AP", "phone": "01756 700881",
        "email": "ivy@tarrow.net", "nhs_number": "485 777 3456", "hospital": "Thornbeck Infirmary",
        "gp": "Dr R Quill", "died": None, "smoker": "never",
    },
    "relatives": [{"patient": "K4471", "name": "Mr Jocelyn Tarrow", "role": "son"}],
    "diagnoses": [
        {"patient": "K4471", "name": "Crohn's disease", "icd10": "K50", "start": "2012-03-14",
         "main": True, "note": "told Mrs Tarrow on 14/03/2012"}
    ],
    "labs": [{"patient": "K4471", "test": "platelets", "value": "1950", "date": "14 Mar 2012"}],
}  # fmt: skip
TEXT = (
    "Mrs Ivy Tarrow of Little Hambury (01756 700881), NHS 485 777 3456, seen 14/03/2012 at "
    "Thornbeck Infirmary by Dr R Quill. Son Jocelyn Tarrow."
)
IDENTIFIERS = (
    "K4471", "Ivy", "Tarrow", "1941-02-03", "Beechcroft", "Mill", "Hambury", "LS1", "700881",
    "ivy@", "777 3456", "Thornbeck", "Quill", "Jocelyn", "2012-03-14", "14/03/2012", "14 Mar 2012",
)  # fmt: skip


def write_line(path: Path, line: dict[str, Any] = LINE) -> Path:
    path.write_text(json.dumps(line) + "\n", "utf-8")
    return path


def rewrite(path: Path, **options: Any) -> tuple[str, Document]:
    """Return the pseudonymised records and the pseudonymised note of the patient."""
    doc = Document("d", TEXT, Metadata(patient="K4471", date="2012-05-24"))
    pseudonymiser = Pseudonymiser(b"k" * 16, read_records(path, **options))
    pseudonymiser.survey(doc)
    text = "".join(pseudonymiser.rewrite_records(path, **options))
    return text, pseudonymiser.apply(doc).document


def test_records_have_the_same_surrogates_and_shift_as_the_notes(tmp_path: Path) -> None:
    text, doc = rewrite(write_line(tmp_path / "r.jsonl"))
    assert not [word for word in IDENTIFIERS if word in text]
    row = json.loads(text)
    person = row["demographics"]
    assert person["patient"] == doc.metadata.patient == row["labs"][0]["patient"]
    first, surname = person["first_name"].split()[0], person["surname"]
    assert doc.text.startswith(f"Mrs {first} {surname} of {person['town']} ({person['phone']})")
    assert person["nhs_number"] in doc.text and person["hospital"] in doc.text
    assert person["gp"] in doc.text
    assert row["relatives"][0]["name"].removeprefix("Mr ") in doc.text
    days = date.fromisoformat(doc.metadata.date) - date(2012, 5, 24)
    assert date.fromisoformat(row["diagnoses"][0]["start"]) - date(2012, 3, 14) == days
    assert date.fromisoformat(person["date_of_birth"]) - date(1941, 2, 3) == days
    assert surname in row["diagnoses"][0]["note"]


def test_other_values_of_records_are_unchanged(tmp_path: Path) -> None:
    row = json.loads(rewrite(write_line(tmp_path / "r.jsonl"))[0])
    assert row["diagnoses"][0]["name"] == "Crohn's disease" and row["diagnoses"][0]["main"] is True
    assert row["labs"][0]["value"] == "1950" and row["demographics"]["died"] is None
    assert row["demographics"]["title"] == "Mrs" and row["relatives"][0]["role"] == "son"
    assert list(row) == list(LINE)


def test_records_are_deterministic(tmp_path: Path) -> None:
    path = write_line(tmp_path / "r.jsonl")
    assert rewrite(path)[0] == rewrite(path)[0]


def test_csv_stays_csv_without_ignored_columns(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    row = 'K4471,Tarrow,"Joan Tarrow; Ann Marlock",41,03/02/1941'
    path.write_text(f"patient,Surname,relatives,shoe,dob\n{row}\n", "utf-8")
    text, doc = rewrite(path, ignore=["shoe"])
    (new,) = csv.DictReader(text.splitlines())
    assert list(new) == ["patient", "Surname", "relatives", "dob"]
    assert new["patient"] == doc.metadata.patient and new["Surname"] in doc.text
    joan, ann = new["relatives"].split("; ")
    assert joan.endswith(new["Surname"]) and "Marlock" not in ann
    assert new["dob"] != "03/02/1941" and new["dob"].count("/") == 2


def test_date_of_birth_does_not_reveal_an_age_over_ninety(tmp_path: Path) -> None:
    line = {"patient": "K4471", "date_of_birth": "1911-08-12"}
    text, doc = rewrite(write_line(tmp_path / "r.jsonl", line))
    born = date.fromisoformat(json.loads(text)["date_of_birth"])
    last = date.fromisoformat(doc.metadata.date)
    assert 90 <= (last - born).days / 365.2425 < 91


def test_unreadable_date_in_a_record_stops_the_run(tmp_path: Path) -> None:
    line = {"patient": "K4471", "date_of_birth": "1911-99", "labs": [{"date": "2012-074"}]}
    with pytest.raises(InputError, match="2 dates of the records cannot be read") as caught:
        rewrite(write_line(tmp_path / "r.jsonl", line))
    assert "1911" not in str(caught.value)
