"""The command release, and the commands that accept a release instead of a corpus."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

QUICK = '[[component]]\nuse = "entities"\nepochs = 3\nmembers = 1\n'


@pytest.fixture(scope="module")
def filled_shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("releases")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOLDSMITH_RELEASES", str(folder))
        done = goldsmith(
            "release", "make", "notes", "demo", "--version", "1", "--split", "train=0.6,test=0.4",
            "--rules", "clef", "--licence", "CC0", "--inspected-by", "A,B,C", "--made-by", "me",
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "inspected" in done.stdout and "A, B, C" in done.stdout
    assert "What was the corpus made for?" in done.stdout
    assert f"notes@1: 40 documents: {folder}" in done.stderr
    return folder


@pytest.fixture(autouse=True)
def shelf(filled_shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_RELEASES", str(filled_shelf))
    return filled_shelf


def test_list_show_and_verify() -> None:
    listed = json.loads(goldsmith("release", "list", "--json").stdout)
    assert [(entry["name"], entry["version"]) for entry in listed] == [("notes", "1")]
    assert "notes@1" in goldsmith("release", "list").stdout
    shown = json.loads(goldsmith("release", "show", "notes@1", "--json").stdout)
    assert shown["licence"] == "CC0" and list(shown["splits"]) == ["train", "test"]
    assert (
        "# Data sheet of notes 1" in goldsmith("release", "show", "notes@1", "--data-sheet").stdout
    )
    done = goldsmith("release", "verify", "notes@1", "--seal", shown["seal"][:12])
    assert done.returncode == 0 and "0 altered" in done.stderr
    done = goldsmith("release", "verify", "notes@1", "--seal", "0000")
    assert done.returncode == 2 and "this is another release" in done.stderr
    done = goldsmith("release", "show", "notes@2")
    assert done.returncode == 2 and "one of 1" in done.stderr
    done = goldsmith("release", "show", "nothing")
    assert done.returncode == 2 and "notes@1" in done.stderr


def test_release_is_made_only_once() -> None:
    done = goldsmith("release", "make", "notes", "demo", "--version", "1")
    assert done.returncode == 2 and "notes@1 exists already" in done.stderr
    done = goldsmith("release", "make", "notes", "demo", "--version", "2", "--seed", "3")
    assert done.returncode == 2 and "there is no split to plan" in done.stderr


def test_altered_release_is_refused_everywhere(tmp_path: Path) -> None:
    out = tmp_path / "copy"
    assert goldsmith("release", "make", "copy", "demo", "--out", out).returncode == 0
    altered = next((out / "splits/all/documents").iterdir())
    text = altered.read_text("utf-8")
    altered.write_text(text + " ")
    name = altered.relative_to(out).as_posix()
    done = goldsmith("release", "verify", out)
    assert done.returncode == 1 and f"{name} was changed" in done.stderr
    for command in (["describe", out], ["release", "diff", out, "notes@1"]):
        done = goldsmith(*command)
        assert done.returncode == 2 and f"{name} was changed" in done.stderr
        assert text[:30] not in done.stderr


def test_diff_lists_changes_of_content_and_licence(tmp_path: Path) -> None:
    done = goldsmith("release", "diff", "notes@1", "notes@1")
    assert "have the same content" in done.stdout
    out = tmp_path / "other"
    made = goldsmith("release", "make", "other", "notes@1:train", "--out", out, "--licence", "mine")
    assert made.returncode == 0, made.stderr
    done = goldsmith("release", "diff", "notes@1", out)
    assert done.returncode == 0 and "only in other@1.0" in done.stdout
    assert "CC0" in done.stdout and "mine" in done.stdout
    comparison = json.loads(goldsmith("release", "diff", "notes@1", out, "--json").stdout)
    assert comparison["removed"] and not comparison["annotations"]


def test_train_evaluate_score_and_agree_accept_a_split(tmp_path: Path) -> None:
    config, model = tmp_path / "quick.toml", tmp_path / "model"
    config.write_text(QUICK)
    done = goldsmith("train", "notes@1:train", "--config", config, "--out", model)
    assert done.returncode == 0, done.stderr
    done = goldsmith("evaluate", "notes@1:test", "--model", model, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    score = ["score", "--gold", "notes@1:test", "--system", "again=notes@1:test", "--json"]
    done = goldsmith(*score)
    assert done.returncode == 0, done.stderr
    done = goldsmith("agree", "x=notes@1:test", "y=notes@1:test", "--json")
    assert done.returncode == 0, done.stderr
    done = goldsmith("describe", "notes@1:dev")
    assert done.returncode == 2 and "one of test, train" in done.stderr
