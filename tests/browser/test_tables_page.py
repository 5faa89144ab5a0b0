"""The tables of a paper in a real browser: numbers of any pair of sets open their places."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from goldsmith.core import Document, Metadata
from goldsmith.examples.inline import parse
from goldsmith.project.tables.api import open_view
from goldsmith.project.tables.build import build_tables
from goldsmith.project.tables.forms import load_forms
from goldsmith.project.tables.page import render_tables

TEXTS = {
    "A1": "<Condition>Pain</> in the <Locus>groin</>, no <Condition>fever</>.",
    "A2": "<Condition>Pain</> in the groin, no <Condition>fever</>.",
    "gold": "<Condition>Pain</> in the <Locus>groin</>, no <Condition>fever</>.",
}


def make_document() -> Document:
    docs = {name: parse(text, set_name=name, doc_id="letter-1") for name, text in TEXTS.items()}
    sets = {name: doc.sets[name] for name, doc in docs.items()}
    return replace(docs["gold"], metadata=Metadata(type="narrative"), sets=sets)


@pytest.fixture
def tables(page: Page, tmp_path: Path) -> Page:
    view = open_view([make_document()], keep_places=True)
    result = build_tables(view, load_forms("clef"), ["6", "12"])
    path = tmp_path / "tables.html"
    path.write_text(render_tables(result, view), "utf-8")
    page.goto(path.as_uri())
    return page


def open_cell(page: Page, table: str, row: int, column: int) -> None:
    page.locator(f'[id="table.{table}.{row}.{column}"]').click()


def test_number_opens_places_of_its_pair(tables: Page) -> None:
    open_cell(tables, "6.1", 2, 2)  # gold and A2
    expect(tables.locator("#panel-title")).to_have_text("gold, A2")
    expect(tables.locator("#places .chip.a").first).to_contain_text("A2: ")
    expect(tables.locator("#places .chip.b").first).to_contain_text("gold: ")
    open_cell(tables, "6.1", 1, 1)  # A2 and A1
    expect(tables.locator("#places .chip.a").first).to_contain_text("A1: ")


def test_number_of_one_set_opens_its_annotations(tables: Page) -> None:
    open_cell(tables, "12.1", 1, 1)
    expect(tables.locator("#panel-title")).to_have_text("Condition, Number")
    expect(tables.locator("#panel-count")).to_have_text("2 of 2 places")
    tables.locator("#places a").first.click()
    expect(tables.locator("#note-legend .chip")).to_have_text(["gold: 3 mentions"])


def test_address_of_a_note_keeps_the_sets(tables: Page) -> None:
    open_cell(tables, "6.1", 2, 2)
    tables.locator("#places a").first.click()
    expect(tables.locator("#note-legend")).to_contain_text("A2: 2 mentions")
    tables.reload()
    expect(tables.locator("#note-legend")).to_contain_text("A2: 2 mentions")
