"""The two passes: keys, patients, records, ids, and the list for inspection."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.privacy import Options, Outcome, Pseudonymiser, key_from, read_records, review
from goldsmith.privacy.records import Record

Run = Callable[..., Outcome]
TEXT = "Mrs Ivy Tarrow, seen 14/03/2012 at Thornbeck Infirmary."


def pair(patients: tuple[str, str], key: bytes = b"k" * 16) -> list[Document]:
    docs = [Document(f"d{n}", TEXT, Metadata(patient=one)) for n, one in enumerate(patients)]
    worker = Pseudonymiser(key)
    for doc in docs:
        worker.survey(doc)
    return [worker.apply(doc).document for doc in docs]


def test_the_same_key_gives_the_same_and_another_one_does_not() -> None:
    assert pair(("A", "B")) == pair(("A", "B"))
    assert pair(("A", "B"))[0].text != pair(("A", "B"), b"m" * 16)[0].text


def test_documents_of_a_patient_agree_and_patients_differ() -> None:
    one, other = pair(("A", "A"))
    assert one.text == other.text
    one, other = pair(("A", "B"))
    assert one.text.split(",")[0] != other.text.split(",")[0]
    assert one.metadata.patient != other.metadata.patient
    # A hospital is the same for everybody: samples are drawn by institution.
    assert one.text.split(" at ")[1] == other.text.split(" at ")[1]


def test_documents_without_a_patient_are_patients_of_their_own() -> None:
    one, other = pair(("", ""))
    assert one.metadata.patient == "" and one.text != other.text


def test_names_learnt_in_one_note_are_found_in_another() -> None:
    docs = [Document("a", "Tarrow slept.", Metadata(patient="A")),
            Document("b", "Mrs Tarrow came.", Metadata(patient="A"))]  # fmt: skip
    worker = Pseudonymiser(b"k" * 16)
    for doc in docs:
        worker.survey(doc)
    assert "Tarrow" not in worker.apply(docs[0]).document.text


@pytest.mark.parametrize(
    ("name", "renamed"),
    [("note-1", False), ("K77-letter", True), ("letter-2012-03-14", True), ("mri_0482917", True)],
)
def test_ids_that_give_something_away_are_replaced(name: str, renamed: bool) -> None:
    doc = Document(name, TEXT, Metadata(patient="K77"))
    for options in (Options(), Options(keep_ids=True)):
        worker = Pseudonymiser(b"k" * 16, options=options)
        worker.survey(doc)
        done = worker.apply(doc)
        assert done.renamed is (renamed and not options.keep_ids)
        assert (done.document.id != name) is done.renamed


def test_institutions_are_replaced_in_metadata_and_text_alike() -> None:
    meta = Metadata(patient="A", institution="Thornbeck Infirmary")
    doc = Document("d", "Back to Thornbeck on 14/03/2012.", meta)
    worker = Pseudonymiser(b"k" * 16)
    worker.survey(doc)
    new = worker.apply(doc).document
    place = new.metadata.institution.removesuffix(" Infirmary")
    assert place != "Thornbeck" and new.text.startswith(f"Back to {place} on")


def test_shifts_are_never_small() -> None:
    worker = Pseudonymiser(b"k" * 16)
    shifts = [worker.shift(f"P{n}") for n in range(300)]
    assert all(31 <= abs(days) <= 365 for days in shifts)
    assert min(shifts) < 0 < max(shifts) and len(set(shifts)) > 150


def test_what_is_left_is_listed(run: Run) -> None:
    done = run("Ring 4471 882 or a@b about Gwendolyth. Seen 31/02/2012. Code 123456.")
    left = {one.rule: one.text for one in done.left}
    assert left["e-mail-like"] == "a@b" and left["date-like"] == "31/02/2012"
    assert left["digits"] == "123456"
    assert "Gwendolyth" in {one.text for one in done.left}


def test_the_review_warns_and_lists(run: Run) -> None:
    done = run("Mrs <Tarrow> and Mrs Tarrow & co saw Gwendolyth.")
    lines = [json.loads(line) for line in (review.head() + review.lines(done)).splitlines()]
    assert "identifiers" in lines[0]["warning"]
    assert {line["list"] for line in lines[1:]} == {"replaced", "left"}
    page = review.page_head() + review.page_document(done)
    assert "holds identifiers" in page and "<Tarrow>" not in page
    assert "<mark>Gwendolyth</mark>" in page


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_records_as_json_lines_and_csv(tmp_path: Path) -> None:
    lines = (
        '{"patient_id": 7, "Surname": "Tarrow", "forename": "Ivy Ann", "gender": "F", '
        '"relatives": [{"name": "Joan Tarrow"}], "mrn": 1234567, "town": null}\n'
    )
    table = (
        "patient,surname,first_name,sex,relatives,number\n7,Tarrow,Ivy Ann,F,Joan Tarrow,1234567\n"
    )
    one = read_records(write(tmp_path / "r.jsonl", lines))
    assert one == read_records(write(tmp_path / "r.csv", table))
    assert one["7"].people[0].first == ("Ivy", "Ann") and one["7"].people[0].sex == "f"
    assert one["7"].people[1].surname == "Tarrow" and one["7"].numbers == ("1234567",)


def test_rows_of_a_patient_are_put_together(tmp_path: Path) -> None:
    table = "patient,surname,gp\n7,Tarrow,Dr Fenn;Dr Quill\n7,Marlock,\n"
    found = read_records(write(tmp_path / "r.csv", table))
    assert [one.surname for one in found["7"].people] == ["Tarrow", "Marlock", "Fenn", "Quill"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("patient,surname,shoe_size\n7,Tarrow,41\n", "unknown columns: shoe_size"),
        ("surname\nTarrow\n", "names no patient"),
        ("patient,surname\n7,Tarrow,9\n", "more cells than there are columns"),
        ('{"patient": "7"}\nTarrow\n', "not JSON"),
    ],
)
def test_bad_records_are_told_without_their_values(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_records(write(tmp_path / "r", text))
    assert "Tarrow" not in str(caught.value)


def test_unknown_columns_come_with_the_known_ones_and_can_be_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", "patient,shoe_size\n7,41\n")
    with pytest.raises(InputError, match="previous_surname"):
        read_records(path)
    assert read_records(path, ignore=["shoe_size"]) == {"7": Record("7")}


def test_keys(tmp_path: Path) -> None:
    assert key_from(None, "x") == key_from(None, "x") != key_from(None, "y")
    assert key_from(None, None) != key_from(None, None)
    short = write(tmp_path / "short", "abc\n")
    with pytest.raises(InputError, match="too short"):
        key_from(short, None)
    with pytest.raises(InputError, match="one of them"):
        key_from(short, "x")
