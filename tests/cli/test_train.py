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
        (("nowhere", "--config", config), "there is no such file or folder"),
    ):
        done = goldsmith("train", *arguments, "--out", out)
        assert done.returncode == 2 and what in done.stderr, (arguments, done.stderr)
        assert not out.exists()


def test_clusters_of_json_lines_are_used_by_a_pipeline(tmp_path: Path) -> None:
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
    assert none.returncode == 2 and "no line has a text in 'text'" in none.stderr


def test_clusters_are_made_of_tables_and_documents(tmp_path: Path) -> None:
    table = tmp_path / "notes.csv"
    table.write_text("id,text\n" + '1,"Cancer of the lung, seen today."\n' * 20)
    out = tmp_path / "clusters.json"
    for arguments in ((table, "--field", "text"), ("demo",)):
        done = goldsmith("train", "clusters", *arguments, "--size", 2, "--out", out, "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["words"] == len(json.loads(out.read_text())) > 5
