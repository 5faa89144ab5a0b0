"""`goldsmith preannotate` as a newcomer types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldsmith.core import builtin, validate
from goldsmith.formats import read
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts

NOTES = {"a": "Fever since June; Mrs Tarrow has lung cancers.", "b": "On tamoxifen.", "c": "Well."}


def goldsmith(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "goldsmith", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def concept(code: str, name: str, kind: str) -> Concept:
    return Concept(code, "MADE", (Name(name, "preferred"),), types=(kind,))


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "shelf"))
    concepts = [
        concept("1", "fever", "disorder"),
        concept("2", "lung cancer", "disorder"),
        concept("3", "tamoxifen", "substance"),
    ]
    compile_concepts(concepts, tmp_path / "shelf" / "made", name="made")
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def test_notes_get_a_set_of_what_was_found(notes: Path, tmp_path: Path) -> None:
    done = goldsmith("preannotate", notes, "--out", tmp_path / "out", "--subset", "clef")
    assert done.returncode == 0, done.stderr
    assert "3 documents" in done.stderr and "Tarrow" not in done.stdout + done.stderr
    docs = {doc.id: doc for doc in read(tmp_path / "out")}
    assert {name: doc.text for name, doc in docs.items()} == NOTES
    first = docs["a"].sets["lookup"]
    assert [(docs["a"].covered(one), one.type, one.codes[0].code) for one in first.mentions] == [
        ("Fever", "Condition", "1"),
        ("lung cancers", "Condition", "2"),
    ]
    assert first.schema == "clef" and first.provenance.kind == "system"
    assert [one.type for one in docs["b"].sets["lookup"].mentions] == ["Drug-or-device"]
    assert not any(validate(doc, doc.sets["lookup"], builtin("clef")) for doc in docs.values())


def test_counts_threshold_and_one_type(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    given = ("--out", out, "--to", "jsonl", "--type", "Thing", "--set-name", "words", "--json")
    told = json.loads(goldsmith("preannotate", notes, *given).stdout)
    found = {
        one.attributes["lookup:worth"] for doc in read(out) for one in doc.sets["words"].mentions
    }
    assert told["mentions"] == {"Thing": 3} and told["with_mentions"] == 2
    assert told["documents"] == 3 and told["set"] == "words" and found == {"100", "97"}
    high = goldsmith("preannotate", notes, *given, "--threshold", 98, "--overwrite")
    assert json.loads(high.stdout)["mentions"] == {"Thing": 2}
    exact = goldsmith("preannotate", notes, *given, "--exact", "--overwrite", "--system", "MADE")
    assert json.loads(exact.stdout)["mentions"] == {"Thing": 2}


@pytest.mark.usefixtures("notes")
def test_beside_other_sets_or_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith("preannotate", "demo", "--out", out, "--terms", "demo", "--subset", "clef")
    assert done.returncode == 0, done.stderr
    doc = next(iter(read(out)))
    assert set(doc.sets) == {"gold", "lookup"} and doc.sets["lookup"].mentions
    again = goldsmith("preannotate", out, "--out", tmp_path / "x", "--subset", "clef")
    assert again.returncode == 2 and "a set called 'lookup' already" in again.stderr
    assert not (tmp_path / "x").exists()
    alone = ("--set-name", "second", "--only", "--to", "jsonl")
    done = goldsmith("preannotate", out, "--out", tmp_path / "x", "--subset", "clef", *alone)
    assert done.returncode == 0 and {name for d in read(tmp_path / "x") for name in d.sets} == {
        "second"
    }
    scored = goldsmith("score", "--corpus", out, "--gold", "gold", "--system", "lookup", "--json")
    spans = json.loads(scored.stdout)["systems"][0]["results"]["spans"]["micro"]
    assert spans["values"]["lenient"] > 0.2


def test_what_cannot_be_done_writes_nothing(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def refused(*arguments: object) -> str:
        done = goldsmith("preannotate", notes, "--out", out, *arguments)
        assert done.returncode == 2 and not out.exists()
        return done.stderr

    assert "which type the mentions get" in refused()
    assert "gives no entity types" in refused("--subset", "disorders")
    assert "one of demo, made" in refused("--subset", "clef", "--terms", "umls")
    assert "there is no schema" in refused("--type", "X", "--schema", "nothing")
    assert "cannot carry" in refused("--subset", "clef", "--to", "text")
    allowed = goldsmith(
        "preannotate",
        notes,
        "--out",
        out,
        "--subset",
        "clef",
        "--to",
        "brat",
        "--allow-loss",
        "all",
    )
    assert allowed.returncode == 0 and "dropped, as allowed" in allowed.stderr
