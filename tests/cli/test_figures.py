"""The commands score, agree, compare and report."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith import metrics

TEXT = "Fever and cough, pain in the groin of Mrs Quigley."
GOLD = "T1\tCondition 0 5\tFever\nT2\tCondition 10 15\tcough\nT3\tLocus 29 34\tgroin\n"
SYSTEM = "T1\tCondition 0 5\tFever\nT2\tLocus 25 34\tthe groin\n"


def folder(path: Path, annotations: str, count: int = 3) -> Path:
    path.mkdir()
    for number in range(count):
        (path / f"n{number}.txt").write_text(TEXT)
        (path / f"n{number}.ann").write_text(annotations)
    return path


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    return folder(tmp_path / "gold", GOLD), folder(tmp_path / "run1", SYSTEM)


def test_score_works_on_folders_of_any_format(sides: tuple[Path, Path], tmp_path: Path) -> None:
    gold, system = sides
    packed = tmp_path / "run1.jsonl"
    goldsmith("convert", system, "--to", "jsonl", "--out", packed)
    done = goldsmith("score", "--gold", gold, "--system", packed, "--json")
    assert done.returncode == 0, done.stderr
    [scores] = json.loads(done.stdout)["systems"]
    micro = scores["results"]["spans"]["micro"]
    assert micro["values"]["strict"] == pytest.approx(2 * 3 / 15)
    assert micro["values"]["relaxed"] == pytest.approx(2 * 6 / 15)
    assert micro["counts"]["exact"] == 3 and micro["counts"]["partial"] == 3


def test_several_systems_make_a_leaderboard(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith(
        "score", "--gold", gold, "--system", system, "--system", gold, "--as-table", "markdown"
    )
    assert "**Mentions: leaderboard**" in done.stdout
    assert done.stdout.index("| 1 | gold |") < done.stdout.index("| 2 | run1 |")


def test_score_prints_intervals_and_latex(sides: tuple[Path, Path]) -> None:
    done = goldsmith(
        *("score", "--gold", sides[0], "--system", sides[1], "--intervals"),
        *("--as-table", "latex", "--numbers", "percent"),
    )
    assert r"\begin{tabular}" in done.stdout and "40.0 [40.0, 40.0]" in done.stdout


def test_score_refuses_missing_documents(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n2.txt").unlink()
    (system / "n2.ann").unlink()
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and done.stdout == ""
    assert "1 only in the gold: n2" in done.stderr
    done = goldsmith("score", "--gold", gold, "--system", system, "--missing", "empty", "--json")
    [scores] = json.loads(done.stdout)["systems"]
    assert scores["results"]["spans"]["micro"]["counts"]["a"] == 9


def test_score_refuses_different_texts(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n1.txt").write_text(TEXT.replace("groin", "chest"))
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and "the text of 1 documents differs" in done.stderr
    assert "Quigley" not in done.stderr


def test_compare_prints_p_values(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("compare", "--gold", gold, "--system", gold, "--system", system, "--json")
    [result] = json.loads(done.stdout)
    assert (result["first"], result["second"]) == ("gold", "run1")
    assert result["comparison"]["exact"] and result["comparison"]["p"] == pytest.approx(2 / 8)


def test_agree_takes_sets_of_a_corpus_or_paths(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("agree", gold, system, "--task", "entities", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["annotators"] == ["gold", "run1"]
    [pair] = result["pairs"]
    assert pair["documents"] == 3
    assert pair["results"]["spans"]["micro"]["values"]["lenient"] == pytest.approx(9 / 15)
    done = goldsmith("agree", "gold", "nobody", "--corpus", gold, "--task", "entities")
    assert done.returncode == 2 and "no annotation set called 'nobody'" in done.stderr


def test_report_writes_one_file(sides: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "deep" / "report.html"
    done = goldsmith("report", *sides, "--task", "entities", "--out", out, "--no-text")
    assert done.returncode == 0, done.stderr
    content = out.read_text("utf-8")
    assert content.startswith("<!doctype html>") and "Quigley" not in content
    assert [path.name for path in out.parent.iterdir()] == ["report.html"]


def test_unknown_task_suggests_another(sides: tuple[Path, Path]) -> None:
    done = goldsmith("score", "--gold", sides[0], "--system", sides[1], "--task", "entites")
    assert done.returncode == 2 and "Did you mean entities?" in done.stderr


def test_metric_replaces_the_task_and_prints_all_its_values(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    common = ("--gold", gold, "--system", system, "--metric", "positive-agreement")
    done = goldsmith("score", *common, "--metric", "kappa", "--as-table", "markdown")
    assert done.returncode == 0, done.stderr
    assert "**Positive specific agreement: run1**" in done.stdout
    assert "**Mentions: run1**" not in done.stdout
    for name in metrics.get("positive-agreement").values:
        assert f"| {name} " in done.stdout
    results = json.loads(goldsmith("score", *common, "--json").stdout)["systems"][0]["results"]
    assert list(results) == ["positive-agreement"]


def test_agree_and_compare_take_metrics(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("agree", gold, system, "--metric", "alpha,kappa", "--json")
    assert done.returncode == 0, done.stderr
    [pair] = json.loads(done.stdout)["pairs"]
    assert set(pair["results"]) == {"alpha", "kappa"}
    done = goldsmith(
        *("compare", "--gold", gold, "--system", gold, "--system", system),
        *("--metric", "positive-agreement", "--json"),
    )
    [comparison] = json.loads(done.stdout)
    assert comparison["comparison"]["metric"] == "positive-agreement"


def test_options_apply_to_named_metrics(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    common = ("score", "--gold", gold, "--system", system, "--metric", "relations")
    assert goldsmith(*common, "--option", "relations.found=lenient").returncode == 0
    done = goldsmith(*common, "--option", "spans.x=1")
    assert done.returncode == 2 and "'spans'" in done.stderr
    done = goldsmith("agree", gold, system, "--metric", "kapa")
    assert done.returncode == 2 and "Did you mean kappa?" in done.stderr


def test_distance_of_codes_needs_a_task_or_metric_about_codes(sides: tuple[Path, Path]) -> None:
    done = goldsmith("agree", *sides, "--terms", "demo", "--task", "entities")
    assert done.returncode == 2 and "does not compare codes" in done.stderr
    done = goldsmith("agree", *sides, "--terms", "demo", "--metric", "concept-distance", "--json")
    assert done.returncode == 0, done.stderr
