"""The commands convert, describe, validate, schema and formats: output, messages, exit codes."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.formats import write


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "corpus"
    done = goldsmith("convert", "demo", "--to", "corpus", "--out", path)
    assert done.returncode == 0, done.stderr
    return path


def test_help_lists_the_commands() -> None:
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


def test_convert_refuses_a_loss_unless_it_is_allowed(corpus: Path, tmp_path: Path) -> None:
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


def test_importing_goldsmith_imports_no_heavy_packages() -> None:
    heavy = "lxml pyarrow bioc cassis typer rich hypothesis".split()
    code = f"import goldsmith, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "words", ["validate demo --set nosuch", "convert demo --to jsonl --out x.jsonl --set nosuch"]
)
def test_error_on_an_unknown_set_lists_the_known_sets(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = goldsmith(*words.split())
    assert done.returncode == 2 and done.stdout == ""
    assert "no annotation set called 'nosuch'; expected one of gold" in done.stderr
    assert "no problems found" not in done.stderr and list(tmp_path.iterdir()) == []


def test_convert_refuses_a_wording_that_differs_from_the_text_unless_it_is_ignored(
    tmp_path: Path,
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/n1.txt").write_text("no fever")
    (tmp_path / "in/n1.ann").write_text("T1\tX 3 8\tulcer\n")
    convert = ("convert", tmp_path / "in", "--to", "jsonl", "--out", tmp_path / "c.jsonl")
    done = goldsmith(*convert)
    assert done.returncode == 2 and not (tmp_path / "c.jsonl").exists()
    assert "n1.ann:1: n1, T1: the wording that the file records for 1 of 1 mentions" in done.stderr
    assert "--ignore-wording" in done.stderr and "ulcer" not in done.stderr
    done = goldsmith("validate", tmp_path / "in")
    assert done.returncode == 1 and "n1 [gold] T1" in done.stdout
    done = goldsmith(*convert, "--ignore-wording")
    assert done.returncode == 0 and "note: 1 mentions have recorded text" in done.stderr


def test_convert_does_not_choose_between_several_sets(tmp_path: Path) -> None:
    first = AnnotationSet("a", (Mention("T1", "X", (Span(0, 5),)),))
    second = AnnotationSet("b", (Mention("T1", "Y", (Span(6, 9),)),))
    docs = [Document("n", "fever and cough", Metadata(type="note"), sets={"a": first, "b": second})]
    write(docs, tmp_path / "c.jsonl", "jsonl")
    words = ("convert", tmp_path / "c.jsonl", "--to", "brat", "--out", tmp_path / "out")
    for allowed in ("all", "metadata,several-sets"):
        done = goldsmith(*words, "--allow-loss", allowed)
        assert done.returncode == 2 and not (tmp_path / "out").exists()
        assert "cannot carry: several-sets (1); nothing was written" in done.stderr
        assert "expected one of the sets a, b. Name the one annotation set" in done.stderr
        assert "--allow-loss" not in done.stderr
    done = goldsmith(*words)
    assert "with --set" in done.stderr and "--allow-loss metadata\n" in done.stderr
    done = goldsmith(*words, "--allow-loss", "all", "--set", "b")
    assert done.returncode == 0, done.stderr
    assert "Y 6 9" in (tmp_path / "out/n.ann").read_text()


def test_plain_text_needs_no_choice_of_a_set(tmp_path: Path) -> None:
    sets = {name: AnnotationSet(name, (Mention("m", "X", (Span(0, 5),)),)) for name in "ab"}
    write([Document("n", "fever", sets=sets)], tmp_path / "c.jsonl", "jsonl")
    words = ("convert", tmp_path / "c.jsonl", "--to", "text", "--out", tmp_path / "out")
    assert goldsmith(*words, "--allow-loss", "all").returncode == 0
    assert (tmp_path / "out/n.txt").read_text() == "fever"


@pytest.mark.parametrize(
    "words", ["describe demo --html", "report gold silver --corpus c.jsonl --out"]
)
def test_pages_replace_nothing_without_overwrite(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sets = {name: AnnotationSet(name) for name in ("gold", "silver")}
    write([Document("n", "fever", sets=sets)], tmp_path / "c.jsonl", "jsonl")
    page = tmp_path / "page.html"
    page.write_text("mine")
    done = goldsmith(*words.split(), page)
    assert done.returncode == 2 and "something is already here" in done.stderr
    assert "--overwrite" in done.stderr and page.read_text() == "mine"
    assert goldsmith(*words.split(), page, "--overwrite").returncode == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")
    (tmp_path / "folder").mkdir()
    for more in ((), ("--overwrite",)):
        done = goldsmith(*words.split(), "folder", *more)
        assert done.returncode == 2 and "folder: a folder is in the way" in done.stderr
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["c.jsonl", "folder", "page.html"]


@pytest.mark.parametrize("text_name", ["x.txt", "x.txt.gz"])
def test_annotation_file_is_read_with_the_text_next_to_it(tmp_path: Path, text_name: str) -> None:
    content = b"fever in Mrs Quigley"
    packed = gzip.compress(content) if text_name.endswith(".gz") else content
    (tmp_path / text_name).write_bytes(packed)
    (tmp_path / "x.ann").write_text("T1\tCondition 0 5\tfever\n")
    (tmp_path / "y.ann").write_text("T1\tCondition 0 5\tfever\n")
    done = goldsmith("describe", tmp_path / "x.ann", "--json")
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert (counts["documents"], counts["words"], counts["sets"][0]["mentions"]) == (1, 4, 1)
    done = goldsmith("describe", tmp_path / "y.ann")
    assert done.returncode == 2 and "y.ann" in done.stderr and "y.txt beside it" in done.stderr


def test_other_formats_also_find_the_text_next_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("fever\n")
    (tmp_path / "x.con").write_text('c="fever" 1:0 1:0||t="problem"\n')
    done = goldsmith("describe", tmp_path / "x.con", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["sets"][0]["mentions"] == 1
