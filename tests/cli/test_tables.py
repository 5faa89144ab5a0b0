"""The command tables: output as text, Markdown, LaTeX, HTML and JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.running import goldsmith

import goldsmith as library
from goldsmith.core import Document
from goldsmith_demo.annotate import add_annotators, build_team
from goldsmith_demo.make import make_documents


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a corpus of one patient's notes in two batches, annotated by two annotators."""
    docs: list[Document] = []
    for number, doc in enumerate(make_documents(1, seed=3, schemas=["odie"])):
        metadata = replace(doc.metadata, extra={"batch": f"b{number % 2 + 1}"})
        docs.append(
            replace(doc, metadata=metadata, sets={"gold": replace(doc.sets["odie"], name="gold")})
        )
    team = build_team(["A1=retriever", "A2=engineer"])
    path = tmp_path_factory.mktemp("tables") / "corpus"
    library.write(add_annotators(docs[:12], team), path, "corpus")
    return path


def test_text_fits_the_terminal(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    done = goldsmith("tables", "--paper", "odie", corpus)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    tables = [line for line in lines if not line.startswith(("The ", "Table"))]
    assert max(map(len, tables)) <= 70
    for number in range(1, 10):
        assert f"Table {number}. " in done.stdout
    assert "True positive" in done.stdout and "κ" in done.stdout


def test_markdown_and_latex_have_headings_of_groups(corpus: Path) -> None:
    options = ("tables", "--paper", "odie", corpus, "--table", "3")
    markdown = goldsmith(*options, "--tables", "markdown").stdout
    assert "| A1 and gold standard: All |" in markdown
    latex = goldsmith(*options, "--tables", "latex").stdout
    assert re.search(r"\\multicolumn\{\d\}\{c\}\{A1 and gold standard\}", latex)


def test_json_contains_the_values_and_counts_of_cells(corpus: Path) -> None:
    done = goldsmith("tables", "--paper", "odie", corpus, "--table", "1", "--json")
    result = json.loads(done.stdout)
    [table] = result["tables"]
    assert result["sets"]["annotator"] == ["A1", "A2"]
    rows = {row["labels"][0]: row["cells"][0] for row in table["parts"][0]["rows"]}
    counts = rows["F-Score"]["counts"]
    assert rows["F-Score"]["value"] == pytest.approx(
        2 * counts["tp"] / (2 * counts["tp"] + counts["fp"] + counts["fn"])
    )
    assert rows["True positive"]["text"] == f"{counts['tp']:.0f}"
    assert "places" not in done.stdout


def test_page_contains_the_places_of_each_number(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables.html"
    options = ("tables", "--paper", "odie", corpus, "--tables", "html", "--table", "1")
    assert goldsmith(*options, "--out", out).returncode == 0
    page = out.read_text("utf-8")
    match = re.search(r'id="report-data">(.*?)</script>', page, re.DOTALL)
    assert match
    data = json.loads(match[1])
    [pair] = data["pairs"]
    assert (pair["first"], pair["second"]) == ("A1", "A2")
    button = re.search(r'<button[^>]*data-column="tp"[^>]*>(\d+)</button>', page)
    assert button
    figure = pair["figures"][int(re.findall(r'data-figure="(\d+)"', button[0])[0])]
    assert len(figure["places"]["all"]["tp"]) == int(button[1])
    text = data["documents"][0]["text"]
    assert text
    refused = goldsmith(*options, "--out", out)
    assert refused.returncode == 2 and "--overwrite" in refused.stderr
    shared = goldsmith(*options, "--no-text").stdout
    assert text.splitlines()[0] not in shared


def test_page_opens_only_the_places_of_a_dataset(corpus: Path) -> None:
    page = goldsmith(
        "tables", "--paper", "odie", corpus, "--tables", "html", "--table", "1",
        "--dataset", "batch=b1",
    ).stdout  # fmt: skip
    match = re.search(r'id="report-data">(.*?)</script>', page, re.DOTALL)
    assert match
    data = json.loads(match[1])
    button = re.search(r'<button[^>]*data-column="tp"[^>]*>(\d+)</button>', page)
    assert button
    figure = data["pairs"][0]["figures"][int(re.findall(r'data-figure="(\d+)"', button[0])[0])]
    places = figure["places"]["all"]["tp"]
    assert len(places) == int(button[1])
    batches = {doc.id: doc.metadata.extra["batch"] for doc in library.read(corpus)}
    assert {batches[data["documents"][place[0]]["id"]] for place in places} == {"b1"}


def test_tables_name_the_missing_data(corpus: Path) -> None:
    done = goldsmith("tables", "--paper", "clef", corpus, "--schema", "odie", "--where", "batch=b1")
    assert done.returncode == 0, done.stderr
    assert "Table 5. " in done.stdout
    assert "needs: documents with the metadata field iteration" in done.stdout
    done = goldsmith(
        "tables", "--paper", "odie", corpus, "--table", "2", "--field", "batch=nowhere"
    )
    assert done.returncode == 2 and "nowhere" in done.stderr
    done = goldsmith("tables", "--paper", "mayo", corpus, "--table", "4", "--sets", "A1")
    assert done.returncode == 2
    assert "two or more annotators" in done.stderr and "--sets" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--paper", "muc"), "clef, i2b2, mayo, odie, share"),
        (("--paper", "odie", "--table", "12"), "1, 2, 3"),
        (("--paper", "odie", "--sets", "A1,B"), "A1, A2, gold"),
        (("--paper", "odie", "--where", "ward=3"), "batch"),
        (("--paper", "odie", "--dataset", "batch=b9"), "b1, b2"),
        (("--paper", "odie", "--field", "batch"), "FIELD=NAME"),
        (("--paper", "odie", "--out", "x.html"), "--tables html"),
    ],
)
def test_error_on_bad_arguments_lists_the_known_values(
    corpus: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = goldsmith("tables", corpus, *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name,hours\nA1,3\n", "no column 'set'"),
        ("set,wages\nA1,3\n", "wages"),
        ("set,hours\nA1,three\n", "sets.csv:2"),
        ("set,hours\nA1,3\nA1,4\n", "named twice"),
        ("set,strict\nbest,<1\n", "not a number"),
    ],
)
def test_bad_table_of_sets_is_refused(
    corpus: Path, tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "sets.csv"
    path.write_text(content)
    done = goldsmith("tables", "--paper", "mayo", corpus, "--facts", path)
    assert done.returncode == 2
    assert message in done.stderr


def test_hours_come_from_the_table_of_sets(corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "sets.tsv"
    path.write_text("set\tdescription\thours\nA1\tfirst\t53.5\nA2\tsecond\t<1\n")
    done = goldsmith(
        "tables", "--paper", "mayo", corpus, "--table", "2", "--facts", path, "--tables", "markdown"
    )
    assert "| A1 | first |" in done.stdout and "| 53.5 |" in done.stdout
    assert "| <1 |" in done.stdout


def test_corpora_are_shown_side_by_side(corpus: Path, tmp_path: Path) -> None:
    done = goldsmith("tables", "--paper", "share", f"train={corpus}", f"test={corpus}")
    assert done.returncode == 2 and "is in train and in test" in done.stderr
    docs = [replace(doc, id=f"{doc.id}-2") for doc in library.read(corpus)]
    library.write(docs, tmp_path / "copy", "corpus")
    done = goldsmith(
        "tables", "--paper", "share", f"train={corpus}", f"test={tmp_path / 'copy'}",
        "--table", "1", "--tables", "markdown",
    )  # fmt: skip
    assert "|  | Train | Test |" in done.stdout
    assert "| Notes | 12 | 12 |" in done.stdout
