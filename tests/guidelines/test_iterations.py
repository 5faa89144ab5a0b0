"""Iterations: figures from agreement files and from the file itself."""

import json
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownName
from goldsmith.guidelines.iterations import (
    choose_measures,
    draw_iterations,
    make_iteration_table,
    read_iterations,
)

AGREEMENT = {
    "documents": 40,
    "average": {
        "spans": {"micro": {"lenient": 0.79, "strict": 0.7}, "Locus": {"lenient": 0.8}},
        "relations": {"micro": {"ciaa": 0.646}},
    },
}
TOML = """\
[[iteration]]
version = "0.1"
date = 2026-01-12
documents = 5
figures = { "spans.lenient" = 0.71, "relations.ciaa" = 0.48 }

[[iteration]]
version = "0.2"
date = 2026-02-14
agreement = "second.json"
remark = "Examples added"
"""
CSV = """\
version,date,documents,agreement,spans.lenient,relations.ciaa
0.1,2026-01-12,5,,0.71,0.48
0.2,2026-02-14,,second.json,,
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "second.json").write_text(json.dumps(AGREEMENT))
    (tmp_path / "iterations.toml").write_text(TOML)
    (tmp_path / "iterations.csv").write_text(CSV)
    return tmp_path


@pytest.mark.parametrize("name", ["iterations.toml", "iterations.csv"])
def test_table_of_iterations(folder: Path, name: str) -> None:
    entries = read_iterations(folder / name)
    table = make_iteration_table(entries, choose_measures(entries, ()))
    assert table.columns[:6] == (
        "Iteration",
        "Version",
        "Date",
        "Documents",
        "spans.lenient %",
        "relations.ciaa %",
    )
    assert [row[:6] for row in table.rows] == [
        ("1", "0.1", "2026-01-12", "5", "71.0", "48.0"),
        ("2", "0.2", "2026-02-14", "40", "79.0", "64.6"),
    ]


def test_missing_figures_are_dashes(folder: Path) -> None:
    entries = read_iterations(folder / "iterations.toml")
    assert make_iteration_table(entries, ["spans.strict"]).rows[0][4] == "–"


def test_chart_has_a_point_for_each_iteration(folder: Path) -> None:
    entries = read_iterations(folder / "iterations.toml")
    svg = draw_iterations(entries, ["spans.lenient", "relations.ciaa"])
    assert "1 iteration: 0.710" in svg
    assert "2 iteration: 0.646" in svg


def test_unknown_measure(folder: Path) -> None:
    with pytest.raises(UnknownName, match=r"spans\.lenient"):
        choose_measures(read_iterations(folder / "iterations.toml"), ["spans.lenien"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lists no iterations"),
        ("[[iteration", "not TOML"),
        (
            '[[iteration]]\nversion = "1"\ndate = 2026-01-01\nfigures = { "spans.f1" = 71 }',
            "out of range",
        ),
        ('[[iteration]]\nversion = "1"', "date"),
        ('[[iteration]]\nversion = "1"\ndate = 2026-01-01\nagreement = "no.json"', r"no\.json"),
        ('[[iteration]]\nversion = "1"\ndate = 2026-01-01\nauthor = "x"', "author"),
        (
            '[[iteration]]\nversion = "1"\ndate = 2026-01-01\nagreement = "bad.json"',
            "does not contain agreement figures",
        ),
    ],
)
def test_bad_files_are_input_errors(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.json").write_text("[1, 2]")
    (tmp_path / "iterations.toml").write_text(text)
    with pytest.raises(InputError, match=message):
        read_iterations(tmp_path / "iterations.toml")
