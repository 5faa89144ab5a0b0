"""The command rank: rankings, simulations, bad options."""

import json
from itertools import islice
from pathlib import Path

import pytest
from tests.cli.running import goldsmith, run_process
from typer.testing import CliRunner

from goldsmith.cli.extraction.rank import app
from goldsmith.errors import GoldsmithError
from goldsmith.examples import notes
from goldsmith.formats import write
from goldsmith.training.examples import remove_sets

QUICK = """
[[component]]
use = "entities"
algorithm = "perceptron"
iterations = 3
features = { affixes = 0, bigrams = false, window = 1 }
"""


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "pipeline.toml"
    path.write_text(QUICK)
    return path


@pytest.fixture(scope="module")
def half_done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write six annotated notes and ten without annotations."""
    path = tmp_path_factory.mktemp("corpus") / "notes"
    docs = list(islice(notes.load_documents(), 16))
    write([*docs[:6], *map(remove_sets, docs[6:])], path, "corpus")
    return path


@pytest.fixture(scope="module")
def model(half_done: Path, config: Path) -> Path:
    path = half_done.parent / "model"
    done = goldsmith("train", half_done, "--config", config, "--set", "gold", "--out", path)
    assert done.returncode == 0, done.stderr
    return path


def test_rank_lists_unannotated_documents(half_done: Path, model: Path, tmp_path: Path) -> None:
    out = tmp_path / "list.txt"
    done = goldsmith("rank", half_done, "--model", model, "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["strategy"], result["annotated"], result["left"]) == ("diverse", 6, 10)
    assert [row["rank"] for row in result["ranked"]] == list(range(1, 11))
    assert all(row["doubt"] > 0 and row["minutes"] > 2 for row in result["ranked"])
    listed = out.read_text().splitlines()
    assert listed == [row["id"] for row in result["ranked"]]
    annotated = {doc.id for doc in islice(notes.load_documents(), 6)}
    assert len(set(listed)) == 10 and not annotated & set(listed)


def test_rank_follows_strategy_and_limit(half_done: Path, model: Path) -> None:
    orders = {}
    for name in ("doubt", "random"):
        done = goldsmith(
            *("rank", half_done, "--model", model, "--done-set", "gold"),
            *("--strategy", name, "--json"),
        )
        orders[name] = [(row["score"], row["id"]) for row in json.loads(done.stdout)["ranked"]]
    scores = [score for score, _ in orders["doubt"]]
    assert scores == sorted(scores, reverse=True) and scores[0] > 0
    assert {score for score, _ in orders["random"]} == {0}
    few = goldsmith(
        *("rank", half_done, "--model", model, "--strategy", "doubt", "--limit", 2),
        *("--tables", "markdown"),
    )
    assert "**10 documents to annotate, by doubt**" in few.stdout
    assert few.stdout.count("\n| ") == 4
    assert all(name in few.stdout for _, name in orders["doubt"][:2])


def test_rank_excludes_documents_annotated_elsewhere(half_done: Path, model: Path) -> None:
    done = goldsmith("rank", half_done, "--model", model, "--done", "demo")
    assert done.returncode == 2 and "every document is annotated" in done.stderr


def test_simulation_writes_learning_curves(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "curve.html"
    arguments = (
        *("rank", "demo", "--simulate", "--config", config, "--set", "gold", "--start", 3),
        *("--batch", 4, "--rounds", 2, "--seeds", 1, "--out", out, "--json"),
    )
    # Separate processes: crfsuite's perceptron depends on earlier training in the same process.
    done = run_process(*arguments, "--strategy", "diverse,random")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["pool"] + result["tested"] == 40 and result["kept_by"] == "patient"
    curves = {summary["strategy"]: summary["stages"] for summary in result["summaries"]}
    assert [stage["documents"] for stage in curves["diverse"]] == [3, 7, 11]
    assert curves["diverse"][0] == curves["random"][0]
    assert curves["diverse"][2] != curves["random"][2]
    assert all(0 < stage["f"] < 1 for stage in curves["random"])
    assert "<svg" in out.read_text()
    again = goldsmith(*arguments)
    assert again.returncode == 2 and "this file exists already" in again.stderr
    assert json.loads(run_process(*arguments, "--overwrite").stdout) == result


def test_rank_refuses_bad_options(half_done: Path, model: Path, config: Path) -> None:
    for arguments, what in (
        ((), "ranking needs a trained model"),
        (("--config", config), "--config is for --simulate"),
        (("--model", model, "--strategy", "clever"), "strategy called 'clever'"),
        (("--model", model, "--strategy", "doubt,random"), "one strategy"),
        (("--model", model, "--set", "gold"), "--set is the set that --simulate learns from"),
        (("--simulate", "--done-set", "gold"), "starts without annotated documents"),
        (("--simulate", "--model", model), "trains its own models"),
        (("--simulate", "--set", "gold", "--config", config, "--start", 9), "to choose from"),
        (("--simulate", "--set", "gold", "--effort", "sweat"), "'sweat'"),
        (("--simulate", "--set", "gold", "--batch", 0), "batch is 0"),
    ):
        done = CliRunner().invoke(app, [str(half_done), *map(str, arguments)])
        assert isinstance(done.exception, GoldsmithError), (arguments, done.output)
        assert what in str(done.exception), arguments
