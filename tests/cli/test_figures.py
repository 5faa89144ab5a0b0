"""score, agree, compare and report as a newcomer types them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "Fever and cough, pain in the groin of Mrs Quigley."
GOLD = "T1\tCondition 0 5\tFever\nT2\tCondition 10 15\tcough\nT3\tLocus 29 34\tgroin\n"
SYSTEM = "T1\tCondition 0 5\tFever\nT2\tLocus 25 34\tthe groin\n"


def goldsmith(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "goldsmith", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


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


def test_intervals_and_latex(sides: tuple[Path, Path]) -> None:
    done = goldsmith(
        *("score", "--gold", sides[0], "--system", sides[1], "--intervals"),
        *("--as-table", "latex", "--numbers", "percent"),
    )
    assert r"\begin{tabular}" in done.stdout and "40.0 [40.0, 40.0]" in done.stdout


def test_missing_documents_are_refused_with_counts(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n2.txt").unlink()
    (system / "n2.ann").unlink()
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and done.stdout == ""
    assert "1 only in the gold: n2" in done.stderr
    done = goldsmith("score", "--gold", gold, "--system", system, "--missing", "empty", "--json")
    [scores] = json.loads(done.stdout)["systems"]
    assert scores["results"]["spans"]["micro"]["counts"]["a"] == 9


def test_other_texts_are_refused(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    (system / "n1.txt").write_text(TEXT.replace("groin", "chest"))
    done = goldsmith("score", "--gold", gold, "--system", system)
    assert done.returncode == 2 and "1 of the documents have another text" in done.stderr
    assert "Quigley" not in done.stderr


def test_compare_prints_p_values(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("compare", "--gold", gold, "--system", gold, "--system", system, "--json")
    [found] = json.loads(done.stdout)
    assert (found["first"], found["second"]) == ("gold", "run1")
    assert found["comparison"]["exact"] and found["comparison"]["p"] == pytest.approx(2 / 8)


def test_agree_on_sets_of_a_corpus_and_on_paths(sides: tuple[Path, Path]) -> None:
    gold, system = sides
    done = goldsmith("agree", gold, system, "--task", "entities", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["annotators"] == ["gold", "run1"]
    [pair] = found["pairs"]
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


def test_an_unknown_task_lists_the_known_ones(sides: tuple[Path, Path]) -> None:
    done = goldsmith("score", "--gold", sides[0], "--system", sides[1], "--task", "entites")
    assert done.returncode == 2 and "Did you mean entities?" in done.stderr
