"""The command guidelines, from the skeleton to the site."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

from goldsmith import schemas

SCHEMA = """\
name = "pets"
version = "1"
title = "Pets"

[[mention]]
name = "Cat"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    out = tmp_path / "guideline"
    assert goldsmith("guidelines", "new", "--schema", "clef", "--complete", "--out", out)[0] == 0
    return out


def test_list_names_a_guideline_for_every_schema() -> None:
    rows = json.loads(goldsmith("guidelines", "list", "--json").stdout)
    assert [row["name"] for row in rows] == list(schemas.names())
    assert all(row["examples"] >= 15 for row in rows)


def test_skeleton_passes_the_check_until_it_must_be_complete(tmp_path: Path) -> None:
    out = tmp_path / "g"
    made = goldsmith("guidelines", "new", "--schema", "odie", "--out", out, "--title", "Ours")
    assert made.returncode == 0
    assert 'title = "Ours"' in (out / "guideline.toml").read_text()
    checked = goldsmith("guidelines", "check", out)
    assert checked.returncode == 0
    assert "not written yet" in checked.stderr
    complete = goldsmith("guidelines", "check", out, "--complete")
    assert complete.returncode == 1
    assert "general.md:" in complete.stdout


def test_custom_schema_is_copied_into_the_folder(tmp_path: Path) -> None:
    (tmp_path / "pets.toml").write_text(SCHEMA)
    out = tmp_path / "g"
    assert goldsmith("guidelines", "new", "--schema", tmp_path / "pets.toml", "--out", out)[0] == 0
    (tmp_path / "pets.toml").unlink()
    assert (out / "entities/Cat.md").exists()
    assert goldsmith("guidelines", "check", out).returncode == 0


def test_new_replaces_neither_a_guideline_nor_other_files(folder: Path, tmp_path: Path) -> None:
    again = goldsmith("guidelines", "new", "--schema", "clef", "--out", folder)
    assert again.returncode == 2
    other = tmp_path / "letters"
    other.mkdir()
    (other / "letter.txt").write_text("x")
    forced = goldsmith("guidelines", "new", "--schema", "clef", "--out", other, "--overwrite")
    assert forced.returncode == 2
    assert (other / "letter.txt").exists()


def test_check_lists_all_problems_and_exits_with_1(folder: Path) -> None:
    (folder / "entities/Result.md").unlink()
    page = folder / "general.md"
    page.write_text(page.read_text() + "\n[x](gone.md)\n\n```example\n<Fever>hot</>\n```\n")
    checked = goldsmith("guidelines", "check", folder)
    assert checked.returncode == 1
    assert "no page is about the type Result" in checked.stdout
    assert "gone.md" in checked.stdout
    assert "unknown mention type Fever" in checked.stdout
    problems = json.loads(goldsmith("guidelines", "check", folder, "--json").stdout)
    assert {problem["kind"] for problem in problems} == {"type", "link", "example"}
    built = goldsmith("guidelines", "build", folder, "--out", folder.parent / "site")
    assert built.returncode == 2
    assert not (folder.parent / "site").exists()


def test_unknown_guideline_suggests_a_similar_one() -> None:
    failed = goldsmith("guidelines", "check", "clfe")
    assert failed.returncode == 2
    assert "Did you mean clef?" in failed.stderr


def test_site_from_corpus_versions_and_iterations(folder: Path, tmp_path: Path) -> None:
    released = goldsmith("guidelines", "release", folder, "1.0", "--date", "2026-01-01")
    assert released.returncode == 0
    (folder / "iterations.toml").write_text(
        '[[iteration]]\nversion = "1.0"\ndate = 2026-01-02\nfigures = { "spans.lenient" = 0.8 }\n'
    )
    out = tmp_path / "site"
    built = goldsmith("guidelines", "build", folder, "--out", out, "--corpus", "demo", "--json")
    assert built.returncode == 0
    assert json.loads(built.stdout)["places"] == 17 * 5
    assert "treat it like the corpus" in built.stderr
    news = (out / "news.html").read_text()
    assert "Version 1.0 (2026-01-01)" in news
    assert "<svg" in news
    assert "Places in demo" in (out / "has_finding.html").read_text()
    assert goldsmith("guidelines", "build", folder, "--out", out).returncode == 2
    assert goldsmith("guidelines", "build", folder, "--out", out, "--overwrite").returncode == 0
    assert "Places in demo" not in (out / "has_finding.html").read_text()


def test_history_and_diff(folder: Path, tmp_path: Path) -> None:
    goldsmith("guidelines", "release", folder, "1.0", "--remark", "First")
    page = folder / "general.md"
    page.write_text(page.read_text().replace("Annotate what", "Mark what"))
    history = json.loads(goldsmith("guidelines", "history", folder, "--json").stdout)
    assert [entry["version"] for entry in history] == ["working", "1.0"]
    assert "First" in goldsmith("guidelines", "history", folder).stdout
    assert "+Mark what" in goldsmith("guidelines", "diff", folder, "1.0").stdout
    html = tmp_path / "diff.html"
    assert goldsmith("guidelines", "diff", folder, "1.0", "working", "--html", html)[0] == 0
    assert "<ins>Mark</ins>" in html.read_text()
    assert goldsmith("guidelines", "diff", folder, "0.9").returncode == 2
    assert goldsmith("guidelines", "release", folder, "1.1", "--date", "soon").returncode == 2


def test_iterations_as_table_chart_and_json(tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    file.write_text("version,date,documents,spans.lenient\n0.1,2026-01-02,5,0.7\n")
    svg = tmp_path / "chart.svg"
    shown = goldsmith("guidelines", "iterations", file, "--svg", svg)
    assert shown.returncode == 0
    assert "70.0" in shown.stdout
    assert svg.read_text().startswith("<svg")
    entries = json.loads(goldsmith("guidelines", "iterations", file, "--json").stdout)
    assert entries[0]["figures"] == {"spans.lenient": 0.7}


def test_built_in_guideline_cannot_be_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert goldsmith("guidelines", "release", "clef", "1.0").returncode == 2
    assert goldsmith("guidelines", "history", "clef").returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_folder_without_a_guideline_does_not_hide_the_built_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clef").mkdir()
    assert goldsmith("guidelines", "check", "clef").returncode == 0
    failed = goldsmith("guidelines", "history", "clef")
    assert failed.returncode == 2
    assert "goldsmith guidelines new" in failed.stderr
