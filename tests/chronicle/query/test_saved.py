"""Saved queries and sets, explanations, and the command `goldsmith ask`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.chronicle.query.histories import write_tables
from tests.chronicle.query.test_questions import HISTORIES
from tests.cli.running import goldsmith

from goldsmith.chronicle.query.saved import read_queries
from goldsmith.errors import InputError, QueryError, UnknownName
from goldsmith.project.patients.ask import ask, explain, save


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return write_tables(tmp_path / "tables", HISTORIES)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDSMITH_TERMS", str(tmp_path / "shelf"))


def test_a_saved_query_runs_by_its_name(tables: Path) -> None:
    save("tamoxifen", 'patients with drug "tamoxifen"')
    save("old", "patients aged over 77")
    assert ask("tamoxifen", tables).count == 4
    assert ask("old", tables).count == 1
    with pytest.raises(UnknownName, match="Did you mean tamoxifen"):
        ask("tamoxifn", tables)


def test_saving_leaves_the_rest_of_the_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('# ours\n[queries]\n"a" = "patients"\n\n[sets.tea]\nnames = ["tea"]\n', "utf-8")
    save("b", "women", queries=path)
    assert "# ours" in path.read_text("utf-8")
    saved = read_queries(path)
    assert saved.queries == {"a": "patients", "b": "women"}
    assert saved.sets["tea"].names == ("tea",)
    with pytest.raises(InputError, match="already a query called 'b'"):
        save("b", "men", queries=path)
    save("b", "men", queries=path, overwrite=True)
    assert read_queries(path).queries["b"] == "men"


def test_an_invalid_query_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(QueryError):
        save("wrong", "patients with drug x befor 2010")
    assert not (tmp_path / "queries.toml").exists()


def test_user_sets_replace_built_in_ones(tmp_path: Path, tables: Path) -> None:
    path = tmp_path / "queries.toml"
    path.write_text(
        '[sets.hormone]\nnames = ["tamoxifen"]\nkinds = ["drug"]\n'
        '[sets.symptom]\nnames = ["asthma"]\n',
        "utf-8",
    )
    assert ask("patients with hormones", tables).count == 4
    assert [item.patient for item in ask("patients with symptom", tables).patients] == ["bella"]


def test_a_missing_or_invalid_file_is_reported(tmp_path: Path, tables: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        ask("patients", tables, queries="none.toml")
    (tmp_path / "queries.toml").write_text("[querys]\n", "utf-8")
    with pytest.raises(InputError, match=r"queries\.toml"):
        ask("patients", tables)


def test_an_explanation_lists_conditions_names_and_sql(tables: Path) -> None:
    explanation = explain("women with adenocarcinoma, symptom-free since 2015", tables)
    assert explanation.conditions == (
        "female",
        'event "adenocarcinoma"',
        "followed until 2015-01-01",
        'no event "symptom" since 2015-01-01',
    )
    assert [(name.name, name.is_set) for name in explanation.names] == [
        ("adenocarcinoma", True),
        ("symptom", True),
    ]
    assert "invasive ductal carcinoma" in explanation.names[0].names
    assert not any("adenocarcinoma" in statement for statement in explanation.sql)


def test_the_command_shows_where_the_evidence_is(tables: Path) -> None:
    done = goldsmith("ask", "patients with stage 2 adenocarcinoma", tables, "--limit", 1)
    assert done.returncode == 0
    assert "3 of 5 patients (60.0%)" in done.stdout
    assert "note-invasive ductal carcinoma:4-9" in done.stdout
    assert "bella" not in done.stdout
    assert "--limit lists more" in done.stderr


def test_the_command_as_json(tables: Path) -> None:
    done = goldsmith("ask", "patients with drug tamoxifen", tables, "--json", "--terms", "demo")
    answer = json.loads(done.stdout)
    assert answer["count"] == 4
    assert answer["patients"][0]["witnesses"][0]["evidence"][0]["document"] == "note-tamoxifen"


def test_how_many_prints_only_the_number(tables: Path) -> None:
    done = goldsmith("ask", "how many patients with drug tamoxifen?", tables)
    assert done.stdout == "4 of 5 patients (80.0%)\n"


def test_the_command_explains_saves_and_lists(tables: Path) -> None:
    done = goldsmith("ask", "patients with drug tamoxifen", tables, "--explain")
    assert 'drug "tamoxifen"' in done.stdout
    assert "SELECT p.patient" in done.stdout
    assert goldsmith("ask", "patients with drug tamoxifen", "--save", "t").returncode == 0
    assert "patients with drug tamoxifen" in goldsmith("ask", "--list").stdout
    assert "4 of 5" in goldsmith("ask", "t", tables).stdout


def test_the_error_in_a_query_is_marked(tables: Path) -> None:
    done = goldsmith("ask", "patients with drug x befor 2010", tables)
    assert done.returncode == 2
    assert "query, character 22" in done.stderr
    assert "Did you mean before?" in done.stderr
    assert "                       ^^^^^" in done.stderr
    assert goldsmith("ask").returncode == 2
    assert "no tables are named" in goldsmith("ask", "patients").stderr
