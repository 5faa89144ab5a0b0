"""The command pseudonymise."""

import json
from pathlib import Path

from tests.cli.running import Completed, goldsmith

from goldsmith.examples import notes
from goldsmith.formats import read

NAMES = ("Tarrow", "TARROW", "Quill", "Marlock", "MARLOCK", "Okerlund", "Wray", "Garrow")


def pseudonymise(*arguments: object) -> Completed:
    return goldsmith("pseudonymise", *arguments)


def test_demo_notes_lose_their_names(tmp_path: Path) -> None:
    out, review = tmp_path / "out", tmp_path / "review"
    done = pseudonymise("demo", "--out", out, "--seed", "x", "--review", review, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    docs = list(notes.load_documents())
    assert report["documents"] == len(docs)
    assert report["patients"] == len({doc.metadata.patient for doc in docs})
    assert report["replaced"]["NAME"] >= 31 and report["replaced"]["DATE"] >= 32
    for doc in read(out):
        assert not any(name in doc.text for name in NAMES)
    assert not any(name in done.stdout + done.stderr for name in NAMES)
    lines = review.with_suffix(".jsonl")
    assert "Tarrow".upper() in lines.read_text("utf-8")
    assert "holds identifiers" in lines.read_text("utf-8").splitlines()[0]
    assert "holds identifiers" in review.with_suffix(".html").read_text("utf-8")
    assert lines.stat().st_mode & 0o077 == 0
    again = pseudonymise("demo", "--out", tmp_path / "again", "--seed", "x")
    assert again.returncode == 0
    assert list(read(tmp_path / "again")) == list(read(out))
    assert "NAME" in again.stdout and "--review" in again.stderr


def corpus(path: Path, *notes: dict[str, object]) -> Path:
    lines = (json.dumps({"text": "Mrs Tarrow slept.", **note}) for note in notes)
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


def test_records_names_and_key_are_used(tmp_path: Path) -> None:
    notes = corpus(
        tmp_path / "notes.jsonl",
        {"id": "a", "text": "tarrow and Ostrander spoke.", "metadata": {"patient": "7"}},
        {"id": "b", "text": "Nothing.", "metadata": {}},
    )
    records = tmp_path / "r.csv"
    records.write_text("patient,surname,shoe\n7,Tarrow,41\n8,Wray,40\n", "utf-8")
    names = tmp_path / "names.txt"
    names.write_text("# staff\nDr Ann Ostrander\n", "utf-8")
    key = tmp_path / "key"
    key.write_text("0123456789abcdef0123456789abcdef\n", "utf-8")
    arguments = (notes, "--records", records, "--names", names, "--key", key, "--to", "jsonl")
    done = pseudonymise(*arguments, "--out", tmp_path / "out")
    assert done.returncode == 2 and "unknown columns: shoe" in done.stderr
    assert "41" not in done.stderr and not (tmp_path / "out").exists()
    done = pseudonymise(*arguments, "--out", tmp_path / "out", "--ignore-column", "shoe")
    assert done.returncode == 0, done.stderr
    assert "1 of 2 records belong to no patient" in done.stderr
    assert "1 documents name no patient" in done.stderr
    first = next(doc.text for doc in read(tmp_path / "out") if doc.id == "a")
    assert "tarrow" not in first and "Ostrander" not in first


def test_records_of_made_up_patients_are_read(tmp_path: Path) -> None:
    made, records, out = tmp_path / "p", tmp_path / "r.jsonl", tmp_path / "out"
    done = goldsmith("demo", "make", "--patients", 5, "--seed", 7, "--out", made,
                     "--records", records)  # fmt: skip
    assert done.returncode == 0, done.stderr
    done = pseudonymise(made, "--records", records, "--seed", "x", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["records"] == report["patients"] == 5 and report["records_unmatched"] == 0
    assert report["documents"] == len(list(read(made))) and report["without_patient"] == 0
    rows = [json.loads(line)["demographics"] for line in records.read_text("utf-8").splitlines()]
    text = "\n".join(doc.text for doc in read(out))
    for row in rows:
        assert row["number"] not in text and row["phone"] not in text
        assert row["town"] not in text and row["surname"].upper() not in text
        assert f"{row['title']} {row['surname']}" not in text


def test_failure_leaves_no_output(tmp_path: Path) -> None:
    out, review = tmp_path / "out", tmp_path / "review.jsonl"
    done = pseudonymise("demo", "--out", out, "--to", "brat", "--seed", "x", "--review", review)
    assert done.returncode == 2 and "cannot carry" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_pseudonymise_refuses_bad_options(tmp_path: Path) -> None:
    out = tmp_path / "out"
    inside = pseudonymise("demo", "--out", out, "--review", out / "review.jsonl")
    assert inside.returncode == 2 and "inside the pseudonymised corpus" in inside.stderr
    order = pseudonymise("demo", "--out", out, "--date-order", "ymd")
    assert order.returncode == 2 and "dmy" in order.stderr
    shift = pseudonymise("demo", "--out", out, "--max-shift", 0)
    assert shift.returncode == 2 and "at least 1 day" in shift.stderr
    (tmp_path / "r.html").write_text("mine", "utf-8")
    taken = pseudonymise("demo", "--out", out, "--review", tmp_path / "r.jsonl")
    assert taken.returncode == 2 and "something is already here" in taken.stderr
    assert not out.exists()
