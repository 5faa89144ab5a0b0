"""The command pseudonymise."""

import json
from pathlib import Path

from tests.cli.running import Completed, goldsmith

from goldsmith.examples import notes
from goldsmith.formats import read

NAMES = ("Tarrow", "TARROW", "Quill", "Marlock", "MARLOCK", "Okerlund", "Wray", "Garrow")


def pseudonymise(*arguments: object) -> Completed:
    return goldsmith("pseudonymise", *arguments)


def test_names_in_the_demo_notes_are_replaced(tmp_path: Path) -> None:
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


def write_corpus(path: Path, *notes: dict[str, object]) -> Path:
    lines = (json.dumps({"text": "Mrs Tarrow slept.", **note}) for note in notes)
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


def test_records_names_and_key_are_used(tmp_path: Path) -> None:
    notes = write_corpus(
        tmp_path / "notes.jsonl",
        {"id": "a", "text": "tarrow and Ostrander spoke.", "metadata": {"patient": "7"}},
        {"id": "b", "text": "Nothing.", "metadata": {}},
    )
    records = tmp_path / "r.csv"
    records.write_text("patient,surname,shoe\n7,Tarrow,extra wide\n8,Wray,narrow\n", "utf-8")
    names = tmp_path / "names.txt"
    names.write_text("# staff\nDr Ann Ostrander\n", "utf-8")
    key = tmp_path / "key"
    key.write_text("0123456789abcdef0123456789abcdef\n", "utf-8")
    key.chmod(0o600)
    arguments = (notes, "--records", records, "--names", names, "--key", key, "--to", "jsonl")
    done = pseudonymise(*arguments, "--out", tmp_path / "out")
    assert done.returncode == 2 and "unknown columns: shoe" in done.stderr
    assert "extra wide" not in done.stderr and not (tmp_path / "out").exists()
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
    for option, known in (("--weekdays", "shift"), ("--holidays", "replace")):
        policy = pseudonymise("demo", "--out", out, option, "drop")
        assert policy.returncode == 2 and known in policy.stderr
    records = pseudonymise("demo", "--out", out, "--records-out", tmp_path / "r.csv")
    assert records.returncode == 2 and "--records" in records.stderr
    shift = pseudonymise("demo", "--out", out, "--max-shift", 0)
    assert shift.returncode == 2 and "at least 1 day" in shift.stderr
    (tmp_path / "r.html").write_text("mine", "utf-8")
    taken = pseudonymise("demo", "--out", out, "--review", tmp_path / "r.jsonl")
    assert taken.returncode == 2 and "something is already here" in taken.stderr
    assert not out.exists()


def test_decisions_of_a_reviewer_are_used_in_the_next_run(tmp_path: Path) -> None:
    notes = write_corpus(
        tmp_path / "notes.jsonl",
        {"id": "a", "text": "Mrs Tarrow slept. Zorbex given.", "metadata": {"patient": "7"}},
        {"id": "b", "text": "Zorbex stopped near Zorbex Mill.", "metadata": {"patient": "8"}},
    )
    decisions = tmp_path / "decisions.jsonl"
    decisions.write_text(
        '{"text": "Zorbex", "identifier": true, "kind": "PLACE"}\n'
        '{"text": "Tarrow", "identifier": false}\n',
        "utf-8",
    )
    arguments = (notes, "--seed", "x", "--decisions", decisions, "--json")
    done = pseudonymise(*arguments, "--out", tmp_path / "out", "--review", tmp_path / "review")
    assert done.returncode == 0, done.stderr
    text = " ".join(doc.text for doc in read(tmp_path / "out"))
    assert "Tarrow" in text and "Zorbex" not in text
    report = json.loads(done.stdout)
    assert report["decisions"] == 2 and report["replaced"]["PLACE"] >= 3
    assert "applied 2 decisions" in done.stderr
    assert (tmp_path / "review.html").stat().st_mode & 0o077 == 0


def test_size_and_bound_of_the_sample_follow_the_options(tmp_path: Path) -> None:
    arguments = ("demo", "--seed", "x", "--json", "--leak-rate", 0.1, "--confidence", 0.9)
    review = tmp_path / "review.jsonl"
    done = pseudonymise(*arguments, "--out", tmp_path / "a", "--review", review)
    report = json.loads(done.stdout)
    assert report["sample"]["unit"] == "document"
    assert report["sample"]["bounds"]["0"] <= 0.1 and report["sample"]["confidence"] == 0.9
    assert f"read {report['sample']['size']} of" in done.stderr
    assert report["expected_remaining"] >= 0
    rows = [json.loads(line) for line in review.read_text("utf-8").splitlines()]
    turns = [row["turn"] for row in rows if row.get("list") == "sample"]
    assert sorted(turns) == list(range(1, report["sample"]["size"] + 1))
    other = tmp_path / "other.jsonl"
    pseudonymise(*arguments, "--out", tmp_path / "b", "--review", other, "--sample-seed", 2)
    assert other.read_text("utf-8") != review.read_text("utf-8")


