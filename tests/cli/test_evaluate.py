"""The command evaluate: cross-validation, trained models, reports."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith, run_process

QUICK = '[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "pipeline.toml"
    path.write_text(QUICK)
    return path


def test_cross_validation_writes_tables_and_report(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    done = goldsmith(
        *("evaluate", "demo", "--config", config, "--folds", 2, "--out", out),
        *("--tables", "markdown", "--numbers", "percent", "--workers", 2),
    )
    assert done.returncode == 0, done.stderr
    assert "**Mentions: means over 2 folds by patient**" in done.stdout
    assert "| Entity | P | R | F1 |" in done.stdout and "| Overall |" in done.stdout
    assert {"index.html", "errors.html", "tables.md"} <= {path.name for path in out.iterdir()}
    again = goldsmith("evaluate", "demo", "--config", config, "--out", out)
    assert again.returncode == 2 and "something is already here" in again.stderr


def test_trained_model_is_scored(config: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert goldsmith("train", "demo", "--config", config, "--out", model).returncode == 0
    done = goldsmith("evaluate", "demo", "--model", model, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["folds"] == [] and result["results"]["spans"]["micro"]["values"]["strict"] > 0.3
    assert "trained on these documents" in done.stderr
    both = goldsmith("evaluate", "demo", "--model", model, "--config", config)
    assert both.returncode == 2


def test_bad_input_exits_with_2(config: Path) -> None:
    for arguments, what in (
        (("--folds", 1), "leave nothing to train on"),
        (("--folds", 30), "cannot be put into 30 folds"),
        (("--given", "mentions"), "can be scored"),
        (("--agreement", "ann", "bob"), "annotation set called 'ann'"),
    ):
        done = goldsmith("evaluate", "demo", "--config", config, *arguments)
        assert done.returncode == 2 and what in done.stderr, (arguments, done.stderr)


ASSERTION = 'given = ["mentions"]\n[[component]]\nuse = "assertion"\nclassifier = false\n'


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    lines = []
    for at, (text, status) in enumerate(
        (("No fever now.", "negated"), ("Has fever now.", "confirmed")) * 2
    ):
        begin = text.index("fever")
        mention = {
            "id": "m",
            "type": "Sign",
            "spans": [[begin, begin + 5]],
            "attributes": {"status": status},
        }
        sets = {"gold": {"name": "gold", "mentions": [mention]}}
        lines.append(json.dumps({"id": f"n{at}", "text": text, "sets": sets}))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_assertion_alone_is_evaluated_trained_and_extracted(corpus: Path, tmp_path: Path) -> None:
    config, model = tmp_path / "assertion.toml", tmp_path / "model"
    config.write_text(ASSERTION)
    predictions = tmp_path / "predictions"
    done = goldsmith(
        *("evaluate", corpus, "--config", config, "--folds", 2, "--json"),
        *("--predictions", predictions, "--to", "brat", "--allow-loss", "provenance"),
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["given"] == ["mentions"] and set(result["results"]) == {"kappa"}
    assert "status T1 negated" in (predictions / "n0.ann").read_text()
    assert "predictions for 4 documents" in done.stderr
    again = goldsmith("evaluate", corpus, "--config", config, "--predictions", predictions)
    assert again.returncode == 2 and "something is already here" in again.stderr
    assert goldsmith("train", corpus, "--config", config, "--out", model).returncode == 0
    where = ("extract", corpus, "--model", model, "--out", tmp_path / "out.jsonl", "--to", "jsonl")
    refused = goldsmith(*where)
    assert refused.returncode == 2 and "--set" in refused.stderr, refused.stderr
    unknown = goldsmith(*where, "--set", "silver")
    assert unknown.returncode == 2 and "annotation set called 'silver'" in unknown.stderr
    assert not (tmp_path / "out.jsonl").exists()
    done = goldsmith(*where, "--set", "gold", "--overwrite")
    assert done.returncode == 0, done.stderr
    docs = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    found = [doc["sets"]["system"]["mentions"][0]["attributes"]["status"] for doc in docs]
    assert found == ["negated", "confirmed"] * 2


def test_given_mentions_are_scored_and_written(corpus: Path, tmp_path: Path) -> None:
    config = tmp_path / "both.toml"
    config.write_text(QUICK + ASSERTION.partition("\n")[2])
    out = tmp_path / "predicted.jsonl"
    done = goldsmith(
        *("evaluate", corpus, "--config", config, "--folds", 2, "--given", "mentions"),
        *("--predictions", out, "--to", "jsonl"),
    )
    assert done.returncode == 0, done.stderr
    docs = [json.loads(line) for line in out.read_text().splitlines()]
    assert [list(doc["sets"]) for doc in docs] == [["system"]] * 4
    assert all(len(doc["sets"]["system"]["mentions"]) == 1 for doc in docs)
    lost = goldsmith(
        *("evaluate", corpus, "--config", config, "--folds", 2, "--given", "mentions"),
        *("--predictions", tmp_path / "b", "--to", "brat"),
    )
    assert lost.returncode == 2 and "provenance" in lost.stderr and not (tmp_path / "b").exists()


def test_full_model_can_start_from_a_given_set(corpus: Path, tmp_path: Path) -> None:
    config, model = tmp_path / "both.toml", tmp_path / "model"
    config.write_text(QUICK + ASSERTION.partition("\n")[2])
    assert goldsmith("train", corpus, "--config", config, "--out", model).returncode == 0
    where = ("extract", corpus, "--model", model, "--out", "-")
    done = run_process(*where, "--set", "gold", "--given", "mentions")
    assert done.returncode == 0, done.stderr
    docs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [len(doc["sets"]["system"]["mentions"]) for doc in docs] == [1] * 4
    for arguments, what in (
        (("--set", "gold"), "the model finds everything itself"),
        (("--given", "mentions"), "--set"),
        (("--set", "gold", "--given", "mentions,assertion"), "no component is left to run"),
        (("--set", "gold", "--given", "verbs"), "verbs cannot be taken"),
    ):
        refused = goldsmith(*where, *arguments)
        assert refused.returncode == 2 and what in refused.stderr, (arguments, refused.stderr)


def test_types_are_renamed_and_dropped_before_scoring(tmp_path: Path) -> None:
    config = tmp_path / "types.toml"
    config.write_text(QUICK + '[types]\nrename = { Condition = "Problem" }\ndrop = ["Result"]\n')
    done = goldsmith("evaluate", "demo", "--config", config, "--folds", 2, "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["results"]["spans"]["rows"]
    assert "Problem" in rows and not {"Condition", "Result"} & set(rows)
    config.write_text(QUICK + '[types]\ndrop = ["Conditon"]\n')
    done = goldsmith("evaluate", "demo", "--config", config, "--folds", 2)
    assert done.returncode == 2 and "Did you mean Condition?" in done.stderr
