"""The tables of the Mayo paper, rebuilt from its published figures."""

from __future__ import annotations

import math

import pytest
from tests.project.tables.filling import (
    Counts,
    build,
    fill,
    list_cells,
    make_document,
    make_view,
    read_published,
)

from goldsmith.core import AnnotationSet, Mention, Span, load_builtin_schema
from goldsmith.project.tables.numbers import format_number
from goldsmith.project.tables.roles import Roles
from goldsmith.project.tables.view import CorpusView

ROLES = Roles(("A1", "A2", "A3", "A4"), ("C3",), ("C1", "C2"), ("MMTx",))
SETS = (*ROLES.annotator, *ROLES.consensus, *ROLES.gold, *ROLES.system)
COMPARED = {
    "C1, C2": ("C1", "C2"),
    "C1, MMTx": ("C1", "MMTx"),
    "C2, MMTx": ("C2", "MMTx"),
    "C3, MMTx": ("C3", "MMTx"),
}
CRITERIA = (
    "span exact", "overlap", "overlap + concept", "overlap + context", "overlap + status",
    "overlap + all",
)  # fmt: skip


def make_mayo_view() -> CorpusView:
    """Make a view in which every set except the system's has context and status."""
    doc = make_document("all", SETS)
    values = {"context": "current", "status": "confirmed"}
    for name in SETS:
        mention = Mention("T1", "disorder", (Span(0, 1),), {} if name == "MMTx" else values)
        doc = doc.with_set(AnnotationSet(name, (mention,)))
    return CorpusView([doc], ROLES)


def list_pairs(label: str) -> list[tuple[str, str]]:
    """Return the pairs of sets that a row compares."""
    if label in COMPARED:
        return [COMPARED[label]]
    return list(ROLES.pair_sets("annotator", {}))


def test_table_1_lists_the_semantic_types() -> None:
    view = CorpusView([], Roles(), load_builtin_schema("mayo-disorder"))
    [part] = build(view, "mayo", "1").parts
    assert [list_cells(part)] == read_published("mayo", "1")


def test_table_2_has_counts_and_hours_of_each_set() -> None:
    [cells] = read_published("mayo", "2")
    doc = make_document("all", ())
    facts = {}
    for name, description, count, hours in cells[1:]:
        mentions = [Mention(f"{n}", "disorder", (Span(0, 1),)) for n in range(int(count))]
        doc = doc.with_set(AnnotationSet(name, tuple(mentions)))
        facts[name] = {"description": description, "hours": hours}
    [part] = build(CorpusView([doc], ROLES, facts=facts), "mayo", "2").parts
    assert list_cells(part) == cells


def test_table_2_says_that_hours_are_missing() -> None:
    table = build(make_mayo_view(), "mayo", "2")
    assert table.parts[0].rows[0].cells[-1].text == "–"
    assert table.missing == ("the hours of each set",)


def find_number_of_pairs(printed: str, total: int) -> float:
    """Return a whole number of pairs that yields a printed agreement, or else a fraction."""
    share = float(printed.removesuffix("%")) / 100
    for pairs in (math.floor(share * total / 2), math.ceil(share * total / 2)):
        if format_number(2 * pairs / total, "percent%-1") == printed:
            return pairs
    return share * total / 2


def test_table_3_has_agreement_under_six_criteria() -> None:
    [cells] = read_published("mayo", "3")
    sizes = {row[0]: int(row[2]) for row in read_published("mayo", "2")[0][1:]}
    view = make_mayo_view()
    halves = []
    for label, *row in cells[1:]:
        for pair in list_pairs(label):
            # The figures of the six pairs of annotators are not published: each pair gets the mean.
            size = [sizes[name] for name in pair] if label in COMPARED else [1000, 1000]
            counts: Counts = {}
            for criterion, text in zip(CRITERIA, row, strict=True):
                if text == "n/a":  # the overlapping mentions are counted, but none agree
                    counts = {**counts, (criterion, "a"): size[0], (criterion, "b"): size[1]}
                else:
                    pairs = find_number_of_pairs(text, sum(size))
                    halves += [(label, criterion)] if pairs != round(pairs) else []
                    numbers = {"a": size[0], "b": size[1], "pairs": pairs}
                    counts = {**counts, **{(criterion, name): n for name, n in numbers.items()}}
            fill(view, "positive-agreement", (pair,), {"all": counts})
    [part] = build(view, "mayo", "3").parts
    assert list_cells(part) == cells
    # 44.1 % of 1857 annotations is an odd number (docs/background/papers.md).
    assert halves == [("C2, MMTx", "overlap")]


def make_confusion(group: str, p_a: float, p_e: float) -> Counts:
    """Return counts of pairs with this observed and this expected agreement.

    One value is frequent and the others are equally rare; the pairs that disagree are divided
    evenly among the values, each paired with the next value.
    """
    many = max(2, math.ceil(1 / p_e))
    frequent = (1 + math.sqrt((many - 1) * (many * p_e - 1))) / many
    shares = [frequent, *[(1 - frequent) / (many - 1)] * (many - 1)]
    moved = (1 - p_a) / many
    counts = {(group, "pairs"): 1.0, (group, "agree"): p_a}
    for at, share in enumerate(shares):
        counts[group, f"v{at} → v{at}"] = share - moved
        counts[group, f"v{at} → v{(at + 1) % many}"] = moved
    return counts


def test_table_4_has_kappa_and_both_agreements() -> None:
    [cells] = read_published("mayo", "4")
    view = make_mayo_view()
    groups = ("concept", "context", "status", "all")
    for index in range(1, len(cells), 3):
        label = cells[index][0].removesuffix(" (avg. 2-way agreement)")
        counts: Counts = {}
        for column, group in enumerate(groups, 2):
            observed, expected = (cells[index + row][column].rstrip("%") for row in (1, 2))
            if observed:
                made = make_confusion(group, float(observed) / 100, float(expected) / 100)
                counts = {**counts, **made}
        for pair in list_pairs(label):
            fill(view, "kappa", (pair,), {"all": counts}, attributes=("context", "status"))
    [part] = build(view, "mayo", "4").parts
    printed = list_cells(part)
    assert printed[0] == cells[0]
    for mine, row in zip(printed[1:], cells[1:], strict=True):
        assert mine[1] == row[1]
        assert row[0] in ("", mine[0])
        if row[1] != "κ":
            assert mine[2:] == row[2:]
        else:  # P(A) and P(E) are printed to one decimal place, so kappa may be off by 0.1
            for cell, text in zip(mine[2:], row[2:], strict=True):
                if text == "n/a":
                    assert cell == "n/a"
                else:
                    assert float(cell[:-1]) == pytest.approx(float(text[:-1]), abs=0.11)


def test_rows_of_consensus_and_system_need_their_sets() -> None:
    view = make_view([make_document("all", ("A1", "A2"))], annotator=("A1", "A2"))
    fill(view, "positive-agreement", (("A1", "A2"),), {"all": {}})
    table = build(view, "mayo", "3")
    assert [row.labels for row in table.parts[0].rows] == [("A1, A2",)]
    assert len(table.missing) == 2
