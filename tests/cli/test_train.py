"""The command train: models, word clusters, bad input."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

QUICK = '[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "pipeline.toml"
    path.write_text(QUICK)
    return path


def test_model_is_trained_scored_and_overwritten(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    done = goldsmith("train", "demo", "--config", config, "--out", out, "--hold-out", "0.2")
    assert done.returncode == 0, done.stderr
    assert "Mentions: 8 documents held out by patient" in done.stdout
    assert "entities trained on 32 documents" in done.stderr
    assert (out / "model.json").exists() and "## Scores" in (out / "README.md").read_text()
    again = goldsmith("train", "demo", "--config", config, "--out", out)
    assert again.returncode == 2 and "--overwrite" in again.stderr
    report = goldsmith("train", "demo", "--config", config, "--out", out, "--overwrite", "--json")
    result = json.loads(report.stdout)
    assert result["documents"] == 40 and result["scores"] == {} and len(result["digest"]) == 64


def test_bad_input_exits_with_2(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    for arguments, what in (
        (("demo", "--config", tmp_path / "none.toml"), "the file does not exist"),
        (("demo", "--config", config, "--set", "silver"), "annotation set called 'silver'"),
        (("demo", "--config", config, "--hold-out", "2"), "cannot be held out"),
        (("demo", "--config", config, "--terms", "demo"), "--terms is for a pipeline without"),
        (("demo", "--config", config, "--clusters", "x"), "--clusters is for a pipeline without"),
        (("demo", "--clusters", tmp_path / "none.json"), "there is no such file"),
        (("demo", "demo", "--config", config), "a corpus is named twice"),
        (("nowhere", "--config", config), "there is no such file or folder"),
    ):
        done = goldsmith("train", *arguments, "--out", out)
        assert done.returncode == 2 and what in done.stderr, (arguments, done.stderr)
        assert not out.exists()


def test_clusters_from_json_lines_are_used_by_a_pipeline(tmp_path: Path) -> None:
    rows = [{"note": f"Cancer of the {w} was seen ."} for w in ("lung", "liver", "breast") * 20]
    path = tmp_path / "notes.jsonl"
    path.write_text("\n".join(map(json.dumps, [*rows, {"note": None}])))
    out = tmp_path / "clusters.json"
    done = goldsmith(
        "train", "clusters", path, "--field", "note", "--size", 3, "--size", 2, "--out", out
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(out.read_text())
    assert len(result["lung"]) == 2 and result["lung"][0] == result["liver"][0]
    config = tmp_path / "pipeline.toml"
    config.write_text('clusters = "clusters.json"\n' + QUICK)
    done = goldsmith("train", "demo", "--config", config, "--out", tmp_path / "model")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "model/clusters.json").read_text()) == result
    none = goldsmith("train", "clusters", path, "--field", "text", "--out", out)
    assert none.returncode == 2 and "no line has text in 'text'" in none.stderr


def test_clusters_are_made_from_tables_and_documents(tmp_path: Path) -> None:
    table = tmp_path / "notes.csv"
    table.write_text("id,text\n" + '1,"Cancer of the lung, seen today."\n' * 20)
    out = tmp_path / "clusters.json"
    for arguments in ((table, "--field", "text"), ("demo",)):
        done = goldsmith("train", "clusters", *arguments, "--size", 2, "--out", out, "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["words"] == len(json.loads(out.read_text())) > 5


def test_clusters_come_from_several_fields_and_sources(tmp_path: Path) -> None:
    lines = tmp_path / "notes.jsonl"
    rows = [{"title": "Lung cancer", "note": "Cancer of the lung."}, {"note": "Liver seen."}] * 20
    lines.write_text("\n".join(map(json.dumps, rows)))
    table = tmp_path / "more.csv"
    table.write_text("id,body\n" + '1,"Breast cancer, seen today."\n' * 20)
    out = tmp_path / "clusters.json"
    fields = ("--field", "title,note", "--field", "body")
    done = goldsmith("train", "clusters", lines, table, "demo", *fields, "--size", 2, "--out", out)
    assert done.returncode == 0, done.stderr
    words = json.loads(out.read_text())
    assert {"lung", "liver", "today", "carcinoma"} <= set(words)
    for arguments, what in (
        ((lines, table, "--field", "note"), "more.csv: no line has text in 'note'"),
        ((lines, "--field", "note", "--field", "txt"), "no file has text in 'txt'"),
    ):
        done = goldsmith("train", "clusters", *arguments, "--size", 2, "--out", tmp_path / "x")
        assert done.returncode == 2 and what in done.stderr, done.stderr
        assert not (tmp_path / "x").exists()


def test_corpora_and_clusters_need_no_configuration(tmp_path: Path) -> None:
    for name, text in (("one", "Has fever now."), ("two", "Had a cough then.")):
        (tmp_path / name).mkdir()
        word = text.rstrip(".").split()[-2]
        begin = text.index(word)
        for number in range(4):
            (tmp_path / name / f"n{number}.txt").write_text(f"{text} Note {name} {number}.")
            (tmp_path / name / f"n{number}.ann").write_text(
                f"T1\tSign {begin} {begin + len(word)}\t{word}\n"
            )
    clusters = tmp_path / "clusters.json"
    clusters.write_text('{"fever": ["0"], "cough": ["0"]}')
    done = goldsmith(
        *("train", tmp_path / "one", tmp_path / "two", "--clusters", clusters),
        *("--out", tmp_path / "model", "--json"),
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents"] == 8
    saved = json.loads((tmp_path / "model/clusters.json").read_text())
    assert saved == {"fever": ["0"], "cough": ["0"]}


def test_presets_are_shown_trained_or_refused(tmp_path: Path) -> None:
    shown = goldsmith("train", "--preset", "clef-2009", "--show-config")
    assert shown.returncode == 0 and 'feature_set = "clef-2009"' in shown.stdout
    out = tmp_path / "model"
    done = goldsmith("train", "demo", "--preset", "clef-2009", "--terms", "demo", "--out", out)
    assert done.returncode == 0 and "entities-svm + relations" in done.stderr
    copy = tmp_path / "copy.toml"
    copy.write_text(shown.stdout, "utf-8")
    for arguments, message in (
        (("--preset", "clef-2009", "--config", copy), "one of them"),
        (("--preset", "clef-1999"), "share-2014-biohd"),
        (("--preset", "mayo-preannotation"), "it is for pre-annotation"),
    ):
        refused = goldsmith("train", "demo", *arguments, "--out", tmp_path / "other")
        assert refused.returncode == 2 and message in refused.stderr
        assert not (tmp_path / "other").exists()
