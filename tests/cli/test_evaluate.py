"""The command evaluate: cross-validation, trained models, reports."""

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


def test_cross_validation_writes_tables_and_report(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    done = goldsmith(
        *("evaluate", "demo", "--config", config, "--folds", 2, "--out", out),
        *("--as-table", "markdown", "--numbers", "percent", "--workers", 2),
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
    assert "trained on these very documents" in done.stderr
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
