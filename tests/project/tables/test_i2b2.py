"""The tables of the i2b2 paper, rebuilt from its published figures or from simulated systems."""

from __future__ import annotations

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

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span, load_builtin_schema
from goldsmith.project.tables.roles import Roles
from goldsmith.project.tables.view import CorpusView

TEAM = ("A1", "A2")
CLASSES = ("problem", "person", "pronoun", "test", "treatment")
#: The institutions and types of the first four columns.
SOURCES = (
    ("BIDMC", "Discharge"), ("PH", "Discharge"), ("UPMC", "Discharge"), ("UPMC", "Progress"),
)  # fmt: skip


def test_table_1_lists_the_participants() -> None:
    facts = {
        "run 1": {"label": "Name et al.", "team": "X", "task": "1A", "country": "Chile"},
        "run 2": {"label": "Name et al.", "team": "X"},
        "run 3": {"label": "Other et al.", "team": "Y", "institution": "A University"},
    }
    [part] = build(CorpusView([], Roles(), facts=facts), "i2b2", "1").parts
    assert list_cells(part) == [
        ["Number", "Author name", "Task", "Participating Organization", "Country"],
        ["1", "Name et al.", "1A", "–", "Chile"],
        ["2", "Other et al.", "–", "A University", "–"],
    ]


def test_table_2_has_a_column_for_each_institution_and_type() -> None:
    mentions, pairs = read_published("i2b2", "2")
    docs = [
        make_document(f"{place} {kind}", TEAM, institution=place, type=kind)
        for place, kind in SOURCES
    ]
    view = make_view(docs, annotator=TEAM)
    spans: dict[str, Counts] = {}
    links: dict[str, Counts] = {}
    for column, doc in enumerate(docs):
        spans[doc.id] = {}
        for row, name in enumerate(CLASSES, 2):
            exact, partial = (float(text) for text in mentions[row][2 * column + 1 :][:2])
            numbers = {"a": 100, "b": 100, "exact": 100 * exact, "partial": 100 * (partial - exact)}
            spans[doc.id] = {**spans[doc.id], **{(name, key): n for key, n in numbers.items()}}
        links[doc.id] = {}
        for row, name in enumerate(CLASSES, 2):
            exact, partial = (float(text) for text in pairs[row][2 * column + 1 :][:2])
            numbers = {"a": 1, "b": 1, "exact": exact, "partial": partial}
            links[doc.id] = {**links[doc.id], **{(name, key): n for key, n in numbers.items()}}
    fill(view, "spans", (TEAM,), spans)
    fill(view, "coreference-pairs", (TEAM,), links)
    first, second = build(view, "i2b2", "2").parts
    assert [group.label for group in first.groups] == [label for label in mentions[0] if label]
    assert list_cells(first)[0] == mentions[1]
    for part, cells in ((first, mentions), (second, pairs)):
        # Overall figures and sums of institutions need the counts, which are not published.
        printed = [row[:9] for row in list_cells(part)[1:6]]
        assert printed == [row[:9] for row in cells[2:7]]
        assert part.rows[-1].labels == ("Overall",)


def test_pairs_of_table_2_have_no_direction() -> None:
    text = "Mr Smith ... he"
    mentions = (Mention("T1", "person", (Span(0, 8),)), Mention("T2", "person", (Span(13, 15),)))
    sets = {
        "A1": AnnotationSet("A1", mentions, (Relation("R1", "coreference", "T1", "T2"),)),
        "A2": AnnotationSet("A2", mentions, (Relation("R1", "coreference", "T2", "T1"),)),
    }
    view = CorpusView(
        [Document("note", text, sets=sets)], Roles(TEAM), load_builtin_schema("i2b2-2011")
    )
    _, second = build(view, "i2b2", "2").parts
    assert [cell.text for cell in second.rows[-1].cells] == ["1.00", "1.00"]


def test_table_3_ranks_the_systems() -> None:
    [[_, heads, *rows]] = read_published("i2b2", "3")
    names = tuple(row[0] for row in rows)
    view = make_view([make_document("all", (*names, "gold"))], gold=("gold",), system=names)
    for name, *figures in rows:
        touched_p, touched_r, _, precision, recall, _ = map(float, figures)
        exact = 1000 * precision
        size = exact / recall
        numbers = {
            "a": size, "b": 1000.0, "exact": exact, "touched_a": touched_r * size,
            "touched_b": 1000 * touched_p,
        }  # fmt: skip
        counts = {("any", key): number for key, number in numbers.items()}
        fill(view, "spans", (("gold", name),), {"all": counts})
    [part] = build(view, "i2b2", "3").parts
    printed = list_cells(part)
    assert printed[0] == heads
    for mine, row in zip(sorted(printed[1:]), sorted(rows), strict=True):
        assert [mine[at] for at in (0, 1, 2, 4, 5)] == [row[at] for at in (0, 1, 2, 4, 5)]
        for at in (3, 6):  # precision and recall are rounded
            assert float(mine[at]) == pytest.approx(float(row[at]), abs=0.0011)
    scores = [row.cells[2].value or 0 for row in part.rows]
    assert scores == sorted(scores, reverse=True)


def make_systems() -> CorpusView:
    """Make a corpus on which the first two systems perform alike and the third is worse."""
    names = ("S1", "S2", "S3")
    docs = [make_document(f"{n}", (*names, "gold")) for n in range(12)]
    view = make_view(docs, gold=("gold",), system=names)
    for name, quality in zip(names, (9, 9, 4), strict=True):
        counts = {
            doc.id: {
                ("any", key): float(number)
                for key, number in {
                    "a": 10, "b": 10, "exact": quality, "touched_a": quality, "touched_b": quality
                }.items()
            }
            for doc in docs
        }  # fmt: skip
        fill(view, "spans", (("gold", name),), counts)
    return view


def test_table_4_has_p_values_in_the_upper_triangle() -> None:
    [[groups, heads, *rows]] = read_published("i2b2", "4")
    [part] = build(make_systems(), "i2b2", "4").parts
    assert [group.label for group in part.groups] == [label for label in groups if label]
    assert len(part.columns) == len(heads) - 1
    assert part.columns == ("S2", "S3", "S2", "S3")
    first, second = ([cell.text for cell in row.cells] for row in part.rows)
    assert first == ["1", first[1], "1", first[1]]
    assert float(first[1]) < 0.01
    # As in the paper, the lower triangle is empty.
    assert [bool(text) for text in second] == [bool(text) for text in rows[1][1:]]


def test_table_5_compares_coreference() -> None:
    mentions = tuple(Mention(f"T{n}", "person", (Span(n, n + 1),)) for n in range(6))
    chain = tuple(Relation(f"R{n}", "coreference", f"T{n + 1}", f"T{n}") for n in range(5))
    docs = [
        Document(
            f"{n}",
            "he" * 9,
            sets={
                "gold": AnnotationSet("gold", mentions, chain),
                "S1": AnnotationSet("S1", mentions, chain),
                "S2": AnnotationSet("S2", mentions, chain[:1]),
            },
        )
        for n in range(8)
    ]
    roles = Roles((), ("gold",), (), ("S2", "S1"))
    [part] = build(CorpusView(docs, roles, load_builtin_schema("i2b2-2011")), "i2b2", "5").parts
    assert part.columns == ("S2",)
    assert part.rows[0].labels == ("S1",)
    assert 0 < (part.rows[0].cells[0].value or 0) < 0.05
