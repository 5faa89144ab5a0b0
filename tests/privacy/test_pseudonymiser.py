"""The two passes of pseudonymisation: keys, patients, records, ids, and the review."""

from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.privacy import Options, Outcome, Pseudonymiser, load_key, read_records
from goldsmith.privacy.records import Record

Pseudonymise = Callable[..., Outcome]
TEXT = "Mrs Ivy Tarrow, seen 14/03/2012 at Thornbeck Infirmary."


def pseudonymise_pair(patients: tuple[str, str], key: bytes = b"k" * 16) -> list[Document]:
    docs = [
        Document(f"d{n}", TEXT, Metadata(patient=patient)) for n, patient in enumerate(patients)
    ]
    pseudonymiser = Pseudonymiser(key)
    for doc in docs:
        pseudonymiser.survey(doc)
    return [pseudonymiser.apply(doc).document for doc in docs]


def test_surrogates_depend_on_the_key() -> None:
    assert pseudonymise_pair(("A", "B")) == pseudonymise_pair(("A", "B"))
    assert pseudonymise_pair(("A", "B"))[0].text != pseudonymise_pair(("A", "B"), b"m" * 16)[0].text


def test_surrogates_are_consistent_only_within_a_patient() -> None:
    first, second = pseudonymise_pair(("A", "A"))
    assert first.text == second.text
    first, second = pseudonymise_pair(("A", "B"))
    assert first.text.split(",")[0] != second.text.split(",")[0]
    assert first.metadata.patient != second.metadata.patient
    # Hospitals are the same for all patients, so that samples can be drawn by institution.
    assert first.text.split(" at ")[1] == second.text.split(" at ")[1]


def test_document_without_a_patient_is_treated_as_a_separate_patient() -> None:
    first, second = pseudonymise_pair(("", ""))
    assert first.metadata.patient == "" and first.text != second.text


def test_name_of_one_note_is_found_in_another() -> None:
    docs = [Document("a", "Tarrow slept.", Metadata(patient="A")),
            Document("b", "Mrs Tarrow came.", Metadata(patient="A"))]  # fmt: skip
    pseudonymiser = Pseudonymiser(b"k" * 16)
    for doc in docs:
        pseudonymiser.survey(doc)
    assert "Tarrow" not in pseudonymiser.apply(docs[0]).document.text


@pytest.mark.parametrize(
    ("name", "renamed"),
    [("note-1", False), ("K77-letter", True), ("letter-2012-03-14", True), ("mri_0482917", True)],
)
def test_identifying_ids_are_replaced(name: str, renamed: bool) -> None:
    doc = Document(name, TEXT, Metadata(patient="K77"))
    for options in (Options(), Options(keep_ids=True)):
        pseudonymiser = Pseudonymiser(b"k" * 16, options=options)
        pseudonymiser.survey(doc)
        outcome = pseudonymiser.apply(doc)
        assert outcome.renamed is (renamed and not options.keep_ids)
        assert (outcome.document.id != name) is outcome.renamed


def test_institution_has_the_same_surrogate_in_metadata_and_text() -> None:
    meta = Metadata(patient="A", institution="Thornbeck Infirmary")
    doc = Document("d", "Back to Thornbeck on 14/03/2012.", meta)
    pseudonymiser = Pseudonymiser(b"k" * 16)
    pseudonymiser.survey(doc)
    new = pseudonymiser.apply(doc).document
    place = new.metadata.institution.removesuffix(" Infirmary")
    assert place != "Thornbeck" and new.text.startswith(f"Back to {place} on")


def test_shifts_are_never_small() -> None:
    pseudonymiser = Pseudonymiser(b"k" * 16)
    shifts = [pseudonymiser.draw_shift(f"P{n}") for n in range(300)]
    assert all(31 <= abs(days) <= 365 for days in shifts)
    assert min(shifts) < 0 < max(shifts) and len(set(shifts)) > 150


def test_doubtful_places_are_replaced_or_listed(pseudonymise: Pseudonymise) -> None:
    text = "Ring 4471 882 about Gwendolyth. Seen by the team. Code 123456."
    outcome = pseudonymise(text)
    listed = {place.text for place in outcome.leftovers}
    replaced = {place.old for place in outcome.replacements}
    for word in ("Gwendolyth", "123456"):
        assert word in listed | replaced
    assert "team" not in listed | replaced


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_records_are_read_from_json_lines_and_csv(tmp_path: Path) -> None:
    lines = (
        '{"patient_id": 7, "Surname": "Tarrow", "forename": "Ivy Ann", "gender": "F", '
        '"relatives": [{"name": "Joan Tarrow"}], "mrn": 1234567, "town": null}\n'
    )
    table = (
        "patient,surname,first_name,sex,relatives,number\n7,Tarrow,Ivy Ann,F,Joan Tarrow,1234567\n"
    )
    records = read_records(write(tmp_path / "r.jsonl", lines))
    assert records == read_records(write(tmp_path / "r.csv", table))
    assert records["7"].people[0].first == ("Ivy", "Ann") and records["7"].people[0].sex == "f"
    assert records["7"].people[1].surname == "Tarrow" and records["7"].numbers == ("1234567",)


def test_rows_of_a_patient_are_merged(tmp_path: Path) -> None:
    table = "patient,surname,gp\n7,Tarrow,Dr Fenn;Dr Quill\n7,Marlock,\n"
    records = read_records(write(tmp_path / "r.csv", table))
    assert [person.surname for person in records["7"].people] == [
        "Tarrow",
        "Marlock",
        "Fenn",
        "Quill",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("patient,surname,shoe_size\n7,Tarrow,41\n", "unknown columns: shoe_size"),
        ("surname\nTarrow\n", "names no patient"),
        ("patient,surname\n7,Tarrow,9\n", "more cells than there are columns"),
        ('{"patient": "7"}\nTarrow\n', "not a JSON object"),
    ],
)
def test_error_about_a_record_does_not_contain_its_values(
    text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_records(write(tmp_path / "r", text))
    assert "Tarrow" not in str(caught.value)


def test_unknown_columns_are_rejected_or_ignored_on_request(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", "patient,shoe_size\n7,41\n")
    with pytest.raises(InputError, match="previous_surname"):
        read_records(path)
    assert read_records(path, ignore=["shoe_size"]) == {"7": Record("7")}


def test_key_comes_from_a_file_or_a_seed(tmp_path: Path) -> None:
    assert load_key(None, "x") == load_key(None, "x") != load_key(None, "y")
    assert load_key(None, None) != load_key(None, None)
    short = write(tmp_path / "short", "abc\n")
    short.chmod(0o600)
    with pytest.raises(InputError, match="too short"):
        load_key(short, None)
    with pytest.raises(InputError, match="one of them"):
        load_key(short, "x")
