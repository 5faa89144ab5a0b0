"""The command preannotate."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith.core import load_builtin_schema, validate
from goldsmith.formats import read
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts

NOTES = {"a": "Fever since June; Mrs Tarrow has lung cancers.", "b": "On tamoxifen.", "c": "Well."}


def make_concept(code: str, name: str, kind: str) -> Concept:
    return Concept(code, "MADE", (Name(name, "preferred"),), types=(kind,))


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "shelf"))
    concepts = [
        make_concept("1", "fever", "disorder"),
        make_concept("2", "lung cancer", "disorder"),
        make_concept("3", "tamoxifen", "substance"),
    ]
    compile_concepts(concepts, tmp_path / "shelf" / "made", name="made")
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def test_preannotate_adds_a_set_of_matches(notes: Path, tmp_path: Path) -> None:
    done = goldsmith("preannotate", notes, "--out", tmp_path / "out", "--subset", "clef")
    assert done.returncode == 0, done.stderr
    assert "3 documents" in done.stderr and "Tarrow" not in done.stdout + done.stderr
    docs = {doc.id: doc for doc in read(tmp_path / "out")}
    assert {name: doc.text for name, doc in docs.items()} == NOTES
    first = docs["a"].sets["lookup"]
    assert [
        (docs["a"].get_covered_text(mention), mention.type, mention.codes[0].code)
        for mention in first.mentions
    ] == [
        ("Fever", "Condition", "1"),
        ("lung cancers", "Condition", "2"),
    ]
    assert first.schema == "clef" and first.provenance.kind == "system"
    assert [mention.type for mention in docs["b"].sets["lookup"].mentions] == ["Drug-or-device"]
    assert not any(
        validate(doc, doc.sets["lookup"], load_builtin_schema("clef")) for doc in docs.values()
    )


def test_preannotate_counts_by_type_and_threshold(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    arguments = ("--out", out, "--to", "jsonl", "--type", "Thing", "--set-name", "words", "--json")
    report = json.loads(goldsmith("preannotate", notes, *arguments).stdout)
    result = {
        mention.attributes["lookup:worth"]
        for doc in read(out)
        for mention in doc.sets["words"].mentions
    }
    assert report["mentions"] == {"Thing": 3} and report["with_mentions"] == 2
    assert report["documents"] == 3 and report["set"] == "words" and result == {"100", "97"}
    high = goldsmith("preannotate", notes, *arguments, "--threshold", 98, "--overwrite")
    assert json.loads(high.stdout)["mentions"] == {"Thing": 2}
    exact = goldsmith(
        "preannotate", notes, *arguments, "--exact", "--overwrite", "--system", "MADE"
    )
    assert json.loads(exact.stdout)["mentions"] == {"Thing": 2}


@pytest.mark.usefixtures("notes")
def test_preannotate_keeps_or_drops_other_sets(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith("preannotate", "demo", "--out", out, "--terms", "demo", "--subset", "clef")
    assert done.returncode == 0, done.stderr
    doc = next(iter(read(out)))
    assert set(doc.sets) == {"gold", "lookup"} and doc.sets["lookup"].mentions
    again = goldsmith("preannotate", out, "--out", tmp_path / "x", "--subset", "clef")
    assert again.returncode == 2 and "already a set called 'lookup'" in again.stderr
    assert not (tmp_path / "x").exists()
    alone = ("--set-name", "second", "--only", "--to", "jsonl")
    done = goldsmith("preannotate", out, "--out", tmp_path / "x", "--subset", "clef", *alone)
    assert done.returncode == 0 and {name for d in read(tmp_path / "x") for name in d.sets} == {
        "second"
    }
    scored = goldsmith("score", "--corpus", out, "--gold", "gold", "--system", "lookup", "--json")
    spans = json.loads(scored.stdout)["systems"][0]["results"]["spans"]["micro"]
    assert spans["values"]["lenient"] > 0.2


def test_refused_preannotation_writes_nothing(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def get_error(*arguments: object) -> str:
        done = goldsmith("preannotate", notes, "--out", out, *arguments)
        assert done.returncode == 2 and not out.exists()
        return done.stderr

    assert "type of the mentions is not defined" in get_error()
    assert "has no entity types" in get_error("--subset", "disorders")
    assert "one of demo, made" in get_error("--subset", "clef", "--terms", "umls")
    assert "there is no schema" in get_error("--type", "X", "--schema", "nothing")
    assert "cannot carry" in get_error("--subset", "clef", "--to", "text")
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


def test_several_mappings_become_separate_mentions(tmp_path: Path) -> None:
    concepts = [make_concept("1", "cold", "disorder"), make_concept("2", "cold", "disorder")]
    compile_concepts(concepts, tmp_path / "terms", name="made")
    (tmp_path / "n.txt").write_text("Has a cold.", "utf-8")
    arguments = (tmp_path / "n.txt", "--terms", tmp_path / "terms", "--type", "Disorder",
                 "--threshold", 0, "--to", "jsonl")  # fmt: skip
    for mappings, codes in ((1, ["1"]), (2, ["1", "2"])):
        out = tmp_path / f"{mappings}.jsonl"
        done = goldsmith("preannotate", *arguments, "--mappings", mappings, "--out", out)
        assert done.returncode == 0, done.stderr
        [doc] = read(out)
        mentions = doc.sets["lookup"].mentions
        assert [mention.codes[0].code for mention in mentions] == codes
        assert {mention.attributes["lookup:choices"] for mention in mentions} == {"2"}
        assert len({mention.id for mention in mentions}) == len(mentions)
    refused = goldsmith("preannotate", *arguments, "--mappings", 0, "--out", tmp_path / "x")
    assert refused.returncode == 2 and "mappings" in refused.stderr


def test_rules_alone_need_no_terminology(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("preannotate", notes, "--out", out, "--schema", "odie", "--rules")
    done = goldsmith(*arguments, "pronouns,honorifics", "--json")
    assert json.loads(done.stdout)["mentions"] == {"markable": 1}, done.stderr
    [mention] = [m for doc in read(out) for m in doc.sets["lookup"].mentions]
    assert mention.attributes["semantic_class"] == "people" and mention.spans[0].start == 18
    refused = goldsmith(*arguments, "nouns", "--overwrite")
    assert refused.returncode == 2 and "pronouns" in refused.stderr


def test_rules_link_people_with_their_bagga_class(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("Mr Roe is well. He went home.\n")
    done = goldsmith("preannotate", notes, "--schema", "odie", "--out", tmp_path / "out",
                     "--rules", "pronouns,honorifics,pairs")  # fmt: skip
    assert done.returncode == 0, done.stderr
    [doc] = read(tmp_path / "out")
    [pair] = doc.sets["lookup"].relations
    assert dict(pair.attributes) == {"relation_type": "identity", "bagga_class": "pronouns"}
    refused = goldsmith("preannotate", notes, "--schema", "share-2014", "--out", tmp_path / "x",
                        "--rules", "pairs")  # fmt: skip
    assert refused.returncode == 2 and "identity" in refused.stderr


def test_command_line_overrides_the_options_of_a_preset(notes: Path, tmp_path: Path) -> None:
    shown = goldsmith("preannotate", "--show-config", "--preset", "mayo-preannotation")
    assert shown.returncode == 0 and "threshold = 90" in shown.stdout
    preset = ("preannotate", notes, "--preset", "odie-preannotation", "--json", "--out")
    result = json.loads(goldsmith(*preset, tmp_path / "a").stdout)
    assert result["mentions"] == {"markable": 1}
    mayo = ("preannotate", notes, "--preset", "mayo-preannotation", "--subset", "disorders")
    result = json.loads(goldsmith(*mayo, "--json", "--out", tmp_path / "b").stdout)
    assert result["mentions"] == {"disorder": 2}
    [first, *_] = read(tmp_path / "b")
    assert first.sets["lookup"].schema == "mayo-disorder"
    for arguments, message in (
        (("--preset", "clef-2009"), "has to be trained"),
        (("--preset", "mayo"), "mayo-preannotation"),
    ):
        refused = goldsmith("preannotate", notes, *arguments, "--out", tmp_path / "c")
        assert refused.returncode == 2 and message in refused.stderr


def test_sweep_scores_every_threshold(tmp_path: Path) -> None:
    arguments = ("preannotate", "demo", "--terms", "demo", "--subset", "clef", "--sweep")
    result = json.loads(goldsmith(*arguments, "gold", "--json").stdout)
    points = result["points"]
    assert [point["threshold"] for point in points] == list(range(0, 101, 5))
    counts = [point["mentions"] for point in points]
    assert counts == sorted(counts, reverse=True) and counts[0] > counts[-1] > 0
    best = max(points, key=lambda point: point["f1"])
    assert best["f1"] == next(p["f1"] for p in points if p["threshold"] == result["best"])
    assert "Negation" not in result["types"] and result["gold_mentions"] > 1000
    page = tmp_path / "sweep.html"
    assert goldsmith(*arguments, "gold", "--html", page).returncode == 0
    assert "<svg" in page.read_text("utf-8")
    for extra, message in (
        (("silver",), "gold"),
        (("gold", "--out", tmp_path / "x"), "--sweep"),
    ):
        refused = goldsmith(*arguments, *extra)
        assert refused.returncode == 2 and message in refused.stderr
    nothing = goldsmith("preannotate", "demo", "--html", page)
    assert nothing.returncode == 2 and "--out" in nothing.stderr
