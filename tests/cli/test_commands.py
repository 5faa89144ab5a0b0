"""The commands convert, describe, validate, schema and formats: output, messages, exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import goldsmith


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "corpus"
    done = goldsmith("convert", "demo", "--to", "corpus", "--out", path)
    assert done.returncode == 0, done.stderr
    return path


def test_help_lists_every_command() -> None:
    done = goldsmith("--help")
    for name in ("convert", "describe", "formats", "schema", "validate"):
        assert name in done.stdout


def test_convert_reports_its_outcome(corpus: Path, tmp_path: Path) -> None:
    done = goldsmith("convert", corpus, "--to", "jsonl", "--out", tmp_path / "c.jsonl", "--json")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert (report["source_format"], report["target_format"]) == ("corpus", "jsonl")
    assert report["documents"] == 40 and report["dropped"] == {} and report["skipped"] == []
    assert "40 documents: corpus -> jsonl" in done.stderr


def test_convert_refuses_a_loss_unless_allowed(corpus: Path, tmp_path: Path) -> None:
    done = goldsmith("convert", corpus, "--to", "brat", "--out", tmp_path / "b")
    assert done.returncode == 2
    assert "the format brat cannot carry: metadata (40), sections (" in done.stderr
    assert list(tmp_path.iterdir()) == []
    done = goldsmith(
        "convert",
        corpus,
        "--to",
        "brat",
        "--out",
        tmp_path / "b",
        "--allow-loss",
        "metadata,sections",
    )
    assert done.returncode == 0
    assert "dropped, as allowed: metadata (40)" in done.stderr
    assert len(list((tmp_path / "b").glob("*.ann"))) == 40


def test_convert_keeps_going_and_lists_bad_files(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.txt").write_text("fever in Mrs Quigley")
        (folder / f"{number}.ann").write_text("T1\tCondition 0 5\tfever\n")
    (folder / "3.ann").write_text("T1\tCondition 0 500\tfever\n")
    done = goldsmith("convert", folder, "--to", "corpus", "--out", tmp_path / "a")
    assert done.returncode == 2 and "1 of 5 could not be read" in done.stderr
    assert "3.ann:1: 3, T1: the spans 0-500" in done.stderr and "Quigley" not in done.stderr
    assert not (tmp_path / "a").exists()
    done = goldsmith("convert", folder, "--to", "corpus", "--out", tmp_path / "a", "--keep-going")
    assert done.returncode == 1 and "skipped:" in done.stderr and "3.ann:1" in done.stderr
    assert len(list((tmp_path / "a/documents").iterdir())) == 4


def test_describe_prints_tables_json_and_page(corpus: Path, tmp_path: Path) -> None:
    assert "Condition" in goldsmith("describe", corpus).stdout
    result = json.loads(goldsmith("describe", corpus, "--json").stdout)
    assert result["documents"] == 40 and result["sets"][0]["schema"] == "clef"
    assert result["sets"][0]["chains"]["count"] > 0
    done = goldsmith("describe", corpus, "--html", tmp_path / "x" / "page.html")
    assert done.returncode == 0 and "<!doctype html>" in (tmp_path / "x/page.html").read_text()


def test_validate_finds_no_problem_in_the_demo(corpus: Path) -> None:
    done = goldsmith("validate", corpus, "--schema", "clef")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    assert "no problems found" in done.stderr


def test_validate_lists_problems_with_document_and_place(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("line one\nfever in Mrs Quigley")
    (tmp_path / "n.ann").write_text("T1\tFever 9 14\tfevre\nT2\tLocus 0 99\tx\n")
    done = goldsmith("validate", tmp_path, "--schema", "clef")
    assert done.returncode == 1
    assert "n [gold] T1 line 2 (offset 9): unknown mention type Fever; known: " in done.stdout
    assert "n [gold] T1 line 2 (offset 9): the recorded text is not the text" in done.stdout
    assert "n [gold] T2 line 1 (offset 0): the spans 0-99 are not inside the text" in done.stdout
    assert "3 problems found" in done.stderr and "Quigley" not in done.stdout + done.stderr
    report = json.loads(goldsmith("validate", tmp_path, "--schema", "clef", "--json").stdout)
    assert {problem["kind"] for problem in report} == {"type", "text", "span"}


def test_schema_lists_shows_and_checks(tmp_path: Path) -> None:
    assert "mayo-disorder" in goldsmith("schema", "list").stdout
    shown = goldsmith("schema", "show", "clef").stdout
    assert "has_location" in shown and "Drug-or-device" in shown
    report = json.loads(goldsmith("schema", "show", "clef", "--json").stdout)
    assert report["name"] == "clef"
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'name = "mine"\nversion = "1"\ntitle = "T"\nmentoin = 3\n[[mention]]\nlabel = 4\n'
    )
    done = goldsmith("schema", "check", mine)
    assert done.returncode == 2
    for problem in ("unknown key 'mentoin'", "'name' is missing", "mention 1, label"):
        assert problem in done.stderr


def test_formats_prints_table_and_json() -> None:
    assert "unanchored" in goldsmith("formats").stdout
    report = {row["name"]: row for row in json.loads(goldsmith("formats", "--json").stdout)}
    assert report["brat"]["carries"]["discontiguous"] and not report["brat"]["carries"]["metadata"]
    assert "discontiguous" in goldsmith("formats", "brat").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("convert", "nowhere", "--to", "brat", "--out", "x"), "nowhere: there is no such file"),
        (("convert", "demo", "--to", "brta", "--out", "x"), "Did you mean brat?"),
        (("validate", "demo", "--schema", "cleff"), "Did you mean clef?"),
        (("describe", "demo", "--schema", "nope.toml"), "nope.toml"),
    ],
)
def test_unknown_names_exit_with_2(arguments: tuple[str, ...], says: str) -> None:
    done = goldsmith(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert says in done.stderr and "Traceback" not in done.stderr
    assert not Path("x").exists()


def test_importing_goldsmith_stays_light() -> None:
    heavy = "lxml pyarrow bioc cassis typer rich hypothesis".split()
    code = f"import goldsmith, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
