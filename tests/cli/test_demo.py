"""The command demo: made-up patients and simulated annotators."""

import json
from pathlib import Path

from tests.cli.running import goldsmith


def test_simulated_annotators_agree_like_people(tmp_path: Path) -> None:
    out = tmp_path / "annotated"
    done = goldsmith("demo", "annotate", "D1=expert", "D2=expert", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["documents"] == 40 and [row["annotator"] for row in report["work"]] == [
        "D1",
        "D2",
    ]
    assert all(row["minutes"] > 40 * 5 for row in report["work"])
    result = json.loads(
        goldsmith("agree", "D1", "D2", "--gold", "gold", "--corpus", out, "--json").stdout
    )
    values = result["pairs"][0]["results"]["spans"]["micro"]["values"]
    assert 0.6 < values["strict"] < values["lenient"] < 0.9


def test_unknown_profile_suggests_another(tmp_path: Path) -> None:
    done = goldsmith("demo", "annotate", "D1=expret", "--out", tmp_path / "x")
    assert done.returncode == 2 and "Did you mean expert?" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_made_up_patients_have_gold_in_six_schemas(tmp_path: Path) -> None:
    out, records = tmp_path / "patients", tmp_path / "records.jsonl"
    done = goldsmith("demo", "make", "--patients", 2, "--out", out, "--records", records, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["patients"] == 2 and report["documents"] > 4
    assert len(records.read_text("utf-8").splitlines()) == 2
    checked = goldsmith("validate", out)
    assert checked.returncode == 0, checked.stdout
    result = json.loads(goldsmith("describe", out, "--json").stdout)
    assert [row["name"] for row in result["sets"]] == [
        "clef",
        "clef-temporal",
        "i2b2-2011",
        "mayo-disorder",
        "odie",
        "share-2014",
    ]


def test_same_seed_gives_the_same_notes(tmp_path: Path) -> None:
    for name in "ab":
        goldsmith(
            "demo", "make", "--patients", 1, "--to", "jsonl", "--out", tmp_path / f"{name}.jsonl"
        )
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_demo_refuses_bad_options(tmp_path: Path) -> None:
    for arguments, says in (
        (("--patients", 0), "cannot make 0 patients"),
        (("--layer", "cleff"), "Did you mean clef?"),
        (("--typos", 3), "out of range"),
    ):
        done = goldsmith("demo", "make", "--out", tmp_path / "x", *arguments)
        assert done.returncode == 2 and says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_more_kinds_are_made_and_valid(tmp_path: Path) -> None:
    out = tmp_path / "patients"
    done = goldsmith("demo", "make", "--patients", 3, "--more-kinds", "--out", out, "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["records"] == 3
    types = json.loads(goldsmith("describe", out, "--json").stdout)["document_types"]
    assert {"inpatient", "narrative"} <= set(types)
    checked = goldsmith("validate", out)
    assert checked.returncode == 0, checked.stdout
