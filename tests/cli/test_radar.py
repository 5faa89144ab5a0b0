"""The command radar: tables, JSON and a page."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith
from tests.project.radar.test_radar import USUAL, build_corpus

from goldsmith.formats import write


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    slip = "She has chest pain in the <m2:Locus|code=C2>left arm</> today."
    write(build_corpus(USUAL, slip), tmp_path / "notes", "corpus")
    return tmp_path / "notes"


def test_suspects_as_json_and_page(corpus: Path, tmp_path: Path) -> None:
    page = tmp_path / "radar.html"
    done = goldsmith("radar", corpus, "--kind", "missed", "--json", "--html", page)
    assert done.returncode == 0, done.stderr
    [suspect] = json.loads(done.stdout)["suspects"]
    assert suspect["place"] == {"document": "note-20", "start": 8, "end": 18, "mention": ""}
    assert suspect["expected"] == "Condition" and suspect["probability"] > 0.5
    assert "chest pain" in page.read_text("utf-8")


def test_errors_and_text(corpus: Path) -> None:
    table = goldsmith("radar", corpus, "--no-text", "--tables", "markdown")
    assert "note-20" in table.stdout and "chest" not in table.stdout
    unknown = goldsmith("radar", corpus, "--set", "golden")
    assert unknown.returncode == 2 and "gold" in unknown.stderr
    assert goldsmith("radar", corpus, "--kind", "typo").returncode == 2
