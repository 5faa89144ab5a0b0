"""The tables of the ODIE paper, rebuilt from its published counts."""

from __future__ import annotations

import pytest
from tests.project.tables.filling import (
    Cells,
    Counts,
    build,
    fill,
    list_cells,
    make_document,
    make_view,
    read_published,
)

from goldsmith.core import Document
from goldsmith.project.tables.view import CorpusView

TEAM = ("A1", "A2", "A3")
PAIRS = (("A1", "A2"), ("A1", "A3"), ("A2", "A3"))
TYPES = ("identity", "part/whole", "set/subset", "other")
ROWS = {"True positive": "tp", "False positive": "fp", "False negative": "fn"}
#: The numbers of markables are not published. These numbers reproduce the printed kappas, and the
#: numbers for the batches in Table 2 add up to the numbers for Table 1.
BATCHES = {
    "cc1": 179, "cc2": 399, "cc3": 294, "cc4": 454, "cc5": 473, "cc6": 537,
    "p1": 87, "p2": 81, "p3": 78, "p4": 70, "p5": 70, "p6": 82,
}  # fmt: skip


def read_counts(
    cells: Cells,
    column: int,
    markables: int,
    group: str = "all",
    types: tuple[str, ...] = TYPES,
) -> Counts:
    """Return the counts of a published column, with the markables of each type of relation."""
    by_label = {row[0]: row[column] for row in cells}
    sizes = {(group, f"markables: {kind} "): float(markables) for kind in types}
    return {(group, name): float(by_label[label]) for label, name in ROWS.items()} | sizes


def make_batches() -> list[Document]:
    return [
        make_document(name, TEAM, batch=name, type="clinical" if "cc" in name else "pathology")
        for name in BATCHES
    ]


def fill_batches() -> CorpusView:
    view = make_view(make_batches(), annotator=TEAM)
    [cells] = read_published("odie", "2")
    counts = {
        name: read_counts(cells, column, BATCHES[name])
        for column, name in enumerate(cells[0])
        if column
    }
    fill(view, "pairs", PAIRS, counts, by="all", pooled=True)
    return view


def test_table_1_is_pooled_from_the_batches_of_table_2() -> None:
    table = build(fill_batches(), "odie", "1")
    assert [list_cells(part) for part in table.parts] == read_published("odie", "1")
    assert table.parts[0].rows[0].cells[0].value == 846


def test_table_2_has_a_column_for_each_batch() -> None:
    table = build(fill_batches(), "odie", "2")
    assert [list_cells(part) for part in table.parts] == read_published("odie", "2")


def test_table_3_compares_each_annotator_with_the_gold_standard() -> None:
    docs = [make_document(kind, (*TEAM, "gold"), type=kind) for kind in ("clinical", "pathology")]
    view = make_view(docs, annotator=TEAM, gold=("gold",))
    [[groups, *cells]] = read_published("odie", "3")
    markables = {"A1": (1100, 300), "A2": (700, 400), "A3": (600, 400)}
    for number, name in enumerate(TEAM):
        counts = {
            kind: read_counts(cells, 3 * number + 2 + index, markables[name][index])
            for index, kind in enumerate(("clinical", "pathology"))
        }
        fill(view, "pairs", ((name, "gold"),), counts, by="all", pooled=True)
    [part] = build(view, "odie", "3").parts
    assert list_cells(part) == cells
    assert [(group.label, group.size) for group in part.groups] == [
        (label, 3) for label in groups if label
    ]


@pytest.mark.parametrize(
    ("number", "types", "markables"),
    [
        ("4", TYPES[:3], (2804, 2804, 2804)),
        ("8", TYPES, (3700, 3700, 3700, 3700)),
    ],
)
def test_tables_4_and_8_have_a_column_for_each_type_of_relation(
    number: str, types: tuple[str, ...], markables: tuple[int, ...]
) -> None:
    view = make_view([make_document("all", TEAM)], annotator=TEAM)
    [cells] = read_published("odie", number)
    counts: dict[tuple[str, str], float] = {}
    for column, (kind, size) in enumerate(zip(types, markables, strict=True), 1):
        counts |= read_counts(cells, column, size, kind, (kind,))
    fill(view, "pairs", PAIRS, {"all": counts}, by="relation_type", pooled=True)
    [part] = build(view, "odie", number).parts
    assert list_cells(part) == cells


CLASSES = {
    "5": {
        "anatomy": 400, "disorders": 500, "people": 900, "procedures": 300, "sign/symptom": 300,
        "other": 45,
    },
    "9": {
        "anatomy": 800, "disorders": 700, "people": 2000, "procedures": 800, "sign/symptom": 300,
        "none": 194, "organ or tissue function": 23, "laboratory or test result": 73,
    },
}  # fmt: skip


@pytest.mark.parametrize("number", CLASSES)
def test_tables_5_and_9_have_a_column_for_each_class_of_markable(number: str) -> None:
    view = make_view([make_document("all", TEAM)], annotator=TEAM)
    [cells] = read_published("odie", number)
    counts: dict[tuple[str, str], float] = {}
    for column, (name, size) in enumerate(CLASSES[number].items(), 1):
        counts |= read_counts(cells, column, size, name)
    fill(view, "pairs", PAIRS, {"all": counts}, by="class", pooled=True)
    [part] = build(view, "odie", number).parts
    printed = list_cells(part)
    if number == "9":  # the paper prints 0.1 for the precision 1 / 10
        assert cells[4][8] == "0.1"
        cells = [*cells[:4], [*cells[4][:8], "0.1000"], *cells[5:]]
    assert printed == cells


def test_table_6_has_a_column_for_each_type_of_note() -> None:
    sizes = {
        "discharge summary": 1000, "emergency": 2700, "radiology": 500, "surgical pathology": 700
    }  # fmt: skip
    docs = [make_document(kind, ("A1", "A3"), type=kind) for kind in sizes]
    view = make_view(docs, annotator=("A1", "A3"))
    [cells] = read_published("odie", "6")
    counts = {
        kind: read_counts(cells, column, size)
        for column, (kind, size) in enumerate(sizes.items(), 2)
    }
    fill(view, "pairs", (("A1", "A3"),), counts, by="all", pooled=True)
    [part] = build(view, "odie", "6").parts
    assert list_cells(part) == cells


def test_table_7_leaves_out_annotators_without_documents() -> None:
    view = make_view([make_document("all", ("A1", "A3", "gold"))], annotator=TEAM, gold=("gold",))
    [cells] = read_published("odie", "7")
    for column, (name, size) in enumerate({"A1": 3000, "A3": 3000}.items(), 1):
        counts = {"all": read_counts(cells, column, size)}
        fill(view, "pairs", ((name, "gold"),), counts, by="all", pooled=True)
    [part] = build(view, "odie", "7").parts
    assert list_cells(part) == cells
