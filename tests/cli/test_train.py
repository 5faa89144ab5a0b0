"""train as it is typed: with and without a configuration, word clusters, mistakes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

QUICK = '[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'


def goldsmith(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "goldsmith", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "pipeline.toml"
    path.write_text(QUICK)
    return path


def test_a_model_is_trained_scored_and_used(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    done = goldsmith("train", "demo", "--config", config, "--out", out, "--hold-out", "0.2")
    assert done.returncode == 0, done.stderr
    assert "Mentions: 8 documents kept aside by patient" in done.stdout
    assert "entities trained on 32 documents" in done.stderr
    assert (out / "model.json").exists() and "## Scores" in (out / "README.md").read_text()
    again = goldsmith("train", "demo", "--config", config, "--out", out)
    assert again.returncode == 2 and "--overwrite" in again.stderr
    told = goldsmith("train", "demo", "--config", config, "--out", out, "--overwrite", "--json")
    found = json.loads(told.stdout)
    assert found["documents"] == 40 and found["scores"] == {} and len(found["digest"]) == 64


def test_mistakes_are_told_with_exit_2(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    for arguments, what in (
        (("demo", "--config", tmp_path / "none.toml"), "there is no such file"),
        (("demo", "--config", config, "--set", "silver"), "annotation set called 'silver'"),
        (("demo", "--config", config, "--hold-out", "2"), "cannot be kept aside"),
        (("demo", "--config", config, "--terms", "demo"), "--terms is for a pipeline without"),
        (("nowhere", "--config", config), "there is no such file or folder"),
    ):
        done = goldsmith("train", *arguments, "--out", out)
        assert done.returncode == 2 and what in done.stderr, (arguments, done.stderr)
        assert not out.exists()


def test_clusters_from_a_field_of_json_lines_feed_a_pipeline(tmp_path: Path) -> None:
    rows = [{"note": f"Cancer of the {w} was seen ."} for w in ("lung", "liver", "breast") * 20]
    path = tmp_path / "notes.jsonl"
    path.write_text("\n".join(map(json.dumps, [*rows, {"note": None}])))
    out = tmp_path / "clusters.json"
    done = goldsmith(
        "train", "clusters", path, "--field", "note", "--size", 3, "--size", 2, "--out", out
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text())
    assert len(found["lung"]) == 2 and found["lung"][0] == found["liver"][0]
    config = tmp_path / "pipeline.toml"
    config.write_text('clusters = "clusters.json"\n' + QUICK)
    done = goldsmith("train", "demo", "--config", config, "--out", tmp_path / "model")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "model/clusters.json").read_text()) == found
    none = goldsmith("train", "clusters", path, "--field", "text", "--out", out)
    assert none.returncode == 2 and "no line has a text in 'text'" in none.stderr


def test_clusters_from_tables_and_documents(tmp_path: Path) -> None:
    table = tmp_path / "notes.csv"
    table.write_text("id,text\n" + '1,"Cancer of the lung, seen today."\n' * 20)
    out = tmp_path / "clusters.json"
    for given in ((table, "--field", "text"), ("demo",)):
        done = goldsmith("train", "clusters", *given, "--size", 2, "--out", out, "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["words"] == len(json.loads(out.read_text())) > 5