def test_review_never_replaces_an_input_file(tmp_path: Path) -> None:
    notes = write_corpus(tmp_path / "notes.jsonl", {"id": "a", "metadata": {"patient": "7"}})
    before = notes.read_text("utf-8")
    arguments = (notes, "--seed", "x", "--out", tmp_path / "out", "--overwrite")
    done = pseudonymise(*arguments, "--review", tmp_path / "notes")
    assert done.returncode == 2 and "would replace a file that is read" in done.stderr
    assert notes.read_text("utf-8") == before and not (tmp_path / "out").exists()


def test_bad_decisions_and_rates_write_nothing(tmp_path: Path) -> None:
    out, decisions = tmp_path / "out", tmp_path / "decisions.jsonl"
    decisions.write_text('{"text": "Zorbex", "identifier": true}\n', "utf-8")
    done = pseudonymise("demo", "--out", out, "--decisions", decisions)
    assert done.returncode == 2 and "line 1: the kind of an identifier" in done.stderr
    assert "Zorbex" not in done.stderr
    missing = pseudonymise("demo", "--out", out, "--decisions", tmp_path / "none.jsonl")
    assert missing.returncode == 2
    rate = pseudonymise("demo", "--out", out, "--leak-rate", 1)
    assert rate.returncode == 2 and "leak rate" in rate.stderr
    assert not out.exists()


def test_records_are_written_with_the_surrogates_of_the_notes(tmp_path: Path) -> None:
    notes = write_corpus(tmp_path / "n.jsonl", {"id": "a", "metadata": {"patient": "7"}})
    records, new = tmp_path / "r.csv", tmp_path / "new.csv"
    records.write_text("patient,surname,shoe\n7,Tarrow,41\n", "utf-8")
    done = pseudonymise(notes, "--records", records, "--records-out", new, "--seed", "x",
                        "--ignore-column", "shoe", "--to", "jsonl", "--out", tmp_path / "out",
                        "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["records_out"] == str(new)
    (doc,) = read(tmp_path / "out")
    header, row = new.read_text("utf-8").splitlines()
    assert header == "patient,surname"
    assert row == f"{doc.metadata.patient},{doc.text.split()[1]}"
    again = pseudonymise(notes, "--records", records, "--records-out", records, "--out",
                         tmp_path / "b", "--overwrite", "--ignore-column", "shoe")  # fmt: skip
    assert again.returncode == 2 and "Tarrow" in records.read_text("utf-8")


def test_policies_for_weekdays_and_holidays(tmp_path: Path) -> None:
    text = "Fell at Christmas. Seen Tuesday."
    notes = write_corpus(
        tmp_path / "n.jsonl", {"id": "a", "text": text, "metadata": {"patient": "7"}}
    )
    texts = {}
    for name, options in (
        ("default", ()),
        ("other", ("--holidays", "keep", "--weekdays", "shift")),
    ):
        out = tmp_path / name
        done = pseudonymise(notes, "--seed", "3", "--to", "jsonl", "--out", out, *options)
        assert done.returncode == 0, done.stderr
        (doc,) = read(out)
        texts[name] = doc.text
    assert "Christmas" not in texts["default"] and "Tuesday" in texts["default"]
    assert "Christmas" in texts["other"] and "Tuesday" not in texts["other"]


def test_unreadable_dates_stop_the_run(tmp_path: Path) -> None:
    notes = write_corpus(
        tmp_path / "n.jsonl",
        {"id": "good", "metadata": {"date": "14/03/2012"}},
        {"id": "bad", "metadata": {"date": "2012-074"}},
    )
    done = pseudonymise(notes, "--seed", "x", "--to", "jsonl", "--out", tmp_path / "out")
    assert done.returncode == 2 and "bad (date)" in done.stderr and "YYYY-MM-DD" in done.stderr
    assert "good" not in done.stderr and "074" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("0123456789abcdef0123456789abcdef\n", "utf-8")
    key.chmod(0o644)
    done = pseudonymise("demo", "--key", key, "--out", tmp_path / "out")
    assert done.returncode == 2 and "chmod 600" in done.stderr
    assert "0123456789" not in done.stderr and not (tmp_path / "out").exists()
